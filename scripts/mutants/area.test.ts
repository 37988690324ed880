// All tests of an area in one file: starting a worker for each of their files would take longer than they do.
// They come in the order of the globs, and the first that fails ends a mutant's run.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { AREAS, TOO_SLOW } from './areas.ts';

const area = process.env['WAVE_MUTANTS_AREA'] as keyof typeof AREAS;

for (const file of new Set(
  AREAS[area].tests.flatMap((glob) => globSync(glob, { exclude: TOO_SLOW }).toSorted()),
))
  await import(/* @vite-ignore */ resolve(file));
