import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
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
import { expect, onTestFinished, test } from 'vitest';
import { generated } from '../scripts/generate.ts';
// @ts-expect-error: it runs on any Node, so it has no types.
import { stamp } from '../scripts/stamps.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOT_COPIED = /(^|\/)(node_modules|dist|\.git|test|tsconfig\.tsbuildinfo)$/;
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc', 'scripts', 'test/package.json'];

/** A clone, as far as setting up needs one: manifests and scripts, and whatever else is named. */
function clone(...more: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'wave-set-up-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const manifests = readdirSync(join(ROOT, 'packages')).map(
    (name) => `packages/${name}/package.json`,
  );
  for (const name of [...MANIFESTS, ...manifests, ...more])
    cpSync(join(ROOT, name), join(dir, name), {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(path),
    });
  return dir;
}

/** As after an install: with its own Node. */
function installed(dir: string): string {
  mkdirSync(join(dir, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(dir, 'node_modules/.bin/node'));
  stamp(dir, 'install');
  return dir;
}

/** A task that says that it ran. */
function speaking(dir: string): string {
  writeFileSync(join(dir, 'scripts/generate.ts'), 'console.log("it ran", process.execPath);\n');
  return dir;
}

/** An `npm` that writes down how it was called. */
function withNpm(dir: string, script: string): Record<string, string> {
  const file = join(dir, 'fake/npm');
  mkdirSync(dirname(file));
  writeFileSync(file, `#!/bin/sh\necho "$*" >> '${dir}/calls'\ncase "$1" in\n${script}\nesac\n`);
  chmodSync(file, 0o755);
  return { PATH: `${dirname(file)}:${process.env['PATH']}` };
}

const calls = (dir: string) => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');
const NODE = `mkdir -p node_modules/.bin; ln -s '${process.execPath}' node_modules/.bin/node`;

/** What is installed without the tools for tests. */
const FOR_USE = '--workspace=packages --include-workspace-root';

async function run(dir: string, env: Record<string, string> = {}, task = 'generate') {
  const child = spawn(process.execPath, [join(dir, 'scripts/run.mjs'), task], {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...said };
}

test('what is not there is installed by the lock, and one sees how far it is', async () => {
  const dir = speaking(clone());
  const env = withNpm(dir, `ci) ${NODE};;`);
  const { code, stdout, stderr } = await run(dir, env);
  expect([code, stdout]).toEqual([0, `it ran ${process.execPath}\n`]);
  expect(stderr).toMatch(
    /^Installing .*: npm ci --workspace=packages --include-workspace-root\n( {2}0 of \d+ packages, \d s\n)+$/,
  );
  expect(calls(dir)).toEqual([
    expect.stringMatching(/^ping --fetch-retries=0 /),
    `ci ${FOR_USE} --no-audit --no-fund --no-progress --loglevel=error`,
  ]);
});

test('what is there is brought up to date', async () => {
  const dir = speaking(clone());
  mkdirSync(join(dir, 'node_modules'));
  const { code } = await run(dir, withNpm(dir, `install) ${NODE};;`));
  expect([code, calls(dir)[1]]).toEqual([
    0,
    `install --no-save ${FOR_USE} --no-audit --no-fund --no-progress --loglevel=error`,
  ]);
});

test('what only tests need comes with the first of them, and is kept from then on', async () => {
  const dir = speaking(clone());
  writeFileSync(join(dir, 'scripts/changeset.mjs'), '');
  const env = withNpm(dir, `ci) ${NODE};;`);
  expect((await run(dir, env)).code).toBe(0);
  expect((await run(dir, env, 'changeset')).code).toBe(0);
  expect((await run(dir, env)).code).toBe(0);
  expect(calls(dir).filter((call) => !call.startsWith('ping'))).toEqual([
    expect.stringContaining(`ci ${FOR_USE}`),
    'install --no-save --no-audit --no-fund --no-progress --loglevel=error',
  ]);
  writeFileSync(join(dir, 'test/package.json'), '{ "name": "wave-test" }');
  expect((await run(dir, env)).code).toBe(0);
  expect(calls(dir).at(-1)).toBe(
    'install --no-save --no-audit --no-fund --no-progress --loglevel=error',
  );
});

test('a clone that cannot be written is said in a sentence, before anything is installed', async () => {
  const dir = speaking(clone());
  const env = withNpm(dir, `ci) ${NODE};;`);
  // Root may write anywhere; what is no folder, nobody can write into.
  if (process.getuid?.() === 0) symlinkSync('/proc/self', join(dir, 'node_modules'));
  else chmodSync(dir, 0o555);
  onTestFinished(() => chmodSync(dir, 0o755));
  const { code, stderr } = await run(dir, env);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Wave cannot be set up in .*cannot be written \(E\w+\)\.\nClone it to /),
  ]);
  expect(existsSync(join(dir, 'calls'))).toBe(false);
});

