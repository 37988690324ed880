import { plural } from '../../base/text.ts';
import type { Change, ToolPatch } from '../../conversation/conversation.ts';
import { IMAGE_GONE } from '../../conversation/images.ts';
import { readImage } from '../../files/image.ts';
import type { Block, ToolBlock } from '../../vocabulary/messages.ts';

export interface Mended {
  readonly changes: readonly Change[];
  /** What was left out, in words; absent when nothing was. */
  readonly told?: string;
}

/**
 * What a session's file holds, without images that are none: no request could be made of a conversation
 * with one, and so the session could never be gone on with.
 */
export function mendImages(changes: readonly Change[]): Mended {
  const lost = { images: 0 };
  const mended = changes.map((change) => mendChange(change, lost));
  if (lost.images === 0) return { changes };
  const told = `${plural(lost.images, 'image')} in it cannot be shown to a model and ${lost.images === 1 ? 'is' : 'are'} left out`;
  return { changes: mended, told };
}

interface Lost {
  images: number;
}

function mendChange(change: Change, lost: Lost): Change {
  if (change.is === 'block') return { ...change, block: mendBlock(change.block, lost) };
  if (change.is === 'tool') return { ...change, patch: mendCall(change.patch, lost) };
  if (change.is !== 'added' && change.is !== 'compacted') return change;
  const blocks = change.message.blocks.map((block) => mendBlock(block, lost));
  return { ...change, message: { ...change.message, blocks } };
}

function mendBlock(block: Block, lost: Lost): Block {
  if (block.type === 'tool') return mendCall(block, lost);
  if (block.type !== 'image' || readImage(block).ok) return block;
  lost.images++;
  return { type: 'text', content: IMAGE_GONE };
}

function mendCall<T extends ToolBlock | ToolPatch>(call: T, lost: Lost) {
  const { images, ...rest } = call;
  return images === undefined ? call : { ...rest, ...imagesAndResult(call, lost) };
}

/** Of a call or of what changes about it: its images, and its result with a note for each that is gone. */
function imagesAndResult(block: Pick<ToolBlock, 'images' | 'result'>, lost: Lost) {
  const { images, result } = block;
  const all: readonly unknown[] = Array.isArray(images) ? images : [images];
  const good = all.map(readImage).flatMap((read) => (read.ok ? [read.image] : []));
  const notes = Array<string>(all.length - good.length).fill(IMAGE_GONE);
  lost.images += notes.length;
  return {
    result: [result, ...notes].filter(Boolean).join('\n'),
    ...(good.length > 0 ? { images: good } : {}),
  };
}
