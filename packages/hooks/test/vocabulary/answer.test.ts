import { describe, expect, test } from 'vitest';
import { counts, hasPlace, SPELLINGS, type Spelling } from '../../src/vocabulary/answer.ts';
import { EVENT_NAMES, specOf, takes } from '../../src/vocabulary/events.ts';

const ALL: readonly Spelling[] = Object.values(SPELLINGS).flat();

describe.each(EVENT_NAMES)('on %s', (event) => {
  const { form, rewrites } = specOf(event);

  test('a field has a place by its form, and counts by what the event takes', () => {
    for (const spelling of ALL) {
      const needed = spelling.in === 'decision' ? 'decision' : spelling.form;
      expect(hasPlace(spelling, event)).toBe(needed === undefined || needed === form);
      const fits = spelling.rewrites === undefined || spelling.rewrites === rewrites;
      expect(counts(spelling, event)).toBe(takes(event, spelling.needs) && fits);
    }
  });
});
