import type { ImageBlock } from '@wavehooks/agent-sdk';
import { isObject, show } from '@wavehooks/hooks/vocabulary';

/** A prompt as it comes on a line of `--input-format stream-json`. */
export interface UserLine {
  readonly text: string;
  readonly images: readonly ImageBlock[];
}

const FORM = '{"type": "user", "message": {"role": "user", "content": "..."}}';

/** A line in the form that Claude Code reads, or what is wrong with it. */
export function readUserLine(line: string): UserLine | string {
  const value = parsed(line);
  if (value === undefined) return `expected JSON such as ${FORM}, got ${short(line)}`;
  if (!isObject(value) || value['type'] !== 'user')
    return `expected ${FORM}, got ${short(isObject(value) ? value['type'] : value)}${isObject(value) ? ' as type' : ''}`;
  const { message } = value;
  if (!isObject(message) || (message['role'] ?? 'user') !== 'user')
    return `message: expected {"role": "user", "content": ...}, got ${short(message)}`;
  const { content } = message;
  if (typeof content === 'string') return withText({ text: content, images: [] });
  if (!Array.isArray(content))
    return `message.content: expected a text or a list of blocks, got ${short(content)}`;
  return ofBlocks(content);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const short = (value: unknown): string => show(value).slice(0, 120);

function ofBlocks(blocks: readonly unknown[]): UserLine | string {
  const texts: string[] = [];
  const images: ImageBlock[] = [];
  for (const [at, block] of blocks.entries()) {
    const read = ofBlock(block);
    if (read === undefined)
      return `message.content[${at}]: expected a block of type text, or of type image in base64, got ${short(block)}`;
    if (typeof read === 'string') texts.push(read);
    else images.push(read);
  }
  return withText({ text: texts.join('\n\n'), images });
}

function ofBlock(block: unknown): string | ImageBlock | undefined {
  if (!isObject(block)) return undefined;
  const { type, text, source } = block;
  if (type === 'text') return typeof text === 'string' ? text : undefined;
  if (type !== 'image' || !isObject(source) || source['type'] !== 'base64') return undefined;
  const { media_type: mediaType, data: content } = source;
  return typeof mediaType === 'string' && typeof content === 'string'
    ? { type: 'image', mediaType, content }
    : undefined;
}

const withText = (line: UserLine): UserLine | string =>
  line.text.trim() === '' ? 'message.content: expected a text, got none' : line;
