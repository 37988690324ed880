import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../packages/code/src/help/sections.ts';
import { NAMES } from '../packages/code/src/help/topics.ts';
import { WORDS } from '../packages/code/src/help/words.ts';
import { root } from './snippets.ts';
import { packages, sourcesOf } from './sources.ts';

const read = (page: string) => readFileSync(join(root, page), 'utf8');
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));

describe('the manual', () => {
  test('has every page in its table, and no other', () => {
    expect([...NAMES, 'index'].map((name) => `${name}.md`).sort()).toEqual([...docs].sort());
  });

  test.each(Object.entries(WORDS))('finds "%s" at %s', (_word, to) => {
    const [page, section] = to.split('#');
    const slugs = sectionsOf(read(`docs/${page}.md`)).map(({ slug }) => slug);
    expect(slugs).toContain(section ?? slugs[0]);
  });

  test.each(docs)('%s begins with its title and says what it is for', (name) => {
    const [title, ...others] = sectionsOf(read(`docs/${name}`));
    expect(title).toMatchObject({ level: 1, text: expect.stringMatching(/\w/) });
    expect(others.filter(({ level }) => level === 1)).toEqual([]);
  });
});

describe('no page has walls of text', () => {
  /** Six lines of 80 characters. */
  const MOST_CHARS = 480;

  test.each(['README.md', ...docs.map((name) => `docs/${name}`)])('%s', (page) => {
    expect(paragraphsOf(read(page)).filter(({ length }) => length > MOST_CHARS)).toEqual([]);
  });

  /** Each line of prose is a paragraph or a point of a list. Addresses of links are not read. */
  const paragraphsOf = (text: string) =>
    text
      .replace(/<!-- generated[\s\S]*?<!-- end -->/g, '')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split('\n')
      .filter((line) => !line.startsWith('|'))
      .map((line) => line.replace(/\]\([^)]*\)/g, ']'));
});

describe('docs/environment.md', () => {
  const page = read('docs/environment.md');
  const sources = readdirSync(packages).flatMap((name) =>
    sourcesOf(name).map((file) => readFileSync(file, 'utf8')),
  );

  /** Names that the sources have for other reasons. */
  const OTHERS = [
    // Set while it is built.
    ...['WAVE_VERSION', 'CCC_VERSION'],
    // Of git and for git alone, and a mark by which the supervisor finds processes of its own.
    ...['GIT_CONFIG_COUNT', 'CCC_REVIEW'],
  ];

  const READ = /\benv(?:\?\.)?(?:\[['"]([A-Z][A-Z0-9_]*)['"]\]|\.([A-Z][A-Z0-9_]+)\b)/g;
  const OURS =
    /\b((?:WAVE|CCC)_[A-Z_]*[A-Z]|CLAUDE_(?:PROJECT_DIR|ENV_FILE|PLUGIN_(?:ROOT|DATA)))\b/g;

  const namesIn = (texts: readonly string[], pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, a, b]) => a ?? b ?? '')));

  test('has every variable that is read or set', () => {
    const names = new Set([...namesIn(sources, READ), ...namesIn(sources, OURS)]);
    expect(names.size).toBeGreaterThan(25);
    const missing = [...names].filter(
      (name) => !OTHERS.includes(name) && !page.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  test('has none of ours that nobody knows', () => {
    const known = namesIn(
      [...sources, readFileSync(join(packages, 'code/bin/start.cjs'), 'utf8')],
      OURS,
    );
    expect([...namesIn([page], OURS)].filter((name) => !known.has(name))).toEqual([]);
  });
});