test('a disk without room is said before anything is installed', async () => {
  const dir = speaking(clone());
  const full = `import fs from 'node:fs'; fs.statfsSync = () => ({ bavail: 12, bsize: 1_000_000 });`;
  const env = {
    ...withNpm(dir, `ci) ${NODE};;`),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(full)}`,
  };
  const { code, stderr } = await run(dir, env);
  expect([code, stderr]).toEqual([
    1,
    `Wave cannot be set up in ${dir}/: that takes 500 MB, and 12 MB are free there.\n`,
  ]);
  expect(existsSync(join(dir, 'calls'))).toBe(false);
});

test('without a network it says so within seconds', async () => {
  const dir = speaking(clone());
  const began = performance.now();
  // The real npm, whose registry is a port on which nobody listens.
  const { code, stderr } = await run(dir, {
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(dir, 'cache'),
  });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /npm's registry cannot be reached \(ECONNREFUSED\), and npm's cache does not hold all of them\.\nSetting up needs the network once\./,
    ),
  ]);
  expect(performance.now() - began).toBeLessThan(20_000);
});

const IGNORES = `ci) mkdir -p node_modules;; config) echo true;;`;

test('where npm runs no scripts, a Node that is new enough stands in', async () => {
  const dir = speaking(clone());
  const { code, stdout, stderr } = await run(dir, withNpm(dir, IGNORES));
  expect([code, stdout]).toEqual([0, `it ran ${process.execPath}\n`]);
  expect(stderr).toContain("The project's own Node is not there: using Node ");
});

test('where npm runs no scripts and Node is old, it says what to do, without installing again', async () => {
  const dir = speaking(clone());
  const older =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.9.0" } })';
  const env = {
    ...withNpm(dir, IGNORES),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
  };
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await run(dir, env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /ignore-scripts=true.*\n.*npm rebuild node --ignore-scripts=false\n.*this is Node 20\.9\.0\.\n$/,
    );
  }
  expect(calls(dir).filter((call) => call.startsWith('ci'))).toHaveLength(1);
});

test('an install that fails is said', async () => {
  const dir = speaking(clone());
  const { code, stderr } = await run(dir, withNpm(dir, 'ci) echo "npm: oh no" >&2; exit 7;;'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/npm: oh no\n[\s\S]*npm ci failed, see above\n$/),
  ]);
});

test('other package managers are answered', () => {
  const only = spawnSync(process.execPath, [join(ROOT, 'scripts/only-npm.cjs')], {
    encoding: 'utf8',
  });
  expect([only.status, only.stderr]).toEqual([1, expect.stringMatching(/^npm only: /)]);
  expect(readFileSync(join(ROOT, '.yarnrc.yml'), 'utf8')).toContain(
    'yarnPath: scripts/only-npm.cjs\n',
  );
  const { devEngines, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(devEngines).toEqual({ packageManager: { name: 'npm', onFail: 'error' } });
  expect(scripts['pnpm:devPreinstall']).toBe('node scripts/only-npm.cjs');
});

/** Files that are generated as a whole. Of the others only the tables are. */
const paths = [...(await generated()).keys()];
const whole = paths.filter((path) => !path.endsWith('.md'));
const pages = paths.filter((path) => path.endsWith('.md'));
const contents = (dir: string, paths: string[]) =>
  paths.map((path) => [path, existsSync(join(dir, path)) && readFileSync(join(dir, path), 'utf8')]);

const EMPTY_TABLES = /(<!-- generated: \w+ -->\n)[\s\S]*?(<!-- end -->)/g;

test('what is generated is made anew when it is gone or broken', async () => {
  const dir = installed(clone('packages', 'docs'));
  // All but ours: nothing is built yet.
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && name !== '@wavehooks')
      symlinkSync(join(ROOT, 'node_modules', name), join(dir, 'node_modules', name));
  for (const path of whole) rmSync(join(dir, path));
  rmSync(join(dir, 'packages/hooks/schemas'), { recursive: true });
  expect(await run(dir)).toEqual({
    code: 0,
    stdout: whole.map((path) => `wrote ${path}\n`).join(''),
    stderr: '',
  });
  expect(contents(dir, whole)).toEqual(contents(ROOT, whole));

  const [compiled = ''] = whole;
  writeFileSync(join(dir, compiled), '// of yesterday\n');
  const built = await run(dir, {}, 'build');
  expect([built.code, built.stderr]).toEqual([
    1,
    expect.stringContaining(`\n${compiled} is not what the code prints today: npm run generate\n`),
  ]);
  for (const path of whole) writeFileSync(join(dir, path), '<<<<<<< ours\n{');
  for (const path of pages) {
    const text = readFileSync(join(dir, path), 'utf8');
    writeFileSync(join(dir, path), text.replace(EMPTY_TABLES, '$1$2'));
  }
  expect(await run(dir)).toMatchObject({ code: 0, stderr: '' });
  expect(contents(dir, [...whole, ...pages])).toEqual(contents(ROOT, [...whole, ...pages]));

  // Around its tables a page is written by hand.
  const [page = ''] = pages;
  rmSync(join(dir, page));
  const { code, stderr } = await run(dir);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`${page} is missing or empty: git checkout ${page}`),
  ]);
});
