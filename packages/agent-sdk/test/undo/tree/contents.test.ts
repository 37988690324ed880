import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { expect, onTestFinished, test } from 'vitest';
import { openContents } from '../../../src/undo/tree/contents.ts';
import { tempDir } from '../../talk.ts';

const opened = (dir: string, known: readonly string[] = [], storeMb = 1) => {
  const contents = openContents(dir, known, storeMb);
  onTestFinished(() => contents.close());
  const put = (text: string) => contents.put(hashOf(text), Buffer.from(text));
  return { contents, put };
};

test('the same content lies in one place, also for the next process', () => {
  const dir = join(tempDir(), 'contents');
  const { contents, put } = opened(dir);
  const lies = put('one');
  expect([put('two'), put('one'), put('')]).toEqual([
    expect.objectContaining({ offset: 3, length: 3 }),
    lies,
    expect.objectContaining({ length: 0 }),
  ]);
  if (typeof lies === 'string') throw new Error(lies);
  expect(statSync(join(dir, lies.pack)).size).toBe(6);
  const next = opened(dir, contents.packs());
  next.contents.know(hashOf('one'), lies);
  expect([next.put('one'), String(next.contents.get(lies, hashOf('one')))]).toEqual([lies, 'one']);
  // Nothing new: no file of its own.
  expect(readdirSync(dir)).toHaveLength(1);
  expect(next.contents.get(lies, hashOf('other'))).toBeUndefined();
  expect(next.contents.isWhole()).toBe(true);
  rmSync(join(dir, lies.pack));
  expect(opened(dir, contents.packs()).contents.isWhole()).toBe(false);
});

test('its limit, in words', () => {
  const { put } = opened(join(tempDir(), 'contents'));
  const half = 'x'.repeat(600_000);
  expect(put(half)).toMatchObject({ offset: 0 });
  expect(put(`y${half}`)).toBe('the contents of this project have reached their limit of 1 MiB');
});
