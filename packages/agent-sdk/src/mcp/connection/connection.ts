import {
  Client,
  type JSONRPCMessage,
  ProtocolError,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import type { TracePlace } from '@wavehooks/process';
import { VERSION } from '../../base/version.ts';
import type { Surroundings } from '../config/read-server.ts';
import type { HttpSpec, ServerSpec } from '../config/server-spec.ts';
import type { Challenge } from '../login/challenge.ts';
import type { Login } from '../login/login.ts';
import { type AskedOfUs, capabilitiesOf, hearServer } from './asked-of-us.ts';
import type { Connection, ListName, NeedsLogin, Progress } from './connection-types.ts';
import { httpLine } from './http-line.ts';
import { hearThrough, type Line, reasonOf } from './line.ts';
import { pagesIn, showPages } from './needs-pages.ts';
import { type OpenQuestions, openQuestions, requestClock } from './request-clock.ts';
import {
  causeOf,
  isRefusal,
  keyHint,
  kindOf,
  lateText,
  needsLogin,
  statusOf,
} from './request-failure.ts';
import { stdioLine } from './stdio-line.ts';
import { tracedLine } from './trace-meta.ts';

export interface Dial {
  readonly spec: ServerSpec;
  readonly around: Surroundings;
  readonly onChanged: (list: ListName) => void;
  readonly signal: AbortSignal;
  /** For servers that want a token. */
  readonly login?: Login | undefined;
  readonly askedOfUs: AskedOfUs;
  /** Where the start of this server stands in a trace. */
  readonly trace?: TracePlace | undefined;
}

/** Opens a server; a text that says why not, or what it wants to have before. */
export async function connect(dial: Dial): Promise<Connection | NeedsLogin | string> {
  const first = await attempt(dial, { mode: FIRST[dial.spec.is] }, dial.spec.startMs);
  if (!('reason' in first)) return first;
  if (first.challenge) return needsLogin(first.reason, first.challenge);
  const again = otherWay(dial.spec, first);
  if (!again) return first.reason;
  const second = await attempt(dial, again, secondMs(dial.spec));
  if (!('reason' in second)) return second;
  return second.challenge ? needsLogin(second.reason, second.challenge) : first.reason;
}

interface Way {
  readonly mode: 'legacy' | 'auto';
  readonly transport?: HttpSpec['transport'];
}

/** Some older programs exit on a request before `initialize`; over HTTP, asking first is safe. */
const FIRST = { stdio: 'legacy', http: 'auto' } as const;

function otherWay(spec: ServerSpec, { refused, status }: Failed): Way | undefined {
  if (refused && spec.is === 'stdio') return { mode: 'auto' };
  // So answers a server that knows only the transport that streamable HTTP replaced.
  const isOld = status !== undefined && [400, 404, 405].includes(status);
  return isOld && spec.is === 'http' && spec.transport === 'http'
    ? { mode: 'legacy', transport: 'sse' }
    : undefined;
}

/** Over HTTP, who refused one handshake is up, and soon answers another; a program is started anew. */
const secondMs = ({ is, startMs }: ServerSpec): number =>
  is === 'http' ? Math.min(startMs, 5_000) : startMs;

interface Failed {
  readonly reason: string;
  readonly refused: boolean;
  readonly status: number | undefined;
  readonly challenge: Challenge | undefined;
}

async function attempt(
  dial: Dial,
  { mode, transport }: Way,
  timeout: number,
): Promise<Connection | Failed> {
  const { spec, around, signal, login, askedOfUs, trace } = dial;
  const line = tracedLine(
    spec.is === 'stdio'
      ? stdioLine(spec, { ...around, trace })
      : httpLine(spec, around.env, login, transport),
    trace,
  );
  const capabilities = capabilitiesOf(askedOfUs);
  const client = new Client(CLIENT, {
    versionNegotiation: { mode },
    capabilities,
    ...listening(dial),
  });
  hearThrough(line, (message) => completed(message, client));
  const questions = openQuestions();
  hearServer(client, askedOfUs, questions);
  const lost = Promise.withResolvers<string>();
  client.onclose = () => lost.resolve(reasonOf(line, 'the connection was closed'));
  const limit = limitOf(line, timeout, signal);
  try {
    await client.connect(line, { timeout, signal });
    return opened(client, line, lost.promise, questions, askedOfUs);
  } catch (error) {
    await line.close().catch(() => {});
    return failure(error, line, spec, limit.reached());
  } finally {
    limit.clear();
  }
}

/** A result without a type is complete, by the standard; the library refuses it. */
function completed(message: JSONRPCMessage, client: Client): JSONRPCMessage {
  if (client.getProtocolEra() !== 'modern' || !('result' in message)) return message;
  return { ...message, result: { resultType: 'complete', ...message.result } };
}

/** The library bounds the question of a handshake, but not its last word, which a server may not take. */
function limitOf(line: Line, timeout: number, signal: AbortSignal) {
  let reached = false;
  const leave = () => void line.close().catch(() => {});
  const timer = setTimeout(() => {
    reached = true;
    leave();
  }, timeout);
  signal.addEventListener('abort', leave, { once: true });
  const clear = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  };
  return { clear, reached: () => reached };
}

