import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/engine-options.ts';

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'expected an object such as { hooks: {} }, got nothing'],
  ['a misspelt option', { hoks: {} }, 'hoks: there is no such option; did you mean hooks?'],
  ['an unknown option', { colour: 1 }, 'colour: there is no such option'],
  ['hooks', { hooks: 5 }, 'hooks: expected an object of events, got 5'],
  ['hooks as a list', { hooks: [] }, 'hooks: expected an object of events, got []'],
  ['sources', { sources: [{ name: 'a' }] }, 'sources: expected a list of { name, hooks }, got'],
  ['a directory', { projectDir: '/nope' }, 'projectDir: expected a directory that is there, got'],
  ['observe', { observe: 1 }, 'observe: expected a function, got 1'],
  ['limits', { limits: { textChars: 0 } }, 'limits: expected an object with outputBytes, textC'],
  ['a limit', { limits: { textChar: 1 } }, 'limits: expected an object with outputBytes, textC'],
  ['env', { env: 'A=1' }, 'env: expected an object, got "A=1"'],
  ['outputDir', { outputDir: 7 }, 'outputDir: expected a text, got 7'],
  ['start', { start: true }, 'start: expected a function, got true'],
  ['launcher', { launcher: () => 1 }, 'launcher: expected true or false, got a function'],
  ['two', { hooks: 5, launcher: 1 }, 'got 5; launcher: expected true or false, got 1'],
])('createEngine says what is wrong: %s', async (_name, options, says) => {
  const failed = createEngine(options as EngineOptions);
  await expect(failed).rejects.toThrow(TypeError);
  await expect(failed).rejects.toThrow(says);
});

test('what is undefined is not given', async () => {
  const options = { hooks: undefined, projectDir: undefined, limits: { textChars: undefined } };
  const engine = await createEngine(options as unknown as EngineOptions);
  expect(engine.entries).toEqual([]);
  await engine.close();
});
