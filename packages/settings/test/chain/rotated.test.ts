import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { readHeads } from '../../src/chain/heads.ts';
import { logKey } from '../../src/chain/key.ts';
import { type Placed, verifyLog } from '../../src/chain/verify.ts';
import { ageOf } from '../../src/log/files.ts';
import { openLog } from '../../src/log/write.ts';

const record = (session: string) => ({
  ...{ time: 't', at: 't', is: 'turn' as const, ms: 1, ended: 'done', session },
});

/** A small log, so that a few records put files aside. */
function smallLog() {
  const dir = join(tempDir(), 'logs');
  const open = () => openLog({ dir, maxBytes: 2_000, keep: 2 });
  const lines = (): Placed[] =>
    readdirSync(dir)
      .filter((name) => ageOf(name) !== undefined)
      .sort((a, b) => (ageOf(b) ?? 0) - (ageOf(a) ?? 0))
      .flatMap((name) => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n'))
      .map((text, n) => ({ text, at: `log:${n + 1}` }));
  const heads = join(dir, '../heads');
  const verified = (log = lines()) => verifyLog(log, readHeads(heads), logKey(join(dir, '..')));
  return { open, lines, heads, verified };
}

test('a log that was put aside many times is whole, whoever wrote it', () => {
  const { open, verified, heads } = smallLog();
  const stays = open();
  stays.write(record('stays'));
  for (let n = 0; n < 200; n++) {
    const log = open();
    for (let m = 0; m < 3; m++) log.write(record(`s-${n % 7}`));
    log.end();
  }
  // Its first record is long gone, and so is the note that said so first.
  stays.write(record('stays'));
  stays.end();
  const { faults, records, dropped } = verified();
  expect(faults).toEqual([]);
  expect(records + dropped).toBeGreaterThanOrEqual(602);
  // What is noted of ends does not grow for ever.
  expect(readHeads(heads).size).toBeLessThan(60);
});

test('a chain of which all is gone, but not by a rotation, is found after one', () => {
  const { open, lines, verified } = smallLog();
  const gone = open();
  gone.write(record('gone'));
  gone.end();
  const other = open();
  for (let n = 0; n < 60; n++) other.write(record('other'));
  other.end();
  const without = lines().slice(1);
  expect(verified(without).faults).not.toEqual([]);
});
