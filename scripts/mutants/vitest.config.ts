import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { AREAS, TOO_SLOW } from './areas.ts';

const area = process.env['WAVE_MUTANTS_AREA'] as keyof typeof AREAS;

// Spread, not merged: merging would add to the list of tests instead of replacing it.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // Every test depends on the tables, so they run in one worker. Of the others, few run for a mutant.
    include: area === 'tables' ? ['scripts/mutants/tables.test.ts'] : AREAS[area].tests,
    exclude: TOO_SLOW,
    reporters: ['default'],
  },
});
