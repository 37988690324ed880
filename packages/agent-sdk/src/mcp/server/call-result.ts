import * as z from 'zod';
import { count, headAndTail, MAX_CHARS } from '../../base/text.ts';
import { imageOf, MAX_IMAGE_BYTES } from '../../files/image.ts';
import type { ImageBlock } from '../../vocabulary/messages.ts';
import { done, failed, type ToolResult } from '../../vocabulary/tool.ts';

/** What a call answers; pieces of a kind that is not known are named, not dropped. */
export const CALL_RESULT = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});

export type CallResult = z.infer<typeof CALL_RESULT>;

/** What the model gets; a text beyond its bounds is kept whole. */
export function resultOf(
  { content, structuredContent, isError }: CallResult,
  keep?: (text: string) => string,
): ToolResult {
  const texts = content.map(pieceText);
  const structured = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
  // Servers repeat as a text what they give structured; where they do not, it is all there is.
  const shown = texts.length > 0 ? texts : structured;
  const pictures = content.flatMap(pictureOf);
  const images = pictures.slice(0, MAX_IMAGES);
  const more =
    pictures.length > MAX_IMAGES ? [`[only the first ${MAX_IMAGES} images are shown]`] : [];
  const text = headAndTail([...shown, ...more].join('\n'), MAX_CHARS, keep);
  const data = fits(structuredContent) ? { structuredContent } : {};
  return {
    ...(isError ? failed : done)(text === '' ? 'It answered without a content.' : text, data),
    ...(images.length > 0 ? { images } : {}),
  };
}

/** What a hook reads of an answer: its texts, whole; where there is none, what it gives structured. */
export function plainText({ content, structuredContent }: CallResult): string {
  const texts = content.flatMap((raw) => {
    const piece = TEXT.safeParse(raw);
    return piece.success ? [piece.data.text] : [];
  });
  return texts.length === 0 && structuredContent !== undefined
    ? JSON.stringify(structuredContent)
    : texts.join('\n');
}

const TEXT = z.looseObject({ type: z.literal('text'), text: z.string() });

/** Each costs the model as much as pages of text, in every request from here on. */
const MAX_IMAGES = 5;

const IMAGE = z.looseObject({ type: z.literal('image'), data: z.string() });

/** A whole picture that providers take, whatever the server calls it; its note stands in the text. */
function pictureOf(raw: unknown): ImageBlock[] {
  const { data: image } = IMAGE.safeParse(raw);
  if (!image || image.data.length > (MAX_IMAGE_BYTES * 4) / 3) return [];
  const read = imageOf(Buffer.from(image.data, 'base64'));
  return read.ok ? [read.image] : [];
}

/** Hooks get it as it is, in bounds. */
const MAX_STRUCTURED_CHARS = 30_000;

const fits = (value: unknown) =>
  value !== undefined && JSON.stringify(value).length <= MAX_STRUCTURED_CHARS;

const PIECE = z.looseObject({ type: z.string() });
const text = z.string().catch('');

/** How each kind of content reads for a model that is given text. */
const PIECES: Readonly<Record<string, (piece: Record<string, unknown>) => string>> = {
  text: ({ text: said }) => text.parse(said),
  image: (piece) =>
    `[an image: ${text.parse(piece['mimeType'])}, ${sizeOf(piece['data'])}${pictureOf(piece).length > 0 ? '' : ', which cannot be shown'}]`,
  audio: ({ data, mimeType }) => `[a sound: ${text.parse(mimeType)}, ${sizeOf(data)}]`,
  resource_link: ({ uri, name, mimeType }) =>
    `[a resource: ${[name, uri, mimeType].filter((part) => typeof part === 'string').join(', ')}]`,
  resource: ({ resource }) => resourceText(resource),
};

function pieceText(raw: unknown): string {
  const piece = PIECE.safeParse(raw);
  if (!piece.success) return '[a piece that is no content]';
  const { type } = piece.data;
  const write = Object.hasOwn(PIECES, type) ? PIECES[type] : undefined;
  return write?.(piece.data) ?? `[a piece of an unknown kind: ${type.slice(0, 60)}]`;
}

const RESOURCE = z.looseObject({
  uri: text,
  mimeType: text,
  text: z.string().optional().catch(undefined),
  blob: z.string().optional().catch(undefined),
});

/** One piece of a resource: its text, or what is known of its bytes. */
export function resourceText(raw: unknown): string {
  const resource = RESOURCE.safeParse(raw);
  if (!resource.success) return '[an invalid resource]';
  const { uri, mimeType, text: said, blob } = resource.data;
  if (said !== undefined) return said;
  return `[${uri}: ${mimeType || 'unknown type'}, ${sizeOf(blob)}]`;
}

/** Bytes behind a text in base64. */
function sizeOf(data: unknown): string {
  const { length } = text.parse(data).replace(/=+$/, '');
  return `${count(Math.floor((length * 3) / 4))} bytes`;
}
