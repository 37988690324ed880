import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['./test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for processes: on two cores, two files at a time take little more than half as long.
    maxWorkers: 2,
    reporters: ['default', './test/closing-line.ts'],
  },
});
