import type { Canvas } from '../screen/text/lines.ts';
import { markdown } from '../screen/text/markdown.ts';

/** A page as lines for a terminal. */
export const terminalText = (page: string, canvas: Canvas): string =>
  markdown(forReaders(page), canvas)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');

/** Blocks of code are let be: the others are every second part. */
function forReaders(page: string): string {
  const named = new Set<string>();
  return page
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : proseOf(part, named)))
    .join('');
}

/** Marks of the generator go; a link to another page becomes the command that shows it. */
const proseOf = (text: string, named: Set<string>): string =>
  text
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\((?!https?:)([^)]*)\)/g, (_, label: string, href: string) =>
      linked(label, href, named),
    );

/** Once a page: a reader who has seen the command needs no second look. */
function linked(label: string, href: string, named: Set<string>): string {
  const page = /^(?:\.\.\/docs\/|docs\/)?([\w-]+)\.md(?:#.*)?$/.exec(href)?.[1];
  if (page === undefined || page === 'index' || named.has(page)) return label;
  named.add(page);
  return `${label} (\`wave help ${page}\`)`;
}
