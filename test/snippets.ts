import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A block of code on a page, and the line of the page that it begins after. */
export interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** What the page says it prints; `pack.test.ts` runs it then, with the packages as they are published. */
  readonly prints?: string;
}

/** The pages that people read. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((page) => isThere(page)),
];

export const snippets: readonly Snippet[] = PAGES.flatMap((page) =>
  snippetsIn(page, readFileSync(join(root, page), 'utf8')),
);

/**
 * All blocks of a page. One below the line `<!-- fragment -->`, which no reader sees, is a piece of something
 * larger: it has no language here, so nothing is asked of it.
 */
export function snippetsIn(page: string, text: string): Snippet[] {
  const lines = text.split('\n');
  const found: Snippet[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, language] = /^```(\w*)/.exec(lines[at] ?? '') ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: the block has no end`);
    const isFragment = lines.slice(0, at).findLast((line) => line !== '') === '<!-- fragment -->';
    const code = `${lines.slice(at + 1, end).join('\n')}\n`;
    const [, prints] = /^Prints `([^`]*)`/.exec(lines[end + 2] ?? '') ?? [];
    const said = prints === undefined ? {} : { prints };
    found.push({ page, line: at + 1, language: isFragment ? '' : language, code, ...said });
    at = end;
  }
  return found;
}

function isThere(page: string): boolean {
  try {
    return readFileSync(join(root, page)).length > 0;
  } catch {
    return false;
  }
}
