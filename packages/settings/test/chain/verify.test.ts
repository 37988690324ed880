import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { boundTo, openChain } from '../../src/chain/chain.ts';
import { noteHead, readHeads } from '../../src/chain/heads.ts';
import { existingLogKey, logKey } from '../../src/chain/key.ts';
import { type Placed, verifyLog } from '../../src/chain/verify.ts';
import { ageOf } from '../../src/log/files.ts';
import { openLog } from '../../src/log/write.ts';

const KEY = Buffer.alloc(32, 7);

const record = (text: string) => ({ time: 't', at: 't', is: 'turn' as const, ms: 1, ended: text });

/** A log of three chains, mixed as processes mix them, and what was noted of their ends. */
function mixed(count = 12) {
  const chains = ['a', 'b', 'c'].map((name) => openChain(() => KEY, name));
  const lines = Array.from({ length: count }, (_, n) => chains[n % 3]?.next(record(`${n}`)) ?? '');
  const heads = new Map(chains.flatMap(({ head }) => (head ? [[head.chain, head]] : [])));
  return { lines, heads };
}

const placed = (lines: readonly string[]): Placed[] =>
  lines.map((text, n) => ({ text, at: `log:${n + 1}` }));
const kinds = (lines: readonly string[], heads = mixed().heads) =>
  verifyLog(placed(lines), heads, KEY).faults.map(({ is }) => is);

test('a log as it was written has no faults', () => {
  const { lines, heads } = mixed();
  expect(verifyLog(placed(lines), heads, KEY)).toEqual({
    ...{ records: 12, chains: 3, unchained: 0, dropped: 0, faults: [] },
  });
});

test('whatever is changed, left out, cut or moved is found', () => {
  const { lines, heads } = mixed(30);
  const at = fc.nat({ max: 29 });
  fc.assert(
    fc.property(
      at,
      at,
      fc.constantFrom('change', 'leave out', 'move', 'cut', 'twice'),
      (n, m, how) => {
        const log = [...lines];
        if (how === 'change') log[n] = (log[n] ?? '').replace('"ms":1', '"ms":2');
        if (how === 'leave out') log.splice(n, 1);
        if (how === 'cut') log.splice(n);
        if (how === 'twice') log.splice(m, 0, log[n] ?? '');
        if (how === 'move') {
          // Lines of other chains may stand between: only the order within a chain counts.
          fc.pre(n % 3 === m % 3 && n !== m);
          [log[n], log[m]] = [log[m] ?? '', log[n] ?? ''];
        }
        expect(verifyLog(placed(log), heads, KEY).faults).not.toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

describe('each fault is named with its place', () => {
  const { lines } = mixed();
  test.each([
    ['changed', lines.with(3, lines[3]?.replace('"ms":1', '"ms":9') ?? ''), 'log:4'],
    ['changed', lines.with(11, lines[11]?.replace('"ms":1', '"ms":9') ?? ''), 'log:12'],
    ['missing', lines.toSpliced(4, 1), 'log:7'],
    ['cut', lines.slice(0, 11), 'log:9'],
    ['unreadable', [...lines, '{"half'], 'log:13'],
  ])('%s', (is, log, at) => {
    expect(verifyLog(placed(log), mixed().heads, KEY).faults).toMatchObject([{ is, at }]);
  });

  test('a chain that is gone as a whole', () => {
    const log = lines.filter((_, n) => n % 3 !== 1);
    expect(verifyLog(placed(log), mixed().heads, KEY).faults).toMatchObject([
      { is: 'cut', text: 'all 4 records of chain b are missing' },
    ]);
  });
});

test('lines of older versions are counted, and are no fault', () => {
  const { lines } = mixed();
  expect(kinds(['{"time":"t","event":"Stop"}', ...lines])).toEqual([]);
});

test('what a rotation dropped is known, and no cut', () => {
  const dir = join(tempDir(), 'logs');
  const log = openLog({ dir, maxBytes: 2_000, keep: 1 });
  for (let n = 0; n < 60; n++) log.write(record(`${n}`));
  log.end();
  const files = readdirSync(dir).filter((name) => ageOf(name) !== undefined);
  const lines = files
    .sort((a, b) => (ageOf(b) ?? 0) - (ageOf(a) ?? 0))
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n'));
  const heads = readHeads(join(dir, '../heads'));
  const key = logKey(join(dir, '..'));
  const verified = verifyLog(placed(lines), heads, key);
  expect(verified.faults).toEqual([]);
  expect(verified.dropped + verified.records).toBeGreaterThanOrEqual(60);
  expect(verified.dropped).toBeGreaterThan(0);
  // What it dropped must not hide what somebody else takes away.
  expect(verifyLog(placed(lines.slice(1)), heads, key).faults).toMatchObject([{ is: 'missing' }]);
});

test('the ends are kept with their sessions, for the user alone', () => {
  const dir = join(tempDir(), 'heads');
  noteHead(dir, '../../etc/passwd', { chain: 'a', n: 1, hash: 'x' });
  noteHead(dir, '../../etc/passwd', { chain: 'a', n: 7, hash: 'y' });
  noteHead(dir, 'other', { chain: 'b', n: 2, hash: 'z' });
  expect([...readHeads(dir).values()]).toEqual(
    expect.arrayContaining([
      { chain: 'a', n: 7, hash: 'y' },
      { chain: 'b', n: 2, hash: 'z' },
    ]),
  );
  for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
});

test('whoever only looks makes no key, and whoever makes one leaves nothing beside it', () => {
  const dir = join(tempDir(), 'wave');
  expect(existingLogKey(dir)).toBeUndefined();
  const key = logKey(dir);
  expect(existingLogKey(dir)).toEqual(key);
  expect(readdirSync(dir)).toEqual(['log.key']);
});

test('a record is bound to its content by the key, and says nothing of it', () => {
  const dir = join(tempDir(), 'wave');
  const key = logKey(dir);
  expect(statSync(join(dir, 'log.key')).mode & 0o777).toBe(0o600);
  expect(logKey(dir)).toEqual(key);
  const bound = boundTo(key, { command: 'ls' });
  expect(boundTo(key, { command: 'ls' })).toBe(bound);
  expect(boundTo(key, { command: 'ls ' })).not.toBe(bound);
  expect(boundTo(logKey(join(tempDir(), 'wave')), { command: 'ls' })).not.toBe(bound);
});
