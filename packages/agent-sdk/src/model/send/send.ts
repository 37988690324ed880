import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOf } from './body-of.ts';

/** A request as the providers make them. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly signal: AbortSignal;
  /** Called when all of it was written. */
  readonly onSent?: (() => void) | undefined;
}

/** What is sent, in pieces: what was sent before is there as bytes. */
export type Body = readonly (string | Uint8Array)[];

/** The head of an answer, and its body as it arrives. */
export interface Incoming {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReadableStream<Uint8Array>;
}

export type Send = (request: Outgoing) => Promise<Incoming>;

/**
 * Sends over Node's own http and https, which keep connections open and read the certificates that
 * users of Node name. The global fetch would cost every start as much as Node itself does.
 */
export const send: Send = async (request) => {
  const { url } = request;
  const client = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return exchange(client.request(url, optionsOf(request)), request);
};

/** What comes compressed would have to be unpacked, and a stream of small events gains nothing. */
export function optionsOf({ method, headers, body, signal }: Outgoing) {
  const bytes = body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const length = { 'content-length': bytes, 'accept-encoding': 'identity' };
  return { method, headers: { ...headers, ...length }, signal } satisfies RequestOptions;
}

/** Sends the body and waits for the head of the answer. */
export function exchange(
  outgoing: ClientRequest,
  { body, onSent }: Pick<Outgoing, 'body' | 'onSent'>,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', (answer) => resolve(incoming(answer)));
    outgoing.on('error', reject);
    outgoing.once('socket', (socket) => giveUp(outgoing, socket));
    if (onSent) outgoing.once('finish', onSent);
    for (const piece of body) outgoing.write(piece);
    outgoing.end();
  });
}

const CONNECT_MS = 10_000;

/** An address that swallows packets would keep us waiting for minutes. */
function giveUp(outgoing: ClientRequest, socket: Socket): void {
  if (!socket.connecting) return;
  const late = Object.assign(new Error('no connection came about'), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => outgoing.destroy(late), CONNECT_MS);
  for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(timer));
}

function incoming(answer: IncomingMessage): Incoming {
  const { statusCode = 502, statusMessage = '', headers } = answer;
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: bodyOf(answer),
  };
}
