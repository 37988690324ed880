import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const dir = fileURLToPath(new URL('..', import.meta.url));

test('what is published is below 40 kB, and holds what is needed', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: dir });
  const report = JSON.parse(String(stdout));
  const [{ unpackedSize, files }] = Array.isArray(report) ? report : Object.values(report);
  expect(unpackedSize).toBeLessThan(40_000);
  const paths = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/testing.js', 'package.json']),
  );
  expect(
    paths.filter((path: string) => /test|tsbuildinfo/.test(path) && !/testing/.test(path)),
  ).toEqual([]);
});

test('nothing is installed with it', () => {
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(manifest.peerDependenciesMeta['wave-hooks'].optional).toBe(true);
});
