import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { expect, onTestFinished, test } from 'vitest';
import type { DirectoryEntry } from '../../../src/undo/tree/entry.ts';
import { openPacks } from '../../../src/undo/tree/packs.ts';
import { takeUp, writeTree } from '../../../src/undo/tree/tree-state.ts';
import { tempDir } from '../../talk.ts';

const top = (): DirectoryEntry => ({
  ...{ is: 'directory', mode: 0, ino: 0, mtime: 0, ctime: 0, at: 0, ignored: false },
  children: new Map(),
});

function opened(dir: string, roots: Map<string, DirectoryEntry> = new Map(), storeMb = 1) {
  const packs = openPacks(dir, roots, storeMb);
  onTestFinished(() => packs.close());
  const put = (text: string) => packs.put(hashOf(text), Buffer.from(text));
  /** Puts a text and lets the tree hold it. */
  const hold = (root: DirectoryEntry, name: string, text: string) => {
    const lies = put(text);
    if (typeof lies === 'string') throw new Error(lies);
    const stamp = { mode: 0, size: 0, mtime: 0, ctime: 0, ino: 0, at: 0 };
    root.children.set(name, { is: 'file', ...stamp, hash: hashOf(text), ...lies });
    return lies;
  };
  return { packs, put, hold };
}

test('the same content lies in one place, also for the next session', () => {
  const sessions = tempDir();
  const places = { dir: join(sessions, 'a.tree'), latest: join(sessions, 'latest.tree') };
  takeUp({ ...places, dir: places.latest });
  const root = top();
  const first = opened(places.latest);
  const lies = first.hold(root, 'one', 'one');
  expect([first.put('two'), first.put('one'), first.put('')]).toEqual([
    expect.objectContaining({ offset: 3, length: 3 }),
    lies,
    expect.objectContaining({ length: 0 }),
  ]);
  writeTree({ ...places, dir: places.latest }, new Map([['/p', root]]));
  const { roots } = takeUp(places);
  rmSync(places.latest, { recursive: true });
  const next = opened(places.dir, roots);
  expect([next.put('one'), String(next.packs.get(lies, hashOf('one')))]).toEqual([lies, 'one']);
  // Nothing new: no pack of its own.
  expect(readdirSync(places.dir).filter((name) => name.endsWith('.pack'))).toEqual([lies.pack]);
  expect(next.packs.get(lies, hashOf('other'))).toBeUndefined();
  rmSync(join(places.dir, lies.pack));
  expect(takeUp(places).roots.size).toBe(0);
});

test('a state that cannot be read is none', () => {
  const sessions = tempDir();
  const places = { dir: join(sessions, 'a.tree'), latest: join(sessions, 'latest.tree') };
  takeUp(places);
  writeFileSync(join(places.dir, 'tree'), 'no tree');
  expect(takeUp(places)).toEqual({ roots: new Map(), calls: new Map() });
});

test('what no file holds any more goes', () => {
  const dir = tempDir();
  const root = top();
  const { packs, put, hold } = opened(dir);
  hold(root, 'kept', 'kept');
  put('gone');
  packs.compact(new Map([['/p', root]]), () => {});
  const [name = ''] = readdirSync(dir);
  expect([readdirSync(dir).length, statSync(join(dir, name)).size]).toEqual([1, 4]);
  const kept = root.children.get('kept');
  if (kept?.is !== 'file') throw new Error('its copy is gone');
  expect(String(packs.get(kept, kept.hash))).toBe('kept');
  put('later');
  expect(packs.size()).toBe(9);
});

test('its limit, in words', () => {
  const { put } = opened(tempDir());
  const half = 'x'.repeat(600_000);
  expect(put(half)).toMatchObject({ offset: 0 });
  expect(put(`y${half}`)).toBe('the contents of this project have reached their limit of 1 MiB');
});
