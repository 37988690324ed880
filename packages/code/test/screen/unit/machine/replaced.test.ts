import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { existing, shortText } from '../../../../src/screen/machine/replaced.ts';

test('what a Write would replace: a text, its size, or nothing; whatever the path is', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wave-replaced-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  mkdirSync(join(dir, 'folder'));
  symlinkSync('loop', join(dir, 'loop'));
  const look = (path: unknown) => [shortText(path), existing(path)];
  expect(look(file('text', 'one\n'))).toEqual(['one\n', '4 bytes']);
  expect(look(file('bytes', Buffer.from([0, 1])))).toEqual([undefined, '2 bytes']);
  expect(look(file('long', 'x'.repeat(70_000)))).toEqual([undefined, '70,000 bytes']);
  const nothing = ['gone', 'folder', 'loop', 'x'.repeat(5_000)].map((name) => join(dir, name));
  for (const path of [...nothing, 'text', 5, undefined])
    expect(look(path), String(path).slice(0, 60)).toEqual([undefined, undefined]);
});
