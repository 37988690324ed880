import { optional } from '@wavehooks/hooks/vocabulary';
import { describe, expect, test } from 'vitest';
import { boundProblems, boundsIn } from '../../src/values/bounds.ts';

const FIELDS = { on: optional('flag', 'whether'), most: optional('number', 'how many') };

describe('an object of bounds', () => {
  const problemsIn = (value: Record<string, unknown>) =>
    boundProblems(['outer', 'inner'], FIELDS, value, (path, text) => ({
      level: 'warning',
      source: path.join('/'),
      hook: '',
      text,
    })).map(({ source, text }) => [source, text]);

  test('what is right counts, and nothing is told', () => {
    const value = { on: false, most: 3 };
    expect([boundsIn(FIELDS, value), problemsIn(value)]).toEqual([value, []]);
    expect([boundsIn(FIELDS, {}), problemsIn({})]).toEqual([{}, []]);
  });

  test.each([0, -1, 1.5, 2 ** 60, Number.NaN, '3', null])('%j is no bound', (most) => {
    expect(boundsIn(FIELDS, { on: true, most })).toEqual({ on: true });
    expect(problemsIn({ most })).toEqual([
      ['outer/inner/most', expect.stringContaining('"outer.inner.most": expected a whole number')],
    ]);
  });

  test('a field of another kind is checked by its kind', () => {
    expect(boundsIn(FIELDS, { on: 'yes' })).toEqual({});
    expect(problemsIn({ on: 'yes' })).toEqual([
      ['outer/inner/on', '"outer.inner.on": expected true or false, got "yes"; ignored'],
    ]);
  });

  test.each(['mots', 'constructor'])('%s is not known', (name) => {
    expect(boundsIn(FIELDS, { [name]: 3 })).toEqual({});
    expect(problemsIn({ [name]: 3 })).toEqual([
      ['outer/inner', expect.stringContaining(`outer.inner: "${name}" is not known`)],
    ]);
  });
});
