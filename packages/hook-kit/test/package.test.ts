import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const dir = fileURLToPath(new URL('..', import.meta.url));

/** The reader of shell commands, which only those load who import it. */
const isShell = (path: string) => /^dist\/shell[./]/.test(path);

test('what is published is below 40 kB beside the shell reader, and holds what is needed', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: dir });
  const report = JSON.parse(String(stdout));
  const [{ files }] = (Array.isArray(report) ? report : Object.values(report)) as [Packed];
  const paths = files.map(({ path }) => path);
  const sizeOf = (list: Packed['files']) => list.reduce((sum, { size }) => sum + size, 0);
  expect(sizeOf(files.filter(({ path }) => !isShell(path)))).toBeLessThan(40_000);
  expect(sizeOf(files.filter(({ path }) => isShell(path)))).toBeLessThan(48_000);
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/index.js',
      'dist/index.d.ts',
      'dist/testing.js',
      'package.json',
      'dist/shell.js',
      'dist/shell/index.d.ts',
    ]),
  );
  expect(paths.filter((path) => /test|tsbuildinfo/.test(path) && !/testing/.test(path))).toEqual(
    [],
  );
});

test('nothing is installed with it', () => {
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(manifest.peerDependenciesMeta['wave-hooks'].optional).toBe(true);
});
