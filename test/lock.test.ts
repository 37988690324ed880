import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const lock: Record<string, Locked> = read('package-lock.json').packages;
const fetched = Object.entries(lock).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** The package that a dependent gets: the nearest one up the tree. */
function resolve(from: string, name: string): Locked | undefined {
  const path = `${from ? `${from}/` : ''}node_modules/${name}`;
  if (lock[path] || from === '') return lock[path];
  return resolve(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}

const optionalOf = ([path, { optionalDependencies = {} }]: [string, Locked]) =>
  Object.keys(optionalDependencies).map((name) => ({ name, locked: resolve(path, name) }));

/** Packages that come with a program for each platform, in packages of their own. */
const native = fetched.filter(
  (one) => optionalOf(one).filter(({ locked }) => locked?.os && locked.cpu).length > 1,
);

const PLATFORMS = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })));
const fits = ({ os, cpu, libc }: Locked, on: { os: string; cpu: string }) =>
  os?.includes(on.os) && cpu?.includes(on.cpu) && (libc === undefined || libc.includes('glibc'));

test('there are packages with programs, and the lock knows for which platform each is', () => {
  expect(native.map(([path]) => path)).toEqual(
    expect.arrayContaining(['node_modules/@biomejs/biome', 'node_modules/rolldown']),
  );
});

test.each(PLATFORMS)('the lock has every program for $os on $cpu', (platform) => {
  const lacking = native
    .filter((one) => !optionalOf(one).some(({ locked }) => locked && fits(locked, platform)))
    .map(([path, { version }]) => `${path} ${version}`);
  expect(lacking).toEqual([]);
});

test('the lock has every optional package, so that "npm ci" takes it', () => {
  const missing = fetched.flatMap((one) =>
    optionalOf(one).flatMap(({ name, locked }) => (locked ? [] : [`${one[0]}: ${name}`])),
  );
  expect(missing).toEqual([]);
});

test('the lock says what is fetched, not from where', () => {
  expect(fetched.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  expect(fetched.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test('the lock was made from the package.json that is there', () => {
  const { devDependencies, workspaces } = read('package.json');
  expect(lock['']).toMatchObject({ devDependencies, workspaces });
});

/** What the real `npm ci` says to the lock and these manifests, with a registry that nobody answers for. */
function ci(change: (manifest: Record<string, unknown>) => unknown) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const dir = mkdtempSync(join(tmpdir(), 'wave-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of readdirSync(join(root, 'packages'))) {
    mkdirSync(join(dir, 'packages', name), { recursive: true });
    cpSync(join(root, `packages/${name}/package.json`), join(dir, `packages/${name}/package.json`));
  }
  for (const name of ['package-lock.json', '.npmrc', 'test/package.json'])
    cpSync(join(root, name), join(dir, name));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(change(read('package.json'))));
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(dir, 'cache'),
  };
  const args = ['ci', '--dry-run', '--fetch-retries=0', '--loglevel=error'];
  return spawnSync('npm', args, { cwd: dir, env, encoding: 'utf8', timeout: 120_000 }).status;
}

test('"npm ci" takes the lock as it is, without asking the registry', () => {
  expect(ci((manifest) => manifest)).toBe(0);
});

test('"npm ci" refuses a package.json that the lock was not made from', () => {
  const devDependencies = { ...(read('package.json').devDependencies as object), esbuild: '0.1.0' };
  expect(ci((manifest) => ({ ...manifest, devDependencies }))).toBe(1);
});
