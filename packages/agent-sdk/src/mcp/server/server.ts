import type { TracePlace } from '@wavehooks/process';
import { messageOf } from '../../base/error-text.ts';
import { serverAddress } from '../../base/server-address.ts';
import { unlessAborted } from '../../base/wait.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { REFRESH_PAUSE_MS } from '../config/mcp-limits.ts';
import type { Surroundings } from '../config/read-server.ts';
import { toolName } from '../config/server-names.ts';
import type { ServerSpec } from '../config/server-spec.ts';
import type { Tell } from '../config/tell.ts';
import type { AskedOfUs } from '../connection/asked-of-us.ts';
import type {
  AnyList,
  Asked,
  Connection,
  ListName,
  NeedsLogin,
  Reply,
} from '../connection/connection-types.ts';
import { metaOf } from '../connection/trace-meta.ts';
import type { Challenge } from '../login/challenge.ts';
import type { Login } from '../login/login.ts';
import type { LoginWay } from '../login/login-way.ts';
import { CALL_RESULT, type CallResult } from './call-result.ts';
import { callerOf, keepIn } from './call-tool.ts';
import { changeText } from './changed-tools.ts';
import { headersFor } from './header-params.ts';
import { type CallFacts, offerOf, tellFaults } from './offered-tools.ts';
import { askForLess, hangs } from './own-requests.ts';
import { paced, progressText } from './progress-text.ts';
import { type Reached, reach } from './reach.ts';
import { type Listed, readList, type ToolList } from './read-list.ts';
import { type Repeat, repeatOnAsk } from './repeat-on-ask.ts';
import { type SchemaReader, schemaReader } from './schema-reader.ts';
import { type Life, ServerLife } from './server-life.ts';
import { type Subscriptions, subscriptions } from './subscriptions.ts';
import { type Refused, withLogin } from './with-login.ts';

export interface ServerParts {
  readonly around: Surroundings;
  readonly tell: Tell;
  /** Absent for programs, and for servers whose key the user gave. */
  readonly login?: Login | undefined;
  readonly askedOfUs: AskedOfUs;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly trace?: TracePlace | undefined;
  /** Hears how far the call is. */
  readonly report?: ((text: string) => void) | undefined;
}

const identityOf = (server: string, spec: ServerSpec) => ({
  server,
  over: spec.is,
  prefix: toolName(server, ''),
  ...(spec.is === 'http' ? { at: serverAddress(spec.url) } : {}),
});

/** One server from its first start to its end, restarts included. */
export class Server {
  readonly name: string;
  readonly #spec: ServerSpec;
  readonly #parts: ServerParts;
  readonly #tell: Tell;
  readonly #reader: SchemaReader = schemaReader();
  readonly #life: ServerLife;
  readonly #refreshing: Repeat;
  /** The resources that somebody wants to hear changes of. */
  readonly resources: Subscriptions = subscriptions(
    () => this,
    (uri) => this.#tell('info', `its resource ${uri.slice(0, 200)} changed`),
  );
  /** What it last wanted to have. */
  #challenge: Challenge | undefined;
  /** What it last said it has. */
  #has: Connection['has'] | undefined;
  /** What calls of its tools need beside their input, by the server's own names for them. */
  #facts: ReadonlyMap<string, CallFacts> = new Map();

