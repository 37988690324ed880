import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sectionsOf } from '../packages/code/src/help/sections.ts';
import { PAGES, root } from './snippets.ts';

/** All that people read, with what stands beside the docs. */
const READ = [
  ...PAGES,
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'AGENTS.md',
  'CODE_OF_CONDUCT.md',
];

const read = (page: string) => readFileSync(join(root, page), 'utf8');

interface Link {
  readonly page: string;
  readonly line: number;
  readonly to: string;
}

/** The links of a page to other files and sections. What is in a block of code, or between backticks, is none. */
function linksIn(page: string, text: string): Link[] {
  let fenced = false;
  return text.split('\n').flatMap((line, at) => {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) return [];
    return [...line.replace(/`[^`]*`/g, '``').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, to = '']) => ({ page, line: at + 1, to }))
      .filter(({ to }) => !/^[a-z]+:/.test(to));
  });
}

/** Why a link leads nowhere; undefined if it leads somewhere. */
function faultOf({ page, to }: Link): string | undefined {
  const [path = '', section] = to.split('#');
  const file = path === '' ? join(root, page) : resolve(join(root, dirname(page)), path);
  if (!existsSync(file)) return `there is no ${relative(root, file)}`;
  if (section === undefined || statSync(file).isDirectory()) return undefined;
  const slugs = sectionsOf(readFileSync(file, 'utf8')).map(({ slug }) => slug);
  return slugs.includes(section) ? undefined : `${relative(root, file)} has no section #${section}`;
}

const wrong = (links: readonly Link[]) =>
  links.flatMap((link) => {
    const fault = faultOf(link);
    return fault === undefined ? [] : [`${link.page}:${link.line}: ${link.to}: ${fault}`];
  });

test('every link of the docs leads to a file, and to a section that is there', () => {
  const links = READ.flatMap((page) => linksIn(page, read(page)));
  expect(links.length).toBeGreaterThan(200);
  expect(wrong(links)).toEqual([]);
});

test('a link that leads nowhere is told with its page and line', () => {
  const text =
    '# A\n[b](b.md) [c](#c) [d](settings.md#approval)\n```\n[e](e.md)\n```\n`[f](f.md)` [g](https://a.b)\n';
  expect(wrong(linksIn('docs/a.md', text))).toEqual([
    'docs/a.md:2: b.md: there is no docs/b.md',
    expect.stringMatching(/^docs\/a\.md:2: #c: /),
  ]);
});
