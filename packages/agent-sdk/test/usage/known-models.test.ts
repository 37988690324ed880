import { expect, test } from 'vitest';
import { windowOf } from '../../src/compaction/context-window.ts';
import { knownModels } from '../../src/usage/known-models.ts';
import { PRICES } from '../../src/usage/prices.ts';

test('every model with a price, with its window, as it is asked for; the settings’ own first', () => {
  const own = { 'my-model': { input: 1, output: 2 }, 'gpt-5': { input: 9, output: 9 } };
  const all = knownModels(own, windowOf);
  expect(all.slice(0, 2)).toEqual([
    { name: 'my-model', window: undefined, price: { input: 1, output: 2 } },
    { name: 'openai/gpt-5', window: 272_000, price: { input: 9, output: 9 } },
  ]);
  expect(all).toHaveLength(Object.keys(PRICES).length + 1);
  expect(all).toContainEqual({
    name: 'claude-sonnet-5-5',
    window: 1_000_000,
    price: PRICES['claude-sonnet-5-5'],
  });
});
