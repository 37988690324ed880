import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContentBlock, EmbeddedResourceResource } from '@agentclientprotocol/sdk';
import type { ImageBlock } from '@wavehooks/agent-sdk';

/** A prompt of an editor as Wave takes it. */
export interface ReadPrompt {
  readonly text: string;
  readonly images: readonly ImageBlock[];
}

/** One block: what stands in the text, what follows behind it, or what is wrong. */
type Piece =
  | { readonly inline: string; readonly behind?: string }
  | { readonly image: ImageBlock }
  | { readonly fault: string };

/**
 * Blocks of an editor as a prompt, or what is wrong with them. A file that is linked or embedded is a mention,
 * `@"path"`: Wave reads it itself, with the hooks and rules of Read, and through the editor where that is open.
 */
export function readPrompt(
  blocks: readonly ContentBlock[],
  isThere: (path: string) => boolean = existsSync,
): ReadPrompt | string {
  const pieces = blocks.map((block) => pieceOf(block, isThere));
  const at = pieces.findIndex((piece) => 'fault' in piece);
  const wrong = pieces[at];
  if (wrong && 'fault' in wrong) return `prompt[${at}]: ${wrong.fault}`;
  const behind = pieces.flatMap((piece) =>
    'behind' in piece && piece.behind !== undefined ? [piece.behind] : [],
  );
  const inline = pieces.flatMap((piece) => ('inline' in piece ? [piece.inline] : []));
  const text = [joined(inline), ...behind].join('\n\n');
  const images = pieces.flatMap((piece) => ('image' in piece ? [piece.image] : []));
  // An image alone says what it says.
  if (text.trim() === '' && images.length > 0) return { text: 'Look at this.', images };
  return text.trim() === '' ? 'prompt: expected a text, got none' : { text, images };
}

/** Editors cut a line where a mention stands in it; a mention begins behind a space. */
const joined = (texts: readonly string[]): string =>
  texts.reduce((all, text) => {
    const gap = text.startsWith('@"') && /\S$/.test(all) ? ' ' : '';
    const next = all.endsWith('"') && /^\w/.test(text) ? ' ' : '';
    return `${all}${gap || next}${text}`;
  }, '');

function pieceOf(block: ContentBlock, isThere: (path: string) => boolean): Piece {
  switch (block.type) {
    case 'text':
      return { inline: block.text };
    case 'image':
      return { image: { type: 'image', mediaType: block.mimeType, content: block.data } };
    case 'resource_link':
      return {
        inline: named(block.uri, isThere) ?? `[${block.title ?? block.name}](${block.uri})`,
      };
    case 'resource':
      return embedded(block.resource, isThere);
    default:
      return {
        fault: `${block.type} is not supported: expected text, image, resource or resource_link`,
      };
  }
}

function embedded(resource: EmbeddedResourceResource, isThere: (path: string) => boolean): Piece {
  const { uri, mimeType } = resource;
  const file = named(uri, isThere);
  if (file !== undefined) return { inline: file };
  if ('text' in resource)
    return { inline: `[${uri}]`, behind: `<context ref="${uri}">\n${resource.text}\n</context>` };
  if (mimeType?.startsWith('image/'))
    return { image: { type: 'image', mediaType: mimeType, content: resource.blob } };
  return { fault: `a binary resource of type ${mimeType ?? 'unknown'} is not supported` };
}

/** A file as a mention, with the lines that are meant; undefined for what is no file that can be named. */
function named(uri: string, isThere: (path: string) => boolean): string | undefined {
  const path = pathOf(uri);
  if (path === undefined || /["\n]/.test(path) || !isThere(path)) return undefined;
  const [, from, to] = /#L(\d+)(?:[-:]L?(\d+))?/.exec(uri) ?? [];
  const lines = to === undefined ? `line ${from}` : `lines ${from} to ${to}`;
  return `@"${path}"${from === undefined ? '' : ` (${lines})`}`;
}

function pathOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    if (url.protocol !== 'file:') return undefined;
    [url.hash, url.search] = ['', ''];
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
