import type { WireRequest } from '../../../agent-sdk/test/wire/server.ts';
import { isSubagent, MARK } from './script.ts';

type Line = Readonly<Record<string, unknown>>;
type Content = readonly Readonly<Record<string, unknown>>[];

/** What the main conversation is known to hold: it was printed, or went to the model. */
export interface Known {
  readonly marks: Set<string>;
  /** The messages of the last request. */
  sent: readonly { readonly role: string; readonly content: Content }[];
}

/** What is missing in the requests of a process that went on with a session, and what they add to it. */
export function checkRequests(known: Known, requests: readonly WireRequest[]): string[] {
  const faults: string[] = [];
  for (const request of requests.filter((one) => !isSubagent(one))) {
    const messages = (request.body.messages ?? []).map(({ role, content }) => ({
      role,
      content: plain(content as unknown as Content),
    }));
    const text = JSON.stringify(messages);
    faults.push(
      ...[...known.marks].filter((mark) => !text.includes(mark)).map((mark) => `lost: ${mark}`),
      ...known.sent.flatMap((message, at) =>
        startsWith(messages[at], message) ? [] : [`message ${at} is no longer what was sent`],
      ),
    );
    for (const mark of text.match(MARK) ?? []) known.marks.add(mark);
    known.sent = messages;
  }
  return faults;
}

/** Messages and results that were printed were kept before. */
export function learnLines(known: Known, lines: readonly Line[]): void {
  const told = lines.filter(
    ({ type, agent_id }) => agent_id === undefined && (type === 'user' || type === 'assistant'),
  );
  for (const mark of JSON.stringify(told).match(MARK) ?? []) known.marks.add(mark);
}

/** Marks of the cache move on with each request. */
const plain = (content: Content): Content => content.map(({ cache_control: _, ...block }) => block);

/** A message of the user grows when the next one follows it directly: to the model they are one. */
function startsWith(
  now: Known['sent'][number] | undefined,
  before: Known['sent'][number],
): boolean {
  const begin = { ...now, content: now?.content.slice(0, before.content.length) };
  return JSON.stringify(begin) === JSON.stringify(before);
}
