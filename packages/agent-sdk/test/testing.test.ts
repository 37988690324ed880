import { expect, test } from 'vitest';
import { scriptedModel } from '../src/testing.ts';
import { ModelError } from '../src/vocabulary/model.ts';
import { failureOf, partsOf, request, textOf } from './model/helpers.ts';

const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, cacheWriteTokens: 0 };

test('texts, calls and functions, one step a request; all requests are kept', async () => {
  const model = scriptedModel([
    'hello',
    { text: 'I look.', calls: [{ name: 'Bash', input: { command: 'ls' } }, { name: 'Read' }] },
    ({ messages }) => ({ text: `${messages.length}`, usage: { inputTokens: 99 } }),
  ]);
  const asked = request();
  expect(textOf(await partsOf(model, asked))).toBe('hello');
  expect(model.left()).toBe(2);
  expect(await partsOf(model)).toEqual([
    { is: 'text', text: 'I look.' },
    { is: 'call', id: 'call_1', name: 'Bash', input: { command: 'ls' } },
    { is: 'call', id: 'call_2', name: 'Read', input: {} },
    { is: 'finish', usage, reason: 'calls' },
  ]);
  expect((await partsOf(model)).at(-1)).toMatchObject({ usage: { ...usage, inputTokens: 99 } });
  expect([model.requests[0], model.requests.length, model.left()]).toEqual([asked, 3, 0]);
});

test('an error comes after what was said', async () => {
  const error = new ModelError('limit', 'slow down');
  const failed = await failureOf(scriptedModel([{ text: 'half', error }]));
  expect(failed).toEqual({ error, parts: [{ is: 'text', text: 'half' }] });
});

test('a delay, even an endless one, ends with the abort', async () => {
  const signal = AbortSignal.timeout(20);
  const model = scriptedModel([{ text: 'never', delayMs: Number.POSITIVE_INFINITY }]);
  expect(await partsOf(model, request(), signal)).toEqual([]);
  expect(textOf(await partsOf(scriptedModel([{ text: 'late', delayMs: 5 }])))).toBe('late');
});

test('asked too often it fails loudly', async () => {
  const model = scriptedModel([]);
  expect((await failureOf(model)).error.message).toMatch(/0 steps, but was asked 1 times/);
});
