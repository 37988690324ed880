// All tests of the tables in one file: starting a worker for each of their files would take longer than they
// do. They come in the order of the globs, and the first that fails ends a mutant's run.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { AREAS, TOO_SLOW } from './areas.ts';

for (const glob of AREAS.tables.tests)
  for (const file of globSync(glob, { exclude: TOO_SLOW }).toSorted())
    await import(/* @vite-ignore */ resolve(file));
