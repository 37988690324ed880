import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

const pack = (path: string) => npm(join(root, path), 'pack', '--pack-destination', tarballs);

beforeAll(() => {
  mkdirSync(tarballs, { recursive: true });
  mkdirSync(home);
  mkdirSync(work);
  for (const name of ['shell', 'process', 'hooks', 'settings', 'agent-sdk', 'code'])
    pack(`packages/${name}`);
  for (const name of readdirSync(join(root, 'node_modules/@vscode')))
    pack(`node_modules/@vscode/${name}`);
}, 60_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

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
    const files = readdirSync(tarballs).filter((name) => /wave-code|ripgrep/.test(name));
    npm(tarballs, 'install', '-g', ...files.map((name) => `./${name}`));
  }, 60_000);

  test('starts, talks, searches and gives its tour', () => {
    expect(wave('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    writeFileSync(join(work, 'note.txt'), 'a needle\n');
    expect(wave('-p', 'search for needle', '--model', 'practice')).toContain('Grep gave back "');
    expect(wave('tour')).toContain('No stopping before there is a test');
    expect(JSON.parse(wave('hooks', 'list', '--json')).hooks).toEqual([]);
  });
});

describe('docs/sdk.md', () => {
  const project = join(dir, 'project');
  const blocks = [
    ...readFileSync(join(root, 'docs/sdk.md'), 'utf8').matchAll(
      /```js\n([\s\S]*?)```\n\nPrints `([^`]*)`/g,
    ),
  ];

  /** The packages from their tarballs, everything else as it is installed here. */
  beforeAll(() => {
    const modules = join(project, 'node_modules');
    mkdirSync(modules, { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules')).filter(
      (one) => !/^(\.|wave)/.test(one),
    ))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    for (const name of [
      'wave-shell',
      'wave-process',
      'wave-hooks',
      'wave-settings',
      'wave-agent-sdk',
    ]) {
      execFileSync('tar', ['xzf', join(tarballs, `${name}-0.1.0.tgz`), '-C', dir]);
      cpSync(join(dir, 'package'), join(modules, name), { recursive: true });
      rmSync(join(dir, 'package'), { recursive: true });
    }
  });

  test('has an example for each of its claims', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5);
  });

  test.each(blocks.map(([, code, prints], at) => ({ at, code: code ?? '', prints: prints ?? '' })))(
    'example $at prints what it says',
    ({ at, code, prints }) => {
      const file = join(project, `example-${at}.mjs`);
      writeFileSync(file, code);
      const output = execFileSync(process.execPath, [file], {
        cwd: project,
        encoding: 'utf8',
        env: { ...process.env, HOME: home },
      });
      for (const part of prints.split('...').map((one) => one.trim()))
        expect(output).toContain(part);
    },
  );
});
