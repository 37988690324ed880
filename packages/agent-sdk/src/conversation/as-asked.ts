import type { Asked, Block, ToolBlock } from '../vocabulary/messages.ts';

/** A call as the model asked for it, with those that were made of it. */
export interface AskedBlock extends ToolBlock {
  readonly made?: readonly ToolBlock[];
}

type Shown = Exclude<Block, ToolBlock> | AskedBlock;

/** The blocks of an answer with each call in the words of the model. */
export function asAsked(blocks: readonly Block[]): readonly Shown[] {
  if (!blocks.some((block) => block.type === 'tool' && block.asked)) return blocks;
  const shown: Shown[] = [];
  for (const block of blocks) {
    const last = shown.at(-1);
    if (block.type !== 'tool' || !block.asked) shown.push(block);
    else if (last?.type === 'tool' && last.id === block.asked.id)
      shown[shown.length - 1] = whole([...(last.made ?? []), block], block.asked);
    else shown.push(whole([block], block.asked));
  }
  return shown;
}

/** One result for all of them: it failed if one of them did. */
function whole(made: readonly ToolBlock[], { id, name, input }: Asked): AskedBlock {
  const [{ asked: _, original: __, ...first } = {} as ToolBlock] = made;
  const images = made.flatMap((one) => one.images ?? []);
  return {
    ...first,
    ...{ id, name, parameters: input, made },
    ...(made.some(({ success }) => success === false) ? { success: false } : {}),
    ...(images.length > 0 ? { images } : {}),
  };
}
