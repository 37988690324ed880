import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
