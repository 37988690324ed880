import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { writeSettings } from '../../src/editing/write.ts';
import { SettingsError } from '../../src/reading/read.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('a new file gets its directory, and nothing else is left there', () => {
  const dir = tempDir();
  const file = join(dir, 'a', 'b', 'settings.json');
  writeSettings(file, '{}\n', undefined);
  expect(read(file)).toBe('{}\n');
  expect(readdirSync(join(dir, 'a', 'b'))).toEqual(['settings.json']);
});

test('the mode stays', () => {
  const file = join(tempDir(), 's.json');
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  writeSettings(file, 'new', 'old');
  expect([read(file), statSync(file).mode & 0o777]).toEqual(['new', 0o640]);
});

test.each(['there', 'dangling'])('a link stays a link, its target is written (%s)', (state) => {
  const dir = tempDir();
  const target = join(dir, 'real', 'target.json');
  mkdirSync(join(dir, 'real'));
  if (state === 'there') writeFileSync(target, 'old');
  symlinkSync('real/target.json', join(dir, 'middle.json'));
  symlinkSync('middle.json', join(dir, 's.json'));
  writeSettings(join(dir, 's.json'), 'new', state === 'there' ? 'old' : undefined);
  expect(read(target)).toBe('new');
  expect(lstatSync(join(dir, 's.json')).isSymbolicLink()).toBe(true);
});

const refusals: { name: string; prepare: (file: string) => void; old?: string; says: RegExp }[] = [
  {
    name: 'a file changed meanwhile',
    prepare: (file) => writeFileSync(file, 'other'),
    old: 'old',
    says: /s\.json: was changed by somebody else since it was read/,
  },
  {
    name: 'a file that came meanwhile',
    prepare: (file) => writeFileSync(file, 'other'),
    says: /was changed by somebody else/,
  },
  { name: 'a file that went meanwhile', prepare: () => {}, old: 'old', says: /was changed/ },
  {
    name: 'a read-only file',
    prepare: (file) => {
      writeFileSync(file, 'old');
      chmodSync(file, 0o444);
    },
    old: 'old',
    says: /s\.json: cannot be written: it is read-only/,
  },
  {
    name: 'a directory',
    prepare: (file) => mkdirSync(file),
    old: 'old',
    says: /expected a file, got something else/,
  },
  {
    name: 'bytes that are no UTF-8',
    prepare: (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
    old: '{\uFFFD}',
    says: /expected UTF-8/,
  },
  {
    name: 'a circle of links',
    prepare: (file) => symlinkSync('s.json', file),
    says: /go in a circle/,
  },
];

test.each(refusals)('$name: refused, and nothing is left behind', ({ prepare, old, says }) => {
  const dir = tempDir();
  const file = join(dir, 's.json');
  prepare(file);
  const before = readdirSync(dir);
  expect(() => writeSettings(file, 'new', old)).toThrow(SettingsError);
  expect(() => writeSettings(file, 'new', old)).toThrow(says);
  expect(readdirSync(dir)).toEqual(before);
});

test('a directory that cannot be made is told with the file', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'plain'), '');
  const file = join(dir, 'plain', 's.json');
  expect(() => writeSettings(file, 'new', undefined)).toThrow(/s\.json: cannot be written: /);
});
