import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootsOf } from '../../../src/undo/tree/roots.ts';
import { tempDir } from '../../talk.ts';

test('links followed, each directory once, what is inside another left out', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'p/in'), { recursive: true });
  symlinkSync('p', join(dir, 'link'));
  const named = ['p', 'link', 'p/in', 'missing'].map((name) => join(dir, name));
  expect(rootsOf(named)).toEqual({ roots: [join(dir, 'p')], refused: [] });
});

test.each([
  ['/', 'it is the root of the file system'],
  [homedir(), 'it is your home directory'],
])('%s is refused', (path, why) => {
  expect(rootsOf([path])).toEqual({ roots: [], refused: [{ path, why }] });
});
