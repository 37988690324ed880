// What `npm start`, `npm test` and the other scripts run: set up what is missing, then do it.
// It is started by whatever Node the machine has, so it uses nothing that has to be installed.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, setUp } from './set-up.mjs';
import { isCurrent, stamp } from './stamps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything is built before a task, unless it says otherwise. */
const TASKS = {
  start: { run: (args) => [join(root, 'packages/code/bin/wave.cjs'), ...startArgs(args)] },
  test: { run: (args) => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args] },
  bench: { run: (args) => ['--expose-gc', join(root, 'bench/main.mjs'), ...args] },
  kills: { run: (args) => [join(root, 'bench/kills.mjs'), ...args] },
  // A build needs what it generates.
  generate: { run: () => [join(root, 'scripts/generate.ts')], isUnbuilt: true },
  build: {},
  check: { run: () => [join(root, 'scripts/check.mjs')] },
};

if (process.platform === 'win32')
  fail('Wave runs on Linux and macOS. On Windows, use it inside WSL.');
const [task, ...args] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task))
  fail(`run.mjs: expected one of ${Object.keys(TASKS).join(', ')}, got ${task}`);

const { run, isUnbuilt } = TASKS[task];
const { node, problem } = await setUp(root);
if (problem) fail(problem);
if (!isUnbuilt) build();
if (run) await become(node, run(args));

function build() {
  if (isCurrent(root, 'build')) return;
  console.error('Building ...');
  const script = join(root, 'scripts/build.mjs');
  // Nothing of the set-up goes to stdout: that belongs to the command.
  const how = { cwd: root, env: environment(root), stdio: ['ignore', 2, 2] };
  const { status, error } = spawnSync(node, [script], how);
  if (status !== 0) fail(`run.mjs: ${script} failed${error ? `: ${error.message}` : ''}`);
  stamp(root, 'build');
}

/** Without arguments and without a terminal there is the tour; at a terminal, the screen. */
function startArgs(args) {
  const terminal = process.stdin.isTTY && process.stdout.isTTY;
  return args.length === 0 && !terminal ? ['tour'] : args;
}

/** Runs the command in our place: same terminal, same exit code. */
function become(file, args) {
  const cwd = task === 'start' ? process.env.INIT_CWD || process.cwd() : root;
  const child = spawn(file, args, { cwd, env: environment(root), stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`run.mjs: ${file}: ${error.message}`);
      process.exitCode = 1;
      resolve();
    });
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
      resolve();
    });
  });
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