  constructor(name: string, spec: ServerSpec, parts: ServerParts) {
    this.name = name;
    this.#spec = spec;
    this.#parts = parts;
    this.#tell = parts.tell;
    this.#life = new ServerLife({
      tell: parts.tell,
      news: (state, connection) =>
        parts.around.onServer?.({
          ...identityOf(name, spec),
          ...{ state, protocol: connection?.protocol, session: connection?.session },
        }),
      reach: () => this.#reach(),
      take: (connection, listed) => {
        this.#has = connection.has;
        return this.#offer(listed);
      },
      onReady: (connection) => {
        askForLess(connection, this.#life.signal);
        this.resources.again();
      },
    });
    this.#refreshing = repeatOnAsk(() => this.#refresh(), REFRESH_PAUSE_MS, this.#life.signal);
    void this.#life.start();
  }

  get life(): Life {
    return this.#life.now;
  }

  /** Its tools by its own names, as it describes them. */
  get described(): ReadonlyMap<string, CallFacts> {
    return this.#facts;
  }

  /** Settles once a list that it said has changed is read again; undefined when none is. */
  get refreshing(): Promise<void> | undefined {
    return this.#refreshing.underWay;
  }

  has(list: ListName): boolean {
    return 'tools' in this.life && (this.#has?.[list] ?? false);
  }

  get subscribes(): boolean {
    return this.life.is === 'ready' && this.life.connection.can.subscribe;
  }

  async list<L extends AnyList>(list: L, signal?: AbortSignal): Promise<Listed<L>> {
    const used = await this.#life.use(signal);
    if (typeof used === 'string') return { failed: used };
    const listed = await this.#loggedIn(
      () => readList(used, list, this.#spec.callMs, signal),
      signal,
    );
    return 'ok' in listed ? { failed: listed.text } : listed;
  }

  /** One request in bounded time. It is never sent twice: the first may have done its work. */
  async ask<T>(asked: Omit<Asked<T>, 'timeoutMs'>): Promise<Reply<T>> {
    const connection = await this.#life.use(asked.signal);
    if (typeof connection === 'string') return { ok: false, is: 'broken', text: connection };
    const reply = await this.#loggedIn(
      () => connection.request({ ...asked, timeoutMs: this.#spec.callMs }),
      asked.signal,
    );
    if (reply.ok || reply.is === 'refused') this.#life.answered();
    else if (reply.is === 'broken') this.#life.lose(connection, reply.text);
    else if (reply.is === 'timeout') void this.#wake(connection);
    return reply;
  }

  /** Calls a tool by the server's own name for it. */
  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    { signal, trace, report }: CallOptions,
  ): Promise<Reply<CallResult>> {
    const tell = paced((text) => report?.(text));
    const headers = headersFor(this.#facts.get(tool)?.headers ?? [], input);
    const reply = await this.ask({
      method: 'tools/call',
      params: { name: tool, arguments: input, ...metaOf(trace) },
      ...{ schema: CALL_RESULT, headers, signal },
      ...(report ? { onProgress: (progress) => tell(progressText(progress)) } : {}),
    });
    tell.end();
    if (!reply.ok || reply.value.isError) return reply;
    const fault = this.#facts.get(tool)?.outputFault(reply.value.structuredContent);
    return fault === undefined ? reply : { ok: false, is: 'invalid', text: fault };
  }

  /** Asks the user to log in, in a way of the caller's, and starts it anew; a text says why not. */
  async login(
    way: LoginWay,
    scopes: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { login } = this.#parts;
    if (!login) return 'it has no login: it is a program, or "headers" hold its key';
    if (this.life.is === 'connecting') await unlessAborted(this.life.done, signal);
    const wanted: Challenge | undefined =
      scopes === undefined ? this.#challenge : { status: 403, scope: scopes };
    if (!wanted && this.life.is === 'ready') return undefined;
    if (!wanted) return 'reason' in this.life ? this.life.reason : 'it was closed';
    const answered = await login.ask({ ...this.#challenge, ...wanted }, way, signal);
    if (answered.is !== 'done')
      return answered.is === 'failed' ? answered.why : 'nobody can be asked here';
    await this.reconnect();
    return 'reason' in this.life ? this.life.reason : undefined;
  }

  /** Forgets its login. False where there was none. */
  async logout(): Promise<boolean> {
    return (await this.#parts.login?.leave()) ?? false;
  }

  /** Starts it anew, whatever became of it. */
  reconnect(): Promise<void> {
    return this.#life.reconnect();
  }

  /** Settles when nothing of it runs any more. */
  close(): Promise<void> {
    return this.#life.close();
  }

  #loggedIn<T>(
    attempt: () => Promise<T | NeedsLogin>,
    signal: AbortSignal = this.#life.signal,
  ): Promise<T | Refused> {
    const heard = (challenge: Challenge) => {
      this.#challenge = challenge;
    };
    return withLogin({ name: this.name, login: this.#parts.login, heard, signal }, attempt);
  }

  #reach(): Promise<Reached> {
    const { signal } = this.#life;
    const { around, login } = this.#parts;
    const askedOfUs = { ...this.#parts.askedOfUs, updated: this.resources.updated };
    const onChanged = (list: ListName) => void (list === 'tools' && this.#refreshing.ask());
    const trace = around.traceOf?.({ is: 'server', server: this.name });
    const dial = { spec: this.#spec, around, onChanged, signal, login, askedOfUs, trace };
    return reach(dial, (attempt) => this.#loggedIn(attempt));
  }

  #offer({ entries, faults }: ToolList): readonly Tool[] {
    const made = offerOf(
      this.name,
      entries,
      this.#reader,
      callerOf(this, keepIn(this.#parts.around.outputDir)),
    );
    tellFaults([...faults, ...made.faults], this.#tell);
    this.#facts = made.facts;
    return made.tools;
  }

  /** Its list of tools changed: what it says now counts from the next request on. */
  async #refresh(): Promise<void> {
    try {
      await this.#readAgain();
    } catch (error) {
      this.#tell('warning', `its tools could not be read again: ${messageOf(error)}`);
    }
  }

  async #readAgain(): Promise<void> {
    if (this.life.is === 'connecting') await this.life.done;
    if (this.life.is !== 'ready') return;
    const { connection, tools } = this.life;
    const listed = await readList(connection, 'tools', this.#spec.callMs, this.#life.signal);
    if (!this.#life.isBy(connection)) return;
    if ('ok' in listed) return this.#tell('warning', `${listed.text}; the old tools are kept`);
    if ('failed' in listed) return this.#tell('warning', `${listed.failed}; the old ones are kept`);
    const now = this.#offer(listed);
    this.#life.has(now);
    const change = changeText(tools, now);
    if (change !== '') this.#tell('info', `its tools changed: ${change}`);
  }

  /** A server that does not even answer a ping hangs: the next call is for a fresh one. */
  async #wake(connection: Connection): Promise<void> {
    if (await hangs(connection, this.#life.signal)) this.#life.lose(connection, 'it hangs');
  }
}
