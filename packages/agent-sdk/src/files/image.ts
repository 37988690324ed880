import { show } from '@wavehooks/hooks/vocabulary';
import type { ImageBlock } from '../vocabulary/messages.ts';
import { checkGif, checkJpeg, checkPng, checkWebp, type ImageCheck } from './image-check.ts';

interface Kind {
  readonly mediaType: string;
  readonly starts: (start: Buffer) => boolean;
  readonly check: ImageCheck;
}

/** The kinds that every provider takes, by their first bytes. */
const KINDS: readonly Kind[] = [
  {
    mediaType: 'image/png',
    starts: (start) => start.subarray(0, 8).equals(PNG),
    check: checkPng,
  },
  {
    mediaType: 'image/jpeg',
    starts: (start) => start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff,
    check: checkJpeg,
  },
  {
    mediaType: 'image/gif',
    starts: (start) => /^GIF8[79]a/.test(start.toString('latin1', 0, 6)),
    check: checkGif,
  },
  {
    mediaType: 'image/webp',
    starts: (start) =>
      start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
    check: checkWebp,
  },
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Providers take five megabytes of base64. */
export const MAX_IMAGE_BYTES = 3_700_000;

export const tooLarge = (size: number): string =>
  `the image has ${size} bytes, and ${MAX_IMAGE_BYTES} is the most that can be sent. Make it smaller first`;

/** Whether a file begins like an image. */
export const looksLikeImage = (start: Buffer): boolean => KINDS.some(({ starts }) => starts(start));

export type ReadImage =
  | { readonly ok: true; readonly image: ImageBlock }
  | { readonly ok: false; readonly why: string };

/**
 * An image as a host or a file gives it. What it is called does not count, only what its bytes are, and
 * that its text is base64: what is called another way is no image to begin with.
 */
export function readImage(value: unknown): ReadImage {
  const { mediaType, content } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof mediaType !== 'string' || !mediaType.startsWith('image/'))
    return { ok: false, why: `expected a mediaType such as "image/png", got ${show(mediaType)}` };
  if (typeof content !== 'string')
    return { ok: false, why: `expected its content as a text in base64, got ${show(content)}` };
  if (NOT_BASE64.test(content))
    return { ok: false, why: `its content is no base64: ${show(content)}` };
  return imageOf(Buffer.from(content, 'base64'));
}

/** Of either alphabet; mail programs break it into lines. */
const NOT_BASE64 = /[^\w+/=\s-]/;

/** An image for the model, of bytes that are a whole one of a kind that providers take. */
export function imageOf(bytes: Buffer): ReadImage {
  const kind = KINDS.find(({ starts }) => starts(bytes));
  if (!kind) return { ok: false, why: 'it is no PNG, JPEG, GIF or WebP' };
  if (bytes.length > MAX_IMAGE_BYTES) return { ok: false, why: tooLarge(bytes.length) };
  const { mediaType, check } = kind;
  const fault = check(bytes);
  if (fault !== undefined) return { ok: false, why: `it is no whole ${mediaType} image: ${fault}` };
  return { ok: true, image: { type: 'image', mediaType, content: bytes.toString('base64') } };
}
