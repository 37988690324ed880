import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { messageOf } from '../../base/error-text.ts';
import { unlessAborted } from '../../base/wait.ts';
import { BACK_OFF_MS, MCP_LIMITS, PING_MS, REFRESH_PAUSE_MS } from '../config/mcp-limits.ts';
import type { Surroundings } from '../config/read-server.ts';
import type { ServerSpec } from '../config/server-spec.ts';
import {
  type Asked,
  type Connection,
  connect,
  type ListName,
  type Reply,
} from '../connection/connection.ts';
import { callerOf } from './call-tool.ts';
import { changeText } from './changed-tools.ts';
import { offerOf } from './offered-tools.ts';
import { type Listed, readList } from './read-list.ts';
import { type Repeat, repeatOnAsk } from './repeat-on-ask.ts';
import { type SchemaReader, schemaReader } from './schema-reader.ts';
import type { Life } from './server-life.ts';

export type Tell = (tone: 'info' | 'warning' | 'error', text: string) => void;

/** How many of a server's faults are told one by one. */
const TOLD = 5;

/** One server from its first start to its end, restarts included. */
export class Server {
  readonly name: string;
  readonly #spec: ServerSpec;
  readonly #around: Surroundings;
  readonly #tell: Tell;
  readonly #reader: SchemaReader = schemaReader();
  readonly #ending = new AbortController();
  readonly #refreshing: Repeat = repeatOnAsk(
    () => this.#refresh(),
    REFRESH_PAUSE_MS,
    this.#ending.signal,
  );
  /** Since the last request that was answered. */
  #starts = 0;
  #life: Life = { is: 'closed' };
  /** Connections that are on their way out. */
  #leaving: Promise<unknown> = Promise.resolve();
  /** What it last said it has. */
  #has: Connection['has'] | undefined;

  constructor(name: string, spec: ServerSpec, around: Surroundings, tell: Tell) {
    this.name = name;
    this.#spec = spec;
    this.#around = around;
    this.#tell = tell;
    void this.#start();
  }

  get life(): Life {
    return this.#life;
  }

  /** Settles once a list that it said has changed is read again; undefined when none is. */
  get refreshing(): Promise<void> | undefined {
    return this.#refreshing.underWay;
  }

  has(list: ListName): boolean {
    return 'tools' in this.#life && (this.#has?.[list] ?? false);
  }

  async list<L extends ListName>(list: L, signal?: AbortSignal): Promise<Listed<L>> {
    const used = await this.#use(signal);
    return typeof used === 'string'
      ? { failed: used }
      : readList(used, list, this.#spec.callMs, signal);
  }

  /** One request in bounded time. It is never sent twice: the first may have done its work. */
  async ask<T>(asked: Omit<Asked<T>, 'timeoutMs'>): Promise<Reply<T>> {
    const connection = await this.#use(asked.signal);
    if (typeof connection === 'string') return { ok: false, is: 'broken', text: connection };
    const reply = await connection.request({ ...asked, timeoutMs: this.#spec.callMs });
    if (reply.ok || reply.is === 'refused') this.#starts = 0;
    else if (reply.is === 'broken') this.#lose(connection, reply.text);
    else if (reply.is === 'timeout') void this.#wake(connection);
    return reply;
  }

  /** Starts it anew, whatever became of it. */
  async reconnect(): Promise<void> {
    const before = this.#life;
    if (before.is === 'closed') return;
    if (before.is === 'connecting') return before.done;
    this.#starts = 0;
    if (before.is === 'ready') this.#leave(before.connection);
    await this.#start();
  }

  /** Settles when nothing of it runs any more. */
  async close(): Promise<void> {
    const before = this.#life;
    this.#life = { is: 'closed' };
    this.#ending.abort();
    if (before.is === 'connecting') await before.done;
    if (before.is === 'ready') this.#leave(before.connection);
    await this.#leaving;
  }

  #leave(connection: Connection): void {
    this.#leaving = Promise.all([this.#leaving, connection.close()]);
  }

  #start(): Promise<void> {
    this.#starts++;
    const done = this.#open().catch((error: Error) => this.#fail(error.message));
    this.#life = { is: 'connecting', done, tools: 'tools' in this.#life ? this.#life.tools : [] };
    return done;
  }

  async #open(): Promise<void> {
    const { signal } = this.#ending;
    const onChanged = (list: ListName) => void (list === 'tools' && this.#refreshing.ask());
    const dial = { spec: this.#spec, around: this.#around, onChanged, signal };
    const connection = await connect(dial);
    if (typeof connection === 'string') return this.#fail(connection);
    const listed = await readList(connection, 'tools', this.#spec.startMs, signal);
    if ('failed' in listed || signal.aborted) {
      await connection.close();
      return this.#fail('failed' in listed ? listed.failed : 'it was closed');
    }
    this.#has = connection.has;
    this.#life = { is: 'ready', connection, tools: this.#offer(listed) };
    void connection.lost.then((reason) => this.#lose(connection, reason));
  }

  #fail(reason: string): void {
    if (this.#ending.signal.aborted) return;
    this.#life = { is: 'failed', reason };
    this.#tell('error', `it is not available: ${reason}`);
  }

  #lose(connection: Connection, reason: string): void {
    if (this.#life.is !== 'ready' || this.#life.connection !== connection) return;
    this.#life = { is: 'lost', reason, tools: this.#life.tools };
    this.#leave(connection);
    this.#tell('warning', `it is gone: ${reason}. It is started again when it is next used`);
  }

  #offer({ entries, faults }: Extract<Listed<'tools'>, { entries: unknown }>) {
    const made = offerOf(this.name, entries, this.#reader, callerOf(this));
    const all = [...faults, ...made.faults];
    for (const fault of all.slice(0, TOLD)) this.#tell('warning', fault);
    if (all.length > TOLD) this.#tell('warning', `and ${all.length - TOLD} more of that kind`);
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
    if (this.#life.is === 'connecting') await this.#life.done;
    if (this.#life.is !== 'ready') return;
    const { connection, tools } = this.#life;
    const listed = await readList(connection, 'tools', this.#spec.callMs, this.#ending.signal);
    if (this.#life.is !== 'ready' || this.#life.connection !== connection) return;
    if ('failed' in listed) return this.#tell('warning', `${listed.failed}; the old ones are kept`);
    const now = this.#offer(listed);
    this.#life = { is: 'ready', connection, tools: now };
    const change = changeText(tools, now);
    if (change !== '') this.#tell('info', `its tools changed: ${change}`);
  }

  /** A connection, started again where it was lost; a text that says why there is none. */
  async #use(signal: AbortSignal = this.#ending.signal): Promise<Connection | string> {
    try {
      if (this.#life.is === 'lost') await this.#revive(this.#life.reason, signal);
      if (this.#life.is === 'connecting') await unlessAborted(this.#life.done, signal);
    } catch {
      return 'it was interrupted while it started';
    }
    const life = this.#life;
    if (life.is === 'ready') return life.connection;
    return 'reason' in life ? life.reason : 'it was closed';
  }

  async #revive(reason: string, signal: AbortSignal): Promise<void> {
    if (this.#starts >= MCP_LIMITS.restarts)
      return this.#fail(
        `it was started ${this.#starts} times in a row and went each time: ${reason}`,
      );
    await wait(BACK_OFF_MS[this.#starts - 1] ?? 0, undefined, { signal });
    if (this.#life.is === 'lost') void this.#start();
  }

  /** A server that does not even answer a ping hangs: the next call is for a fresh one. */
  async #wake(connection: Connection): Promise<void> {
    const { signal } = this.#ending;
    const ping = { method: 'ping', schema: z.unknown(), timeoutMs: PING_MS, signal };
    const pong = await connection.request(ping);
    if (!pong.ok && pong.is === 'timeout') this.#lose(connection, 'it hangs');
  }
}
