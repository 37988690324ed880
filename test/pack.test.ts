import './built.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error: it runs on any Node, so it has no types.
import { packOneFile } from '../scripts/pack/one-file.mjs';
import { readPackages } from '../scripts/pack/packages.ts';
// @ts-expect-error: it runs on any Node, so it has no types.
import { packForFolder, tarballOf } from '../scripts/pack/tarballs.mjs';
import { snippets } from './snippets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'wave-pack-'));
const tarballs = join(dir, 'tarballs');
const prefix = join(dir, 'prefix');
const home = join(dir, 'home');
const work = join(dir, 'work');

/** npm, without a network: everything it needs is given to it. */
const npm = (cwd: string, ...args: string[]) =>
  execFileSync(
    'npm',
    [...args, '--offline', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, npm_config_prefix: prefix },
    },
  );

const packages = readPackages(root);

beforeAll(() => {
  mkdirSync(home);
  mkdirSync(work);
  packForFolder(root, packages, tarballs);
  for (const name of readdirSync(join(root, 'node_modules/@vscode')))
    npm(join(root, 'node_modules/@vscode', name), 'pack', '--pack-destination', tarballs);
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the command in one file runs where there is nothing but Node, and unpacks itself once', () => {
  const [alone, home] = ['alone-', 'home-'].map((name) => mkdtempSync(join(dir, name))) as [
    string,
    string,
  ];
  const file = join(alone, 'wave.mjs');
  expect(packOneFile(root, packages, file).size).toBeLessThan(9_000_000);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [file, ...args], {
      cwd: alone,
      encoding: 'utf8',
      env: { HOME: home, PATH: '/usr/bin:/bin' },
    });
  expect(run('--version')).toBe(`${packages[0]?.manifest.version}\n`);
  writeFileSync(join(alone, 'a.txt'), 'a needle\n');
  expect(run('-p', 'search for needle in .', '--model', 'practice')).toMatch(
    /Grep gave back .*a\.txt/,
  );
  expect(readdirSync(join(home, '.cache/wave'))).toHaveLength(1);
  // A home that is no folder: not even root can write there.
  const how = { encoding: 'utf8', env: { HOME: file, PATH: '/usr/bin:/bin' } } as const;
  const { status, stderr } = spawnSync(process.execPath, [file, '--version'], how);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^wave\.mjs unpacks itself into .*, and cannot: ENOTDIR\.\nName another/),
  ]);
});

describe('the command, installed from its tarball', () => {
  const wave = (...args: string[]) =>
    execFileSync(join(prefix, 'bin/wave'), args, {
      cwd: home,
      encoding: 'utf8',
      env: {
        ...process.env,
        HOME: home,
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      },
    });

  beforeAll(() => {
    const command = packages.find(({ manifest }) => 'wave' in (manifest.bin ?? {}));
    const files = [
      ...(command ? [tarballOf(command.manifest)] : []),
      ...readdirSync(tarballs).filter((name) => name.includes('ripgrep')),
    ];
    npm(tarballs, 'install', '-g', ...files.map((name) => `./${name}`));
  });

  test('starts, talks, searches and gives its tour', () => {
    expect(wave('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    writeFileSync(join(work, 'note.txt'), 'a needle\n');
    expect(wave('-p', 'search for needle', '--model', 'practice')).toContain('Grep gave back "');
    const tour = wave('tour');
    expect(tour).toContain('No stopping before there is a test');
    // Here there is no clone, and by that name npm would fetch a package of somebody else.
    expect(tour).not.toMatch(/npm start|npx wave|examples\/|README/);
    expect(tour).toMatch(/\n {3}wave hooks init {2}/);
    expect(JSON.parse(wave('hooks', 'list', '--json')).hooks).toEqual([]);
    expect(wave('help', 'print', 'exit codes')).toMatch(/^Exit codes\n/);
  });
});

describe('what the pages show works with the tarballs', () => {
  /** Which package a page is about. The commands have no modules to import. */
  const PAGES = [
    { page: 'docs/sdk.md', of: 'agent-sdk', least: 5 },
    { page: 'docs/engine.md', of: 'hooks', least: 5 },
    { page: 'docs/engine.md', of: 'settings', least: 1 },
    ...packages
      .filter(({ manifest }) => manifest.exports)
      .map((one) => basename(one.dir))
      .map((of) => ({ page: `packages/${of}/README.md`, of, least: 1 })),
  ];
  const projectOf = (of: string) => join(dir, `project-${of}`);
  const examples = PAGES.flatMap(({ page, of }) =>
    snippets
      .filter((one) => one.page === page && one.prints !== undefined)
      .filter(({ code }) => code.includes(`from '@wavehooks/${of}`))
      .map(({ line, language, code, prints = '' }) => ({ page, of, line, language, code, prints })),
  );

  /** Each package from its tarball, alone; everything that is not ours as it is installed here. */
  beforeAll(() => {
    const ours = packages.map(({ manifest }) => manifest.name.split('/')[0]);
    const others = readdirSync(join(root, 'node_modules')).filter(
      (name) => !name.startsWith('.') && !ours.includes(name),
    );
    for (const { dir: from, manifest } of packages) {
      const modules = join(projectOf(basename(from)), 'node_modules');
      const to = join(modules, manifest.name);
      mkdirSync(to, { recursive: true });
      for (const name of others) symlinkSync(join(root, 'node_modules', name), join(modules, name));
      const tarball = join(tarballs, tarballOf(manifest));
      execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', to]);
    }
  });

  test.each(PAGES)('$page has an example for each of its claims', ({ page, of, least }) => {
    const own = examples.filter((one) => one.page === page && one.of === of);
    expect(own.length).toBeGreaterThanOrEqual(least);
  });

  test('every program that prints is one of them', () => {
    const all = snippets.filter(({ language, prints }) => /^[jt]s$/.test(language) && prints);
    expect(examples).toHaveLength(all.length);
  });

  test.each(examples)(
    '$page:$line prints what it says',
    ({ page, of, line, code, prints, language }) => {
      const project = projectOf(of);
      const file = join(project, `${page.replaceAll('/', '-')}-${line}.m${language}`);
      writeFileSync(file, code);
      const output = execFileSync(process.execPath, [file], {
        cwd: project,
        encoding: 'utf8',
        // What a hook among them is asked.
        input: JSON.stringify({
          hook_event_name: 'PreToolUse',
          tool_name: 'Write',
          tool_input: {},
        }),
        env: { ...process.env, HOME: home },
      });
      for (const part of prints.split('...').map((one) => one.trim()))
        expect(output).toContain(part);
    },
  );

  test('none of them asks for another one of ours', () => {
    const ours = packages.map(({ manifest }) => manifest.name);
    const asked = packages.map(({ dir: from, manifest: { name } }) => {
      const file = join(projectOf(basename(from)), 'node_modules', name, 'package.json');
      const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
      return [name, Object.keys(dependencies).filter((one) => ours.includes(one))];
    });
    expect(asked).toEqual(ours.map((name) => [name, []]));
  });
});
