import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
// @ts-expect-error: it runs on any Node, so it has no types.
import { isCurrent } from './scripts/stamps.mjs';
import { aloneIn, commandLineIn, TESTS } from './test/alone.ts';
import { bundledLauncher } from './test/bundled-launcher.ts';
import { tags } from './test/platforms.ts';
import { PATIENCE_MS } from './test/until.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const packages = fileURLToPath(new URL('packages', import.meta.url));
const alone = aloneIn();
const skipped = process.env['QUICK'] ? commandLineIn() : [];
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(`${packages}/${name}/package.json`, 'utf8')).version;

export default defineConfig({
  plugins: [bundledLauncher()],
  // As the build writes them into the commands.
  define: {
    WAVE_VERSION: JSON.stringify(versionOf('code')),
    CCC_VERSION: JSON.stringify(versionOf('ccc')),
  },
  resolve: {
    // One copy of each module: what a test imports from the sources is what its subject has.
    alias: [
      {
        find: /^@wavehooks\/hook-kit\/testing$/,
        replacement: `${packages}/hook-kit/src/testing/index.ts`,
      },
      { find: /^@wavehooks\/([\w-]+)$/, replacement: `${packages}/$1/src/index.ts` },
      {
        find: /^@wavehooks\/((?!hook-kit)[\w-]+)\/(\w+)$/,
        replacement: `${packages}/$1/src/$2.ts`,
      },
    ],
  },
  test: {
    setupFiles: ['./test/setup.ts'],
    // A test has a home of its own: what wave compiled would be gone with each.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.wave-code', import.meta.url)),
      ...(isCurrent(root, 'build') ? {} : { STALE_BUILD: 'yes' }),
    },
    tags,
    // Nothing here is decided by how busy the machine is: a test that hangs ends, and no other.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Most tests wait for processes: it takes three files at a time to keep one core busy.
    maxWorkers: Math.min(16, 3 * availableParallelism()),
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: alone, exclude: [...configDefaults.exclude, ...skipped] },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...configDefaults.exclude, ...alone, ...skipped],
          isolate: false,
        },
      },
    ],
  },
});
