import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { boundTo, type Head, openChain, sealOf } from '../../src/chain/chain.ts';
import { noteHead, readHeads } from '../../src/chain/heads.ts';
import { type Placed, verifyLog } from '../../src/chain/verify.ts';

const KEY = Buffer.alloc(32, 7);

const record = (n: number) => ({ time: 't', at: 't', is: 'turn' as const, ms: n, ended: 'done' });

/** A chain that has ended, as lines, and a process that could write on. */
function ended(count = 4, name = 'a') {
  const chain = openChain(() => KEY, name);
  const lines = Array.from({ length: count }, (_, n) => chain.next(record(n)));
  const head: Head = { ...(chain.head as Head), end: true };
  return { chain, lines, heads: new Map([[name, head]]) };
}

const placed = (lines: readonly string[]): Placed[] =>
  lines.map((text, n) => ({ text, at: `log:${n + 1}` }));

test('a note of a rotation that is in no chain hides nothing', () => {
  const { lines, heads } = ended();
  const note = JSON.stringify({ is: 'rotated', dropped: [{ chain: 'a', from: 1, to: 2 }] });
  expect(verifyLog(placed([note, ...lines.slice(2)]), heads, KEY).faults).toMatchObject([
    { is: 'missing', at: 'log:2' },
  ]);
});

test('a record behind the end of its chain was added', () => {
  const { chain, lines, heads } = ended();
  expect(verifyLog(placed([...lines, chain.next(record(9))]), heads, KEY).faults).toEqual([
    {
      ...{ is: 'added', at: 'log:5' },
      text: 'record 5 of chain a was added: the chain ended with record 4',
    },
  ]);
});

test('a chain that has not ended may go on', () => {
  const { chain, lines, heads } = ended();
  const { end: _, ...open } = heads.get('a') as Head;
  const log = placed([...lines, chain.next(record(9))]);
  expect(verifyLog(log, new Map([['a', open]]), KEY).faults).toEqual([]);
});

test('a line in no chain behind one that is in a chain was added', () => {
  const { lines, heads } = ended();
  const forged = JSON.stringify({ ...record(1), session: 's' });
  expect(verifyLog(placed([...lines, forged]), heads, KEY)).toMatchObject({
    unchained: 1,
    faults: [{ is: 'added', at: 'log:5', text: 'the line belongs to no chain' }],
  });
});

test('a first record that names one before it, and numbers that are none', () => {
  const { lines } = ended(1);
  const [line = ''] = lines;
  const [first, half] = [
    line.replace(/"prev":"[^"]*"/, '"prev":"x"'),
    line.replace('"n":1,', '"n":0.5,'),
  ];
  expect(verifyLog(placed([first]), new Map(), KEY).faults).toMatchObject([{ is: 'added' }]);
  expect(verifyLog(placed([half]), new Map(), KEY).faults).toMatchObject([
    { is: 'changed', at: 'log:1', text: 'its place in its chain cannot be read' },
  ]);
});

test('a chain that somebody else made is no chain of ours', () => {
  const { lines, heads } = ended();
  const forged = openChain(() => Buffer.alloc(32, 8), 'forged');
  const plain = JSON.stringify({ ...record(1), chain: 'plain', n: 1, prev: '' });
  for (const line of [forged.next(record(1)), plain])
    expect(verifyLog(placed([...lines, line]), heads, KEY).faults).toMatchObject([
      { is: 'added', at: 'log:5' },
    ]);
});

test('what is said of a content is no seal of a line with the same text', () => {
  const content = { ...record(1), chain: 'c', n: 1, prev: '' };
  expect(boundTo(KEY, content)).not.toBe(sealOf(KEY, JSON.stringify(content)));
});

test('a long chain whose end was noted nowhere has lost its notes', () => {
  const { lines } = ended(60);
  expect(verifyLog(placed(lines), new Map(), KEY).faults).toMatchObject([
    {
      is: 'unnoted',
      text: 'the end of chain a is not noted: it has 60 records, and the last that was noted is 0',
    },
  ]);
  expect(verifyLog(placed(lines.slice(0, 3)), new Map(), KEY).faults).toMatchObject([
    { is: 'unnoted' },
  ]);
  // A kill before the first note.
  expect(verifyLog(placed(lines.slice(0, 2)), new Map(), KEY).faults).toEqual([]);
});

test('notes of ends that cannot be read are named', () => {
  const dir = join(tempDir(), 'heads');
  noteHead(dir, 's', { chain: 'a', n: 1, hash: 'x' });
  const [name = ''] = readdirSync(dir);
  appendFileSync(join(dir, name), '{"chain":"a","n":"7","hash":"y"}\n');
  writeFileSync(join(dir, 'other.jsonl'), 'no JSON\n');
  const problems: string[] = [];
  readHeads(dir, (problem) => problems.push(problem));
  expect(problems.sort()).toEqual(
    [`${join(dir, name)}:2`, `${join(dir, 'other.jsonl')}:1`]
      .map((at) => `the noted end in ${at} cannot be read`)
      .sort(),
  );
});
