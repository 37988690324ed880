import { show } from '@wavehooks/hooks/vocabulary';
import { readImage } from '../files/image.ts';
import { freshSessionId } from '../session/transcript/session-files.ts';
import type { ImageBlock } from '../vocabulary/messages.ts';
import type { Prompt } from './submit.ts';

/** Each has its id before anybody judges it: hooks are told it. */
export function checkedPrompt(text: unknown, images: unknown): Prompt & { readonly id: string } {
  if (typeof text !== 'string') throw new TypeError(`a prompt: expected a text, got ${show(text)}`);
  if (text.trim() === '') throw new TypeError('a prompt needs a text');
  return { text, images: checkedImages(images), id: freshSessionId() };
}

/** Throws for what no provider could read: left in the conversation, it would spoil every request after it. */
function checkedImages(images: unknown = []): readonly ImageBlock[] {
  if (!Array.isArray(images))
    throw new TypeError(`images: expected a list of images, got ${show(images)}`);
  return images.map((image, at) => {
    const read = readImage(image);
    if (read.ok) return read.image;
    throw new TypeError(`images[${at}] cannot be shown to a model: ${read.why}`);
  });
}
