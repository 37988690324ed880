import { TextDecoder } from 'node:util';

/** What is made of a body, by its type. */
export type Media =
  | { readonly is: 'html' | 'text' }
  | { readonly is: 'other'; readonly what: string };

const TEXT = /^text\/|[+/](json|xml|yaml|toml)$|\/(javascript|ecmascript|typescript|graphql|sql)$/;
const MORE_TEXT =
  /^application\/(x-(sh|yaml|ndjson|javascript|toml|httpd-php)|ld\+json|ndjson|jsonl)/;
const HTML = /^(text\/html|application\/xhtml\+xml)$/;

/** Types that are no text, in words. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'an image'],
  [/^audio\//, 'a sound'],
  [/^video\//, 'a video'],
  [/^font\//, 'a font'],
  [/pdf$/, 'a PDF'],
  [/(zip|gzip|x-tar|x-7z|rar|zstd)/, 'an archive'],
];

export function mediaOf(type: string, head: Buffer): Media {
  const named = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (head.includes(0) && !isWide(type, head)) return { is: 'other', what: otherOf(named) };
  if (HTML.test(named)) return { is: 'html' };
  if (TEXT.test(named) || MORE_TEXT.test(named)) return { is: 'text' };
  if (named !== '' && named !== 'application/octet-stream')
    return { is: 'other', what: otherOf(named) };
  // Without a word from the server, the content says what it is.
  return { is: /^\s*<(!doctype\s+html|html)\b/i.test(head.toString('latin1')) ? 'html' : 'text' };
}

function otherOf(named: string): string {
  const [, words] = OTHERS.find(([form]) => form.test(named)) ?? [];
  if (words !== undefined) return `${words} (${named})`;
  return named === '' ? 'no text' : `a file of type ${named}, or no text`;
}

/** Texts in two bytes a letter are full of zeros. */
const isWide = (type: string, head: Buffer): boolean =>
  /charset="?utf-(16|32)/i.test(type) || ['fffe', 'feff'].includes(head.toString('hex', 0, 2));

/** The text of a body: as its first bytes, its server or the page itself say. */
export function textOf(body: Buffer, type: string): string {
  const [, byServer] = /charset="?([\w-]+)/i.exec(type) ?? [];
  const head = body.toString('latin1', 0, 2048);
  const [, byPage] = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? [];
  const mark = body.toString('hex', 0, 2);
  const byMark = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  return decoderFor(byMark ?? byServer ?? byPage ?? 'utf-8').decode(body);
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
