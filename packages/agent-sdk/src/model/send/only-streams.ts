import type { Incoming, Outgoing, Send } from './send.ts';

/** A server answered with something else than a stream of events: it is no model's endpoint. */
export class NoStream extends Error {}

/**
 * A page in place of an answer (a portal that wants a login, a wrong address) comes with status 200
 * and stays what it is, however often one asks.
 */
export function onlyStreams(send: Send): Send {
  return async (request) => {
    const answer = await send(request);
    if (answer.status !== 200 || mayStream(typeOf(answer))) return answer;
    throw new NoStream(await described(request, answer));
  };
}

/** Events of Amazon Bedrock, which are no text. */
export const AMAZON = 'application/vnd.amazon.eventstream';

/** Careless servers send these for streams, too; reading shows what is not a stream. */
const PERHAPS = ['', 'text/event-stream', 'text/plain', 'application/octet-stream', AMAZON];

const mayStream = (type: string) => PERHAPS.includes(type);

const typeOf = ({ headers }: Incoming): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

async function described({ url }: Outgoing, answer: Incoming): Promise<string> {
  const begins = await beginningOf(answer.body);
  const what = `${url.origin}${url.pathname} answered with ${typeOf(answer)} instead of a stream of events`;
  return begins === '' ? what : `${what}: ${begins}`;
}

const LONGEST = 120;

/** The first piece says enough; the rest is not waited for. */
async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  const text = new TextDecoder().decode(value).replace(/\s+/g, ' ').trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
