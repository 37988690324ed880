import { Client, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ZodType } from 'zod';
import { messageOf } from '../../base/error-text.ts';
import { VERSION } from '../../base/version.ts';
import type { Surroundings } from '../config/read-server.ts';
import type { ServerSpec } from '../config/server-spec.ts';
import { httpLine } from './http-line.ts';
import { type Line, reasonOf } from './line.ts';
import { stdioLine } from './stdio-line.ts';

/** What can change about a server while it is connected. */
export type ListName = 'tools' | 'resources' | 'prompts';

/** A server that answered, and can be asked. */
export interface Connection {
  /** Which lists it has. */
  readonly has: Readonly<Record<ListName, boolean>>;
  request<T>(asked: Asked<T>): Promise<Reply<T>>;
  /** Settles with the reason once it is over. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

export interface Asked<T> {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  /** What the answer must be; loose, so that one odd piece does not cost the rest. */
  readonly schema: ZodType<T>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  /** `refused`: the server said no. `broken`: it cannot be talked to any more. */
  | {
      readonly ok: false;
      readonly is: 'refused' | 'invalid' | 'timeout' | 'aborted' | 'broken';
      readonly text: string;
    };

export interface Dial {
  readonly spec: ServerSpec;
  readonly around: Surroundings;
  readonly onChanged: (list: ListName) => void;
  readonly signal: AbortSignal;
}

/** Opens a server; a text that says why not. */
export async function connect(dial: Dial): Promise<Connection | string> {
  const first = await attempt(dial, 'legacy', dial.spec.startMs);
  // Most servers speak the older handshake, and some of those end at anything before it.
  if (!('refused' in first)) return 'reason' in first ? first.reason : first;
  const second = await attempt(dial, 'auto', Math.min(dial.spec.startMs, SECOND_MS));
  return 'reason' in second ? first.reason : second;
}

/** A server that refused one handshake is up: its answer to another comes soon. */
const SECOND_MS = 5_000;

type Failed = { readonly reason: string; readonly refused?: true };

async function attempt(
  dial: Dial,
  mode: 'legacy' | 'auto',
  timeout: number,
): Promise<Connection | Failed> {
  const { spec, around, signal } = dial;
  const line =
    spec.is === 'stdio' ? stdioLine(spec, around.projectDir) : httpLine(spec, around.env);
  const client = new Client(CLIENT, { versionNegotiation: { mode }, ...listening(dial) });
  const lost = Promise.withResolvers<string>();
  client.onclose = () => lost.resolve(reasonOf(line, 'the connection was closed'));
  const limit = limitOf(line, timeout, signal);
  try {
    await client.connect(line, { timeout, signal });
    return opened(client, line, lost.promise);
  } catch (error) {
    await line.close().catch(() => {});
    return failure(error, line, spec, limit.reached());
  } finally {
    limit.clear();
  }
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
  const refused = error instanceof ProtocolError || /protocol version/i.test(`${error}`);
  const isLate =
    isOver || (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout);
  const late = `it was not ready within ${spec.startMs / 1000} s`;
  const reason = reasonOf(line, isLate ? late : causeOf(error));
  return refused ? { reason, refused } : { reason };
}

/** fetch says only that it failed, and the library not with which status: both stand behind the error. */
function causeOf(error: unknown): string {
  const { cause, data } = error as Error & { data?: { status?: unknown } };
  const text = messageOf(error).slice(0, MAX_REASON_CHARS);
  const status = typeof data?.status === 'number' ? `HTTP ${data.status}: ` : '';
  const hint = data?.status === 401 || data?.status === 403 ? '; "headers" can hold a key' : '';
  return `${status}${text}${cause === undefined ? '' : ` (${messageOf(cause)})`}${hint}`;
}

/** What went wrong can be a whole page. */
const MAX_REASON_CHARS = 500;

function opened(client: Client, line: Line, lost: Promise<string>): Connection {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  return {
    has: { tools: !!tools, resources: !!resources, prompts: !!prompts },
    lost,
    close: () => line.close().catch(() => {}),
    request: async ({ method, params = {}, schema, timeoutMs, signal }) => {
      try {
        const options = { timeout: timeoutMs, ...(signal ? { signal } : {}) };
        const value = await client.request({ method, params }, schema, options);
        return { ok: true, value: value as never };
      } catch (error) {
        if (signal?.aborted) return { ok: false, is: 'aborted', text: 'interrupted' };
        return { ok: false, ...kindOf(error, timeoutMs, line) };
      }
    },
  };
}

function kindOf(error: unknown, timeoutMs: number, line: Line) {
  const text = messageOf(error);
  const code = error instanceof SdkError ? error.code : undefined;
  if (error instanceof ProtocolError) return { is: 'refused', text } as const;
  if (code === SdkErrorCode.RequestTimeout)
    return { is: 'timeout', text: `it did not answer within ${timeoutMs / 1000} s` } as const;
  if (code === SdkErrorCode.InvalidResult) return { is: 'invalid', text } as const;
  return { is: 'broken', text: reasonOf(line, causeOf(error)) } as const;
}
