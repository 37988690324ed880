import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Change, createConversation } from '../../src/conversation/conversation.ts';
import { createHistory } from '../../src/undo/edit-history.ts';
import { openStore } from '../../src/undo/file-copies.ts';
import { createSpans } from '../../src/undo/spans.ts';
import { UNDO_LIMITS } from '../../src/undo/tree/limits.ts';
import { openTree } from '../../src/undo/tree/project-tree.ts';
import { takeUp } from '../../src/undo/tree/tree-state.ts';
import { tempDir } from '../talk.ts';

/** Spans over a real directory; what they found, by what they named as its maker. */
function opened() {
  const [dir, state] = [tempDir(), tempDir()];
  const history = createHistory();
  const heard: Change[] = [];
  const conversation = createConversation(
    () => 'id',
    (change) => {
      heard.push(change);
      history.hear(change);
    },
  );
  const store = openStore(join(state, 'own.undo'));
  const places = { dir: join(state, 'own.tree'), latest: join(state, 'latest.tree') };
  const spans = createSpans({
    ...{ conversation, history, store },
    openTree: () => openTree({ places, limits: UNDO_LIMITS, skip: [] }),
    roots: () => ({ roots: [dir], refused: [] }),
  });
  onTestFinished(() => spans.close());
  const found = () =>
    heard.flatMap((change) =>
      change.is === 'changed'
        ? change.files.map(({ path }) => [path.slice(dir.length + 1), change.by, change.shared])
        : [],
    );
  const put = (name: string, text = name) => writeFileSync(join(dir, name), text);
  return { dir, state, heard, spans, found, put, places };
}

test('of several at once it is the work of all; what one did before is its own', async () => {
  const { spans, put, found } = opened();
  const endA = await spans.begin('A');
  put('by-a');
  const endB = await spans.begin('B');
  put('by-both');
  await endB();
  put('by-a-again');
  await endA();
  await sleep(20);
  put('by-nobody');
  await (await spans.begin('C'))();
  expect(found()).toEqual([
    ['by-a', ['A'], undefined],
    ['by-both', ['A', 'B'], undefined],
    ['by-a-again', ['A'], undefined],
  ]);
});

test('short ones beside another are told together with it', async () => {
  const { spans, put, found } = opened();
  const ends = await Promise.all(['A', 'B', 'C'].map((by) => spans.begin(by, 'short')));
  put('x');
  for (const end of ends) await end();
  expect(found()).toEqual([['x', ['A', 'B', 'C'], undefined]]);
});

test('the state before it is on disk when it begins', async () => {
  const { spans, put, places, dir } = opened();
  put('a', 'first');
  const end = await spans.begin('A');
  const [pack = ''] = readdirSync(places.dir).filter((name) => name.endsWith('.pack'));
  expect(readFileSync(join(places.dir, pack), 'utf8')).toBe('first');
  const { roots, calls } = takeUp(places);
  expect([...(roots.get(dir)?.children.keys() ?? [])]).toEqual(['a']);
  expect([...calls.values()]).toEqual([expect.objectContaining({ by: 'A', shared: false })]);
  await end();
  expect(takeUp(places).calls.size).toBe(0);
});

test('in the background: not for sure, until it has ended', async () => {
  const { spans, put, found } = opened();
  let runs = true;
  await (await spans.begin('A'))();
  spans.goesOn('B', () => runs);
  await sleep(30);
  put('maybe');
  await spans.look();
  put('last');
  runs = false;
  await spans.look();
  await sleep(20);
  put('theirs');
  await spans.look();
  await (await spans.begin('C'))();
  expect(found()).toEqual([
    ['maybe', ['B'], true],
    ['last', ['B'], true],
  ]);
});

test('a state that cannot be written is told once, and holds up nobody', async () => {
  const { spans, state, heard, put, found } = opened();
  await (await spans.begin('A'))();
  rmSync(state, { recursive: true });
  writeFileSync(state, 'in the way');
  await sleep(30);
  for (const by of ['B', 'C']) {
    const end = await spans.begin(by);
    put(by);
    await end();
    await sleep(30);
  }
  const notices = heard.flatMap((change) => (change.is === 'added' ? change.message.blocks : []));
  expect([notices.length, found()]).toEqual([1, []]);
  expect(JSON.stringify(notices)).toContain('What commands change cannot be undone: ');
  rmSync(state);
});
