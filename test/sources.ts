import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packages = fileURLToPath(new URL('../packages', import.meta.url));

export const sourcesOf = (name: string): string[] => walk(join(packages, name, 'src'));

const walk = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)],
  );

const ALL = /^(?:import|export)[^']*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;
/** Imports that are there at run time. */
export const VALUES = /^(?:import|export)(?! type\b)[^']*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm;

export const importsOf = (file: string, which = ALL): string[] =>
  [...readFileSync(file, 'utf8').matchAll(which)].map(([, from, lazy]) => from ?? lazy ?? '');
