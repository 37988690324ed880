// The packages that programs import: what each door needs is a module or two, because a program that imports hundreds
// waits for each of them. What is compiled stays beside them, for the types and for our own tests; `files` of the
// manifests leaves it out of what is published.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onCallOf, SHARED } from './lazy.mjs';
import { hooks, proc, sdk, settings, shell } from './places.mjs';

/** The agent's tools are described ahead, so this library is loaded with the first of its functions that is called. */
const ZOD = Object.fromEntries(Object.keys(SHARED).map((name) => [name, name]));
const REQUIRE = `import { createRequire as wave$require } from 'node:module';
const require = wave$require(import.meta.url);`;

export const LIBRARIES = [shell, proc, hooks, settings, sdk].map((dir) => ({
  absWorkingDir: dir,
  entryPoints: doorsOf(dir),
  outbase: join(dir, 'dist'),
  outdir: join(dir, 'dist'),
  allowOverwrite: true,
  splitting: true,
  format: 'esm',
  packages: 'external',
  chunkNames: 'part-[hash]',
  // Whoever sees a stack of ours wants names in it.
  ...{ minify: false, minifyWhitespace: true, minifySyntax: true },
  ...(dir === sdk ? { plugins: [onCallOf(ZOD)], banner: { js: REQUIRE } } : {}),
}));

function doorsOf(dir) {
  const { exports } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap((door) => (door.default ? [join(dir, door.default)] : []));
}
