import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { aloneIn, TESTS } from './test/alone.ts';
import { bundledLauncher } from './test/bundled-launcher.ts';

const packages = fileURLToPath(new URL('packages', import.meta.url));
const alone = aloneIn();

export default defineConfig({
  plugins: [bundledLauncher()],
  resolve: {
    // One copy of each module: what a test imports from the sources is what its subject has.
    alias: [
      {
        find: /^@wavehooks\/(process|hooks|settings|shell)$/,
        replacement: `${packages}/$1/src/index.ts`,
      },
      {
        find: /^@wavehooks\/(process|hooks|settings|shell)\/(\w+)$/,
        replacement: `${packages}/$1/src/$2.ts`,
      },
    ],
  },
  test: {
    setupFiles: ['./test/setup.ts'],
    // A test has a home of its own: what wave compiled would be gone with each.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.wave-code', import.meta.url)) },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for processes: on two cores, four files at a time keep both busy.
    maxWorkers: 4,
    reporters: ['default', './test/closing-line.ts', './test/failed-files.ts'],
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
    ],
  },
});
