import { sectionsOf } from './sections.ts';

/** A section that mentions what was looked for, and the first line that does. */
export interface Hit {
  readonly page: string;
  readonly title: string;
  readonly line: string;
}

/**
 * The sections that mention all of the words, in any case. Where a heading does comes first, then where they are
 * mentioned most; among equals the order of the pages counts.
 */
export function searchPages(pages: ReadonlyMap<string, string>, text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [...pages]
    .flatMap(([page, content]) =>
      sectionsOf(content).flatMap(({ title, text: body }) => {
        const rank = rankOf(title.toLowerCase(), body.toLowerCase(), words);
        return rank === 0 ? [] : [{ rank, page, title, line: lineWith(body, words) }];
      }),
    )
    .sort((a, b) => b.rank - a.rank)
    .map(({ page, title, line }) => ({ page, title, line }));
}

const IN_HEADING = 1000;

function rankOf(title: string, body: string, words: readonly string[]): number {
  if (!words.every((word) => title.includes(word) || body.includes(word))) return 0;
  const mentions = words.map((word) => body.split(word).length - 1);
  const heading = words.every((word) => title.includes(word)) ? IN_HEADING : 0;
  return heading + Math.max(1, ...mentions);
}

/** Pages have one line a paragraph, so it is cut around the word. */
function lineWith(body: string, words: readonly string[]): string {
  const lines = body.split('\n').filter((line) => !line.startsWith('<!--'));
  const found = lines.find((line) => words.some((word) => line.toLowerCase().includes(word)));
  return around(found ?? '', words[0] ?? '');
}

const BEFORE = 40;
const AFTER = 80;

function around(line: string, word: string): string {
  const flat = unmarked(line).replace(/\s+/g, ' ').trim();
  const at = Math.max(0, flat.toLowerCase().indexOf(word));
  const start = at > BEFORE ? flat.indexOf(' ', at - BEFORE) + 1 : 0;
  const end = flat.length > at + AFTER ? flat.lastIndexOf(' ', at + AFTER) : flat.length;
  return `${start > 0 ? '… ' : ''}${flat.slice(start, end)}${end < flat.length ? ' …' : ''}`;
}

const LINK = /\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)/g;

/** Without the marks of markdown. What stands in code is no mark; every second part is code. */
const unmarked = (line: string): string =>
  line
    .replace(LINK, '$1')
    .split('`')
    .map((part, at) => (at % 2 === 1 ? part.replaceAll('\\|', '|') : part.replace(/[*|]/g, '')))
    .join('');
