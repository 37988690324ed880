import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localsOf, readPackages } from '../scripts/pack/packages.ts';
// @ts-expect-error: it runs on any Node, so it has no types.
import { packForRegistry } from '../scripts/pack/tarballs.mjs';
import { lacking } from '../scripts/release/lacking.ts';

interface Packed {
  readonly dir: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const to = mkdtempSync(join(tmpdir(), 'wave-published-'));
const packages = readPackages(root);
const cases = packages.map((one) => ({ folder: basename(one.dir), ...one }));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/** The most bytes that a package may take to download. Raise one when you know what it is for. */
const MOST: Readonly<Record<string, number>> = {
  // Logins of servers, undo of what commands changed, the sandbox, spans and metrics, providers of models,
  // interceptors.
  'agent-sdk': 375_000,
  // The packages of the providers, each loaded only when its model is asked.
  ccc: 1_320_000,
  // `wave acp` has a copy of the agent, as the screen has, and so have the commands that ask no model;
  // the trace page, stats; more docs.
  code: 4_150_000,
  // Patches of Codex, also as commands.
  'hook-kit': 75_000,
  hooks: 134_000,
  // The sandbox, what the kernel refuses inside, and where keys may be.
  process: 68_000,
  // Chains of the log, and what rotation dropped of them.
  settings: 76_000,
  shell: 94_000,
};

let packed: readonly Packed[] = [];
beforeAll(() => {
  packed = packForRegistry(root, packages, to);
});
afterAll(() => rmSync(to, { recursive: true, force: true }));

test('every package has a bound', () => {
  expect(Object.keys(MOST).sort()).toEqual(cases.map(({ folder }) => folder).sort());
});

describe.each(cases)('$folder', ({ folder, dir, manifest }) => {
  const own = () => packed.find((one) => one.dir === dir);

  test('is as small as it was', () => {
    expect(own()?.size).toBeLessThan(MOST[folder] ?? 0);
  });

  test('brings its licence, a README and no tests', () => {
    const paths = own()?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(paths.filter((path) => /\.test\.|tsbuildinfo|^src\//.test(path))).toEqual([]);
    expect(read('packages', folder, 'LICENSE')).toBe(read('LICENSE'));
  });

  test('says what it is, for whom and for which Node', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
      keywords: expect.arrayContaining([expect.any(String)]),
      license: 'MIT',
      type: 'module',
      engines: { node: '>=22.12' },
      files: expect.any(Array),
    });
    expect(read('packages', folder, 'README.md')).toContain(`# ${manifest.name}\n`);
    expect(read('packages', folder, 'README.md')).toContain('npm run pack');
  });

  // Who imports it waits for each of them: hundreds take longer than all that they do.
  const imported = manifest.exports ? ['its door'] : [];
  test.each(imported)('%s is a few modules, and no others come along', () => {
    const count = `import { registerHooks } from 'node:module';
      let ours = 0;
      registerHooks({ load: (url, context, next) => ((ours += /packages.*js$/.test(url)), next(url, context)) });
      await import('${manifest.name}');
      console.log(ours);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', count], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThan(40);
    const paths = own()?.files.map(({ path }) => path) ?? [];
    expect(paths.filter((path) => /^dist\/.*\/.*\.js$/.test(path))).toEqual([]);
  });

  test('has types for every module, before the module', () => {
    for (const door of Object.values(manifest.exports ?? {}))
      if (typeof door !== 'string') expect(Object.keys(door)).toEqual(['types', 'default']);
  });

  test('comes after those that it needs', () => {
    const before = packages.slice(
      0,
      packages.findIndex((one) => one.dir === dir),
    );
    expect(before).toEqual(expect.arrayContaining(localsOf({ dir, manifest }, packages)));
  });
});

describe('a release', () => {
  const one = (name: string, more = {}) => ({
    dir: name,
    manifest: { name, version: '1.2.3', repository: 'here', ...more },
  });

  test('lacks nothing with scoped names, a repository, one version and its changelog', () => {
    expect(lacking([one('@a/b'), one('@a/c')], '# Changelog\n\n## 1.2.3\n')).toEqual([]);
  });

  test.each([
    ['a name in a scope of ours', [one('@a/b'), one('c')], '## 1.2.3', 'c'],
    ['the field "repository"', [one('@a/b', { repository: undefined })], '## 1.2.3', '@a/b'],
    [
      'the version that all',
      [one('@a/b'), one('@a/c', { version: '1.2.4' })],
      '## 1.2.3\n## 1.2.4',
      '@a/c',
    ],
    ['its version as a heading', [one('@a/b')], '## Unreleased\n- 1.2.3\n', '@a/b'],
  ])('says that %s is missing, and where', (what, all, changelog, name) => {
    const [line = '', ...more] = lacking(all, changelog);
    expect([line.startsWith(what), line.endsWith(` (${name})`), more]).toEqual([true, true, []]);
  });

  test('has its version in the changelog, below what is not released yet', () => {
    const changelog = read('CHANGELOG.md');
    const version = lacking(packages, changelog).filter((line) => line.includes('CHANGELOG.md'));
    expect(version).toEqual([]);
    const headings = changelog.split('\n').filter((line) => line.startsWith('## '));
    expect(headings[0]).toBe('## Unreleased');
    // Notes for people are grouped; a heap of lines has no parts.
    expect(changelog.split('\n').filter((line) => line.startsWith('### ')).length).toBeGreaterThan(
      5,
    );
  });

  test('is made by a workflow that keeps no secret and proves where it was built', () => {
    const workflow = read('.github/workflows/release.yml');
    expect(workflow).toContain('id-token: write');
    expect(workflow).toContain('npm run release -- --dry-run');
    expect(workflow).not.toMatch(/secrets\./);
    expect(JSON.parse(read('.changeset/config.json'))).toMatchObject({
      fixed: [['*']],
      access: 'public',
    });
  });
});
