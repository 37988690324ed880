import { randomUUID } from 'node:crypto';
import type { ModelMessage } from '../../vocabulary/model-message.ts';
import type { Body } from '../send/send.ts';
import { type Endpoint, type Protocol, typeOf } from './endpoint.ts';

/** What the library converts, and how its text becomes the whole request. */
export interface Shortened {
  readonly messages: readonly ModelMessage[];
  /** Undefined where the library wrote something else than we expect: it then has to convert everything. */
  whole(body: string): Body | undefined;
}

export type Shorten = (messages: readonly ModelMessage[]) => Shortened;

/** A request's text of so many characters is worth keeping. */
const WORTH = 128 * 1024;
/** The main conversation and a few subagents at the same model. */
const MOST = 4;

interface Kept {
  readonly messages: readonly ModelMessage[];
  /** Their JSON, without the comma behind it. Longer ones first. */
  readonly bytes: readonly Uint8Array[];
}

/**
 * Remembers the beginnings of long conversations as the bytes that were sent. A step late in a session then
 * converts and writes only what is new. What comes out is byte for byte what the library would have made.
 */
export function keepPrefixes(endpoint: Pick<Endpoint, 'protocol' | 'type' | 'provider'>): Shorten {
  const wire = isOurs(endpoint) ? WIRE[endpoint.protocol] : undefined;
  if (!wire) return (messages) => ({ messages, whole: (body) => [body] });
  const mark = `kept-${randomUUID()}`;
  const form = wire.mark(mark);
  let all: readonly Kept[] = [];
  return (messages) => {
    const kept = all.find((one) => isPrefix(one.messages, messages)) ?? NOTHING;
    const rest = messages.slice(kept.messages.length);
    const isKept = kept !== NOTHING;
    const keep = (body: string) => {
      const more = body.length < WORTH ? undefined : extend(kept, rest, body, wire, mark);
      if (more) all = [more, ...all.filter((one) => one !== kept)].slice(0, MOST);
    };
    return {
      messages: isKept
        ? [{ role: 'user', content: [{ type: 'text', text: mark }] }, ...rest]
        : rest,
      whole: (body) => {
        const at = isKept ? body.indexOf(form) : 0;
        if (at < 0) return undefined;
        keep(body);
        if (!isKept) return [body];
        return [body.slice(0, at), ...withCommas(kept.bytes), body.slice(at + form.length)];
      },
    };
  };
}

const NOTHING: Kept = { messages: [], bytes: [] };
const COMMA = Buffer.from(',');

const withCommas = (bytes: readonly Uint8Array[]): readonly Uint8Array[] =>
  bytes.flatMap((one, at) => (at === 0 ? [one] : [COMMA, one]));

/** What is left must hold both marks of the provider's cache. */
const isPrefix = (front: readonly ModelMessage[], all: readonly ModelMessage[]): boolean =>
  front.every((message, at) => message === all[at]) &&
  all.slice(front.length).filter(({ role }) => role === 'assistant').length > 1;

/** Takes in what will not change any more. */
function extend(
  kept: Kept,
  rest: readonly ModelMessage[],
  body: string,
  { count }: Wire,
  mark: string,
): Kept | undefined {
  const until = settled(rest);
  const sent = (JSON.parse(body) as { messages: unknown[] }).messages;
  const marked = sent.findIndex((one) => JSON.stringify(one).includes(mark));
  const fresh = marked < 0 ? sent.slice(-count(rest)) : sent.slice(marked + 1);
  if (until === 0 || fresh.length !== count(rest)) return undefined;
  const text = fresh.slice(0, count(rest.slice(0, until))).map((one) => JSON.stringify(one));
  return {
    messages: [...kept.messages, ...rest.slice(0, until)],
    bytes: gathered([...kept.bytes, Buffer.from(text.join(','))]),
  };
}

/** Few pieces, however long the conversation: a piece is joined with the one before it unless that is longer. */
function gathered(bytes: readonly Uint8Array[]): readonly Uint8Array[] {
  const before = bytes.at(-2);
  const last = bytes.at(-1);
  if (!before || !last || before.length > last.length) return bytes;
  return gathered([...bytes.slice(0, -2), Buffer.concat([before, COMMA, last])]);
}

/**
 * How many messages stay as they are in every request from now on: those in front of the last answer but one.
 * Behind it are the marks of the provider's cache, which move. It begins with an answer, so that no library
 * joins what is left with what stands for the rest.
 */
function settled(messages: readonly ModelMessage[]): number {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const before = messages.slice(0, Math.max(last, 0));
  const odd = messages.findIndex((message) => !isPlain(message));
  const most = odd < 0 ? before.length : Math.min(odd + 1, before.length);
  return Math.max(
    messages.slice(0, most).findLastIndex((one, at) => isAnswerAfterOther(one, messages[at - 1])),
    0,
  );
}

const isAnswerAfterOther = (one: ModelMessage, before: ModelMessage | undefined): boolean =>
  one.role === 'assistant' && before !== undefined && before.role !== 'assistant';

/** What a provider ran, cites or is given in another form than text and pictures may depend on what is around. */
function isPlain({ content }: ModelMessage): boolean {
  if (typeof content === 'string') return true;
  return content.every((part) => {
    if (part.type === 'file') return part.mediaType.startsWith('image/');
    if (part.type === 'tool-call') return !part.providerExecuted;
    if (part.type === 'text') return part.providerOptions?.['anthropic'] === undefined;
    return part.type !== 'tool-result' || typeof part.output.value === 'string';
  });
}

/** What each protocol makes of messages: how many it sends, and what a user's text looks like. */
interface Wire {
  readonly count: (messages: readonly ModelMessage[]) => number;
  readonly mark: (text: string) => string;
}

/** Amazon's requests are signed before they come here. */
export const isOurs = (endpoint: Pick<Endpoint, 'type' | 'provider'>): boolean =>
  typeOf(endpoint) !== 'bedrock';

const WIRE: Readonly<Partial<Record<Protocol, Wire>>> = {
  anthropic: {
    // Results and prompts are both the user's, and neighbours of one role are one message.
    count: (messages) =>
      messages.filter(
        ({ role }, at) =>
          at === 0 || (role === 'assistant') !== (messages[at - 1]?.role === 'assistant'),
      ).length,
    mark: (text) => `{"role":"user","content":[{"type":"text","text":"${text}"}]}`,
  },
  chat: {
    count: (messages) =>
      messages.reduce((sum, { role, content }) => sum + (role === 'tool' ? content.length : 1), 0),
    mark: (text) => `{"role":"user","content":"${text}"}`,
  },
};
