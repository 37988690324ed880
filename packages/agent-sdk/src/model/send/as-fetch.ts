import type { Incoming, Send } from './send.ts';

/**
 * A fetch for the providers: as much of one as they use. They give a text and a record of headers,
 * and read the answer's status, headers and body. Naming the global classes would load the global
 * fetch, whose weight is the reason for this file.
 */
export function asFetch(send: Send): typeof globalThis.fetch {
  const fetch = async (url: string, { method, headers = {}, body, signal }: Init) => {
    const request = { url: new URL(url), method, headers, body: body === undefined ? [] : [body] };
    return asResponse(await send({ ...request, signal: signal ?? new AbortController().signal }));
  };
  return fetch as unknown as typeof globalThis.fetch;
}

interface Init {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

function asResponse(answer: Incoming) {
  const text = () => textOf(answer.body);
  const ok = answer.status >= 200 && answer.status < 300;
  return { ...answer, ok, text, json: async () => JSON.parse(await text()) as unknown };
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
