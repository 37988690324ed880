// `npm run mutants`: breaks the pure core in small ways, one at a time, and counts how many of them tests find.
// `npm run mutants -- shell` does one area of scripts/mutants/areas.ts, `--only <file>` one file of it,
// `--concurrency 1` leaves a core free, `--incremental` tries only what changed since the last run with it.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installAside } from './aside.mjs';
import { AREAS } from './mutants/areas.ts';
import { report } from './mutants/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LEAST = 90;
const TOOLS = { '@stryker-mutator/core': '10.1.1', '@stryker-mutator/vitest-runner': '10.1.1' };

const { values, positionals } = parseArgs({
  options: {
    concurrency: { type: 'string', default: String(availableParallelism()) },
    incremental: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
});
const areas = positionals.length > 0 ? positionals : Object.keys(AREAS);
const unknown = areas.find((area) => !Object.hasOwn(AREAS, area));
if (values.only !== undefined && areas.length !== 1)
  fail('mutants.mjs: expected the area of --only, as in "shell --only packages/.../purity.ts"');
if (unknown !== undefined)
  fail(`mutants.mjs: expected one of ${Object.keys(AREAS).join(', ')}, got ${unknown}`);

// Without its peers, it finds the project's own vitest further up.
const aside = installAside(root, 'mutants', TOOLS, ['--legacy-peer-deps']);
const { Stryker } = await import(
  pathToFileURL(installed('@stryker-mutator/core/dist/src/index.js')).href
);
const mutants = [];
for (const area of areas) {
  console.error(`\n> mutants of ${area}`);
  process.env.WAVE_MUTANTS_AREA = area;
  mutants.push(...(await new Stryker(optionsOf(area)).runMutationTest()));
}
const { text, score } = report(mutants, root);
console.log(text);
if (score < LEAST)
  fail(`mutants.mjs: expected at least ${LEAST} % killed, got ${score.toFixed(1)} %`);

function optionsOf(area) {
  return {
    mutate: values.only === undefined ? AREAS[area].mutate : [values.only],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    plugins: [
      installed('@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(root, 'scripts/mutants/what-counts.mjs'),
    ],
    ignorers: ['what-counts'],
    concurrency: Number(values.concurrency),
    incremental: values.incremental,
    incrementalFile: join(aside, `${area}.json`),
    warnings: { slow: false },
    reporters: ['progress-append-only'],
    // Vite drops the types. A comment on top would change what the tests of generated files compare.
    disableTypeChecks: false,
    // Reading one needs an older TypeScript than ours, and nothing of it is used.
    tsconfigFile: 'tsconfig.none.json',
    tempDirName: 'dist/mutants',
    allowEmpty: false,
  };
}

function installed(path) {
  return join(aside, 'node_modules', path);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
