import { headAndTail, plural } from '../base/text.ts';
import type { Block, Message } from '../vocabulary/messages.ts';

const MAX_TEXT = 600;
const MAX_CALL = 200;

/** A conversation without what its tools returned: what is left when no model can summarise it. */
export function digestOf(messages: readonly Message[], maxChars: number): string {
  const lines = messages.flatMap(({ role, blocks, from, compaction }) => {
    const who = compaction ? 'earlier summary' : role === 'user' ? (from ?? 'prompt') : 'you';
    const max = compaction ? maxChars : MAX_TEXT;
    return blocks.flatMap((block) => lineOf(block, max).map((line) => `${who}: ${line}`));
  });
  return headAndTail(lines.join('\n'), maxChars);
}

function lineOf(block: Block, max: number): string[] {
  if (block.type === 'text') return [headAndTail(block.content, max)];
  if (block.type === 'image') return ['[an image]'];
  if (block.type !== 'tool') return [];
  const { name, parameters, success, result = '' } = block;
  const how =
    success === false
      ? `failed: ${headAndTail(result, MAX_CALL)}`
      : plural(result.length, 'character');
  return [`called ${name} ${headAndTail(JSON.stringify(parameters), MAX_CALL)} (${how})`];
}