const CLIENT = { name: 'wave', version: VERSION };

/** Only the word that a list changed: the library's own reading of it is all or nothing. */
const listening = ({ onChanged }: Dial) => {
  const heard = (list: ListName) => ({
    autoRefresh: false,
    // At once: the next request waits for what is known to have changed.
    debounceMs: 0,
    onChanged: () => onChanged(list),
  });
  return {
    listChanged: {
      tools: heard('tools'),
      resources: heard('resources'),
      prompts: heard('prompts'),
    },
  };
};

function failure(error: unknown, line: Line, spec: ServerSpec, isOver: boolean): Failed {
  const refused = error instanceof ProtocolError;
  const isLate =
    isOver || (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout);
  const late = `it was not ready within ${spec.startMs / 1000} s`;
  const challenge = line.challenge?.();
  const cause = challenge ? causeOf(error) : `${causeOf(error)}${keyHint(error)}`;
  const reason = reasonOf(line, isLate ? late : cause);
  return { reason, refused, status: statusOf(error), challenge };
}

function opened(
  client: Client,
  line: Line,
  lost: Promise<string>,
  questions: OpenQuestions,
  { elicit }: AskedOfUs,
): Connection {
  const { tools, resources, prompts, logging } = client.getServerCapabilities() ?? {};
  return {
    has: { tools: !!tools, resources: !!resources, prompts: !!prompts },
    can: { subscribe: resources?.subscribe === true, log: !!logging },
    protocol: client.getNegotiatedProtocolVersion(),
    session: line.sessionId,
    instructions: client.getInstructions(),
    rootsChanged: () => void client.sendRootsListChanged().catch(() => {}),
    lost,
    close: () => line.close().catch(() => {}),
    request: async ({ method, params = {}, headers, schema, timeoutMs, signal, onProgress }) => {
      const clock = requestClock(timeoutMs, signal, questions);
      const onprogress = (progress: Progress) => {
        clock.restart();
        onProgress?.(progress);
      };
      try {
        const options = { timeout: NEVER_MS, signal: clock.signal, headers };
        const listens = onProgress ? { onprogress } : {};
        const value = await client.request({ method, params }, schema, { ...options, ...listens });
        return { ok: true, value: value as never };
      } catch (error) {
        if (signal?.aborted) return { ok: false, is: 'aborted', text: 'interrupted' };
        if (clock.isLate()) return { ok: false, is: 'timeout', text: lateText(timeoutMs) };
        const challenge = line.challenge?.();
        if (challenge && isRefusal(error)) return needsLogin(causeOf(error), challenge);
        const failed = { ok: false, ...kindOf(error, timeoutMs, line) } as const;
        const pages = pagesIn(error);
        if (pages.length === 0) return failed;
        const shown = await showPages(pages, elicit, signal ?? NOBODY_ENDS);
        return { ...failed, text: `${failed.text} (${shown})` };
      } finally {
        clock.clear();
      }
    },
  };
}

const NOBODY_ENDS = new AbortController().signal;

/** Our own clock stands still while the user is asked; the library's knows nothing of that. */
const NEVER_MS = 2 ** 31 - 1;
