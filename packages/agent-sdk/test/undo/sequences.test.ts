import { expect, test } from 'vitest';
import { runSequence } from './sequences.ts';

const SEEDS = Array.from({ length: 24 }, (_, n) => n + 1);

test('after random edits and commands, undo gives back every byte, mode and link', async () => {
  const faults: string[] = [];
  for (const seed of SEEDS) faults.push(...(await runSequence(seed)));
  expect(faults).toEqual([]);
});
