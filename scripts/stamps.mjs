// Says whether an install or a build still fits the files it was made from.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const STAMPS = {
  install: { file: 'node_modules/.wave-install', of: (root) => manifests(root), needs: [] },
  // The same with what only tests and checks need.
  tools: { file: 'node_modules/.wave-tools', of: (root) => manifests(root), needs: [] },
  build: {
    file: 'node_modules/.wave-build',
    of: (root) => [...manifests(root), ...sources(root)],
    needs: [
      'shell/dist/index.js',
      'hooks/dist/index.js',
      'hook-kit/dist/index.js',
      'hook-kit/dist/shell.js',
      'hook-kit/dist/testing.js',
      'code/dist/wave.cjs',
      'code/dist/run.cjs',
      'code/dist/hooks.cjs',
      'code/dist/scripts.cjs',
      'code/dist/follow.cjs',
      'code/dist/shell.cjs',
      'code/dist/help.cjs',
      'code/dist/telemetry.cjs',
      'code/dist/agent.cjs',
      'code/dist/models.cjs',
      'code/dist/schema.cjs',
      'code/dist/trace.js',
      'ccc/dist/ccc.cjs',
      'ccc/dist/guard.cjs',
      'ccc/dist/agent.cjs',
      'ccc/dist/models.cjs',
    ].map((file) => `packages/${file}`),
  },
};

export function isCurrent(root, name) {
  const { file, of, needs } = STAMPS[name];
  const path = join(root, file);
  return (
    needs.every((need) => existsSync(join(root, need))) &&
    existsSync(path) &&
    readFileSync(path, 'utf8') === digest(root, of(root))
  );
}

/** Whether it was ever done. */
export const isInstalled = (root, name) => existsSync(join(root, STAMPS[name].file));

/** How many files of the build are there. */
export function builtCount(root) {
  const { needs } = STAMPS.build;
  return `${needs.filter((need) => existsSync(join(root, need))).length} of ${needs.length} parts`;
}

export function stamp(root, name) {
  const { file, of } = STAMPS[name];
  writeFileSync(join(root, file), digest(root, of(root)));
}

function digest(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function manifests(root) {
  const packages = readdirSync(join(root, 'packages')).map(
    (name) => `packages/${name}/package.json`,
  );
  return ['package.json', 'package-lock.json', 'test/package.json', ...packages]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path));
}

function sources(root) {
  const dirs = readdirSync(join(root, 'packages')).flatMap((name) =>
    ['src', 'page'].map((dir) => join(root, 'packages', name, dir)),
  );
  const configs = ['tsconfig.base.json', 'scripts/build.mjs'].map((name) => join(root, name));
  const more = ['scripts/build', 'examples', 'docs'].map((name) => join(root, name));
  return [...configs, ...[...dirs, ...more].flatMap(walk)];
}

function walk(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)],
    );
}
