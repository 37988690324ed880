import { proxiedSend, proxyFor } from '../../model/send/proxy.ts';

export type Fetch = typeof globalThis.fetch;

/** Answers with these have no body, not even an empty one. */
export const BODILESS = [101, 204, 205, 304];

/** The usual fetch, except for addresses that a proxy is named for: those go where models' requests go. */
export function proxiedFetch(env: Readonly<Record<string, string | undefined>>): Fetch {
  const send = proxiedSend(env);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // Without a Request in between: once that is collected, an abort no longer reaches the answer.
    if (!proxyFor(url, env)) return fetch(input, init);
    const request = new Request(input, init);
    const { method } = request;
    const signal = init?.signal ?? request.signal;
    const headers = Object.fromEntries(request.headers);
    const answer = await send({ url, method, headers, body: [await request.text()], signal });
    const { status, statusText } = answer;
    const body = BODILESS.includes(status) ? null : answer.body;
    return new Response(body, { status, statusText, headers: [...answer.headers] });
  };
}
