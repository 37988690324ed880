import { expect, test } from 'vitest';
import { openSilence } from '../../src/worker/silence.ts';

type Step = ['heard', last: number] | ['missed', event: number, last: number, oldest?: number];

/** What each miss in a row of steps says: whether the worker is stuck. */
function misses(steps: readonly Step[]): boolean[] {
  const silence = openSilence();
  return steps.flatMap(([what, event, last = 0, oldest]) => {
    if (what === 'missed') return silence.missed(event, last, oldest);
    silence.heard(event);
    return [];
  });
}

test.each<[string, readonly Step[], boolean[]]>([
  [
    'one miss is none',
    [
      ['heard', 1],
      ['missed', 2, 2],
    ],
    [false],
  ],
  [
    'two in a row',
    [
      ['heard', 1],
      ['missed', 2, 3, 3],
      ['missed', 3, 3],
    ],
    [false, true],
  ],
  [
    'a word in between begins anew',
    [
      ['heard', 1],
      ['missed', 2, 3, 3],
      ['heard', 3],
      ['missed', 4, 4],
    ],
    [false, false],
  ],
  [
    'it spoke while this one waited',
    [
      ['heard', 5],
      ['missed', 4, 5, 5],
      ['missed', 5, 5],
    ],
    [false, false],
  ],
  [
    'who waited at the first miss keeps its time',
    [
      ['heard', 1],
      ['missed', 2, 4, 3],
      ['missed', 3, 4, 4],
      ['missed', 4, 6, 5],
    ],
    [false, false, true],
  ],
  [
    'who came after the first miss does not count',
    [
      ['heard', 1],
      ['missed', 2, 3, 3],
      ['missed', 3, 9, 4],
    ],
    [false, true],
  ],
  [
    'before its first word it may be loading',
    [
      ['missed', 1, 2, 2],
      ['missed', 2, 2],
    ],
    [false, false],
  ],
])('%s', (_, steps, stuck) => {
  expect(misses(steps)).toEqual(stuck);
});
