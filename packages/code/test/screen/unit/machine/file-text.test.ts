import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { existing, textAt } from '../../../../src/screen/machine/file-text.ts';

test('what is in a file: a text, its size, or nothing; whatever the path is', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wave-file-text-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  mkdirSync(join(dir, 'folder'));
  symlinkSync('loop', join(dir, 'loop'));
  const look = (path: unknown) => [textAt(path), existing(path)];
  expect(look(file('text', 'one\n'))).toEqual(['one\n', '4 bytes']);
  expect(look(file('bytes', Buffer.from([0, 1])))).toEqual([undefined, '2 bytes']);
  expect(look(file('torn', Buffer.from([0xe6, 0x97])))).toEqual([undefined, '2 bytes']);
  const long = file('long', 'x'.repeat(1_100_000));
  expect(look(long)).toEqual([undefined, '1,100,000 bytes']);
  expect(look(join(dir, 'gone'))).toEqual([null, undefined]);
  const nothing = ['folder', 'loop', 'x'.repeat(5_000)].map((name) => join(dir, name));
  for (const path of [...nothing, 'text', 5, undefined])
    expect(look(path), String(path).slice(0, 60)).toEqual([undefined, undefined]);
});
