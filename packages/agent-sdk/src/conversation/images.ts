import type { Block, Message } from '../vocabulary/messages.ts';

/** What stands in place of an image that the model no longer gets. */
export const IMAGE_GONE = '[An image was here. You do not have it any more.]';

export const imagesIn = (messages: readonly Message[]): number =>
  messages.reduce((sum, { blocks }) => sum + blocks.reduce((all, one) => all + countOf(one), 0), 0);

const countOf = (block: Block): number =>
  block.type === 'image' ? 1 : block.type === 'tool' ? (block.images?.length ?? 0) : 0;

export const withoutImages = (message: Message): Message =>
  imagesIn([message]) === 0 ? message : { ...message, blocks: message.blocks.map(withoutImage) };

function withoutImage(block: Block): Block {
  if (block.type === 'image') return { type: 'text', content: IMAGE_GONE };
  if (block.type !== 'tool' || !block.images) return block;
  const { images: _, ...rest } = block;
  return { ...rest, result: [block.result, IMAGE_GONE].filter(Boolean).join('\n') };
}
