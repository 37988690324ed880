import { headAndTail } from '../base/text.ts';
import type { Block, Message } from '../vocabulary/messages.ts';

/** What the model gets to see of a conversation: from the last compaction on, with the tail it kept. */
export function viewOf(messages: readonly Message[]): readonly Message[] {
  const at = lastCompaction(messages);
  const summary = messages[at];
  if (!summary?.compaction) return messages;
  const { tail, chars } = summary.compaction;
  const kept = tailOf(tailFrom(messages.slice(0, at), tail), chars);
  return [summary, ...kept, ...messages.slice(at + 1)];
}

/** Where the file of a session lost what the tail begins with: all that the model had until then. */
function tailFrom(front: readonly Message[], tail: string): readonly Message[] {
  const from = front.findIndex(({ id }) => id === tail);
  return from < 0 ? viewOf(front) : front.slice(from);
}

export const lastCompaction = (messages: readonly Message[]): number =>
  messages.findLastIndex(({ compaction }) => compaction !== undefined);

/** Messages as they follow a summary. */
export const tailOf = (messages: readonly Message[], chars?: number): Message[] =>
  messages
    .filter(({ compaction }) => compaction === undefined)
    .map((message) => ({
      ...message,
      blocks: message.blocks.map((block) => (chars === undefined ? block : cutBlock(block, chars))),
    }));

function cutBlock(block: Block, chars: number): Block {
  if (block.type === 'text') return { ...block, content: headAndTail(block.content, chars) };
  if (block.type !== 'tool') return block;
  const parameters = cutTexts(block.parameters, chars) as typeof block.parameters;
  if (block.result === undefined) return { ...block, parameters };
  return { ...block, parameters, result: headAndTail(block.result, chars) };
}

/** The texts in an input, wherever they are: its shape stays what it was. */
function cutTexts(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return headAndTail(value, chars);
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, chars));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutTexts(one, chars)]));
}
