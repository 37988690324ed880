import type { Block } from '../vocabulary/messages.ts';

/** Blocks for people: the pieces of a text that cites are one text again. */
export function joinTexts(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { ...last, content: last.content + block.content };
    else joined.push(block);
  }
  return joined;
}
