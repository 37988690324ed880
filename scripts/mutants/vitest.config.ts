import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { AREAS, WITH_PROCESSES } from './areas.ts';

const area = process.env['WAVE_MUTANTS_AREA'] as keyof typeof AREAS;

// Spread, not merged: merging would add to the list of tests instead of replacing it.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: AREAS[area].tests,
    exclude: WITH_PROCESSES,
    reporters: ['default'],
  },
});
