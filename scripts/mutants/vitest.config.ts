import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';
import { AREAS, WITH_PROCESSES } from './areas.ts';

const area = process.env['WAVE_MUTANTS_AREA'] as keyof typeof AREAS;

/**
 * The first test that fails ends a mutant's run, so the pages that tables print come first: a table's
 * mutant concerns every test, and this one finds most of them at once.
 */
class TablesFirst {
  shard = async (files: TestSpecification[]) => files;
  sort = async (files: TestSpecification[]) =>
    files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
}

const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith('/generated.test.ts') ? 0 : 1);

// Spread, not merged: merging would add to the list of tests instead of replacing it.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: AREAS[area].tests,
    exclude: WITH_PROCESSES,
    reporters: ['default'],
    sequence: { sequencer: TablesFirst },
  },
});
