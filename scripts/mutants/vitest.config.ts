import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _workers, ...test } = base.test ?? {};

// Spread, not merged: merging would add to the list of tests instead of replacing it.
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ['scripts/mutants/area.test.ts'],
    reporters: ['default'],
  },
});
