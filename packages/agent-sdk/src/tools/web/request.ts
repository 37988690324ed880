import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pinned } from '@wavehooks/hooks/web';
import { VERSION } from '../../base/version.ts';
import type { Destination } from './address.ts';

/** The head of an answer, and its body as far as it was read. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly location: string | undefined;
  readonly body: Buffer;
  readonly cut: boolean;
}

/** No cookies, no credentials, no proxy: `agent: false` also keeps Node's own from being used. */
const HEADERS = {
  'user-agent': `Wave/${VERSION} (WebFetch)`,
  accept: 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/*;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br, deflate',
} as const;

/** Sends one request to addresses that were checked. Rejects with what went wrong. */
export async function request(
  { url, addresses }: Destination,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Answer> {
  const client = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent: false, lookup: pinned(addresses), headers: HEADERS, signal } as const;
    client.request(url, options).once('response', resolve).once('error', reject).end();
  });
  try {
    return { ...headOf(response), ...(await bodyOf(response, maxBytes)) };
  } finally {
    response.destroy();
  }
}

const headOf = ({ statusCode = 0, statusMessage = '', headers }: IncomingMessage) => ({
  status: statusCode,
  statusText: statusMessage,
  type: headers['content-type'] ?? '',
  location: headers.location,
});

/** What is packed counts unpacked: a small answer may hold a large one. */
async function bodyOf(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<Answer, 'body' | 'cut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await unpacked(response)) {
    const room = maxBytes - size;
    chunks.push((chunk as Buffer).subarray(0, room));
    size += (chunk as Buffer).length;
    if (size > maxBytes) return { body: Buffer.concat(chunks), cut: true };
  }
  return { body: Buffer.concat(chunks), cut: false };
}

async function unpacked(response: IncomingMessage): Promise<Readable> {
  const packed = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (packed === 'identity' || packed === '') return response;
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  const open = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate };
  const make = packed === 'br' ? createBrotliDecompress : open[packed as keyof typeof open];
  if (!make) throw new Error(`the answer is packed in a way that was not asked for: ${packed}`);
  const unpack = make();
  response.once('error', (error) => unpack.destroy(error));
  return response.pipe(unpack);
}
