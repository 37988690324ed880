import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isAnswer } from '../reading/answer-names.ts';
import type { HookEnding, HookOutcome } from '../vocabulary/outcome.ts';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Whether an answer counts; by default one with an answer of a hook, or with nothing. */
  readonly takes?: (status: number, text: string) => boolean;
}

/** Where requests of one scheme go out. */
export interface Line {
  readonly request: (url: URL, options: RequestOptions) => ClientRequest;
  readonly agent: Agent;
}

export type Came = Omit<HookEnding, 'ms'>;

/** A connection that its server closed while it was idle is not the server's answer: one more try. */
export async function exchange(
  line: Line,
  asked: Post,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Came> {
  const first = await once(line, asked, lookup, signal);
  if ('outcome' in first) return first;
  if (!first.stale) return notReached(first.error);
  const second = await once(line, asked, lookup, signal);
  return 'outcome' in second ? second : notReached(second.error);
}

interface Failed {
  readonly error: Error;
  /** It broke before anything came, on a connection that had been used before. */
  readonly stale: boolean;
}

function once(
  { request, agent }: Line,
  { url, headers, body, maxBytes, takes = holdsReply }: Post,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Came | Failed> {
  const { promise, resolve } = Promise.withResolvers<Came | Failed>();
  const own = { 'content-type': 'application/json', accept: 'application/json', ...lower(headers) };
  const sent = request(url, {
    method: 'POST',
    agent,
    lookup,
    signal,
    headers: { ...own, 'content-length': String(body.length), 'accept-encoding': 'identity' },
  });
  sent.on('error', (error: NodeJS.ErrnoException) =>
    resolve({ error, stale: sent.reusedSocket && error.code === 'ECONNRESET' }),
  );
  sent.on('response', (response) => void readAll(response, maxBytes, takes).then(resolve));
  sent.end(body);
  return promise;
}

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function readAll(
  response: IncomingMessage,
  maxBytes: number,
  takes: NonNullable<Post['takes']>,
): Promise<Came> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) return without({ is: 'cut', stream: 'stdout' });
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    return without({ is: 'lost', error: messageOf(error) });
  }
  const [status, text] = [response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')];
  return takes(status, text)
    ? { outcome: { is: 'exit', code: 0 }, stdout: text, stderr: '' }
    : { outcome: { is: 'http', status }, stdout: '', stderr: text };
}

/** An answer, or nothing at all, counts as exit 0. What else comes is what a program writes to stderr. */
const holdsReply = (status: number, text: string): boolean =>
  status >= 200 && status < 300 && (text.trim() === '' || holdsAnswer(text));

function holdsAnswer(text: string): boolean {
  try {
    return isAnswer(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return false;
  }
}

const notReached = (error: Error): Came => without({ is: 'start', error: messageOf(error) });

/** Where several addresses were tried, each says why it failed. */
function messageOf(error: unknown): string {
  const tried = error instanceof AggregateError ? error.errors : [error];
  return tried.map((one) => (one instanceof Error ? one.message : String(one))).join('; ');
}

export const without = (outcome: HookOutcome): Came => ({ outcome, stdout: '', stderr: '' });
