import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packages } from './sources.ts';

const root = join(packages, '..');

/** What tells contributors where things are. */
const MAPS = ['docs/architecture.md', 'AGENTS.md'];

const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Words between backticks that look like a file or a folder of ours. What the build makes is none. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./@-]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => /\.(?:tsx?|mjs|sh|pl|css)$|.\/$|^packages\//.test(word))
    .filter((word) => !word.startsWith('dist') && !word.startsWith('@'));

const FILES = globSync('{packages/*,test,scripts,bench,examples,docs}/**', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).map((path) => `/${path}`);

const isThere = (path: string) =>
  FILES.some((file) => file.endsWith(`/${path.replace(/\/$/, '')}`));

test.each([...MAPS, 'CONTRIBUTING.md'])('%s: every path leads somewhere', (page) => {
  const paths = pathsIn(read(page));
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

const foldersOf = (name: string): string[] =>
  readdirSync(join(packages, name, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe.each(readdirSync(packages))('packages/%s', (name) => {
  test.each(MAPS)('%s has it', (page) => expect(read(page)).toContain(`packages/${name}`));

  test('the architecture has each of its folders', () => {
    const text = read('docs/architecture.md');
    const named = (folder: string) =>
      [`\`${folder}/`, `\`${folder}\``, `/${folder}`].some((word) => text.includes(word));
    expect(foldersOf(name).filter((folder) => !named(folder))).toEqual([]);
  });
});
