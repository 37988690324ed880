import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('packages', import.meta.url));

export default defineConfig({
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
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['./test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for processes: on two cores, three files at a time keep both busy.
    maxWorkers: 3,
    reporters: ['default', './test/closing-line.ts'],
  },
});
