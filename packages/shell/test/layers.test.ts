import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** A folder imports from itself and from those before it. */
const LAYERS = 'text read code languages programs readers look-up runs rules reads'.split(' ');
const MAX_FILES = 15;

const importsOf = (folder: string, file: string) =>
  [...readFileSync(join(src, folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
    ([, from = '']) => from,
  );

test('the folders are these', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LAYERS].sort());
});

test.each(LAYERS)('%s knows only what is below it, and nothing outside', (folder) => {
  const below = LAYERS.slice(0, LAYERS.indexOf(folder));
  const allowed = new RegExp(
    `^(\\./[\\w-]+|\\.\\./(${below.join('|') || '-'})/[\\w-]+)\\.ts$|^node:path$`,
  );
  const files = readdirSync(join(src, folder));
  const wrong = files.flatMap((file) =>
    importsOf(folder, file)
      .filter((from) => !allowed.test(from))
      .map((from) => `${file}: ${from}`),
  );
  expect(wrong).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
});
