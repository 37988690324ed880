// What `npm start`, `npm test` and the other scripts run: set up what is missing, then do it.
// It is started by whatever Node the machine has, so it uses nothing that has to be installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCurrent, stamp } from './stamps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const node = join(bin, 'node');
/** An open pipe that nobody writes to is left alone after that, as by wave itself. */
const FIRST_BYTE_MS = 3_000;
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

const TASKS = {
  start,
  test: (args) => [node, [vitest(), 'run', ...args]],
  bench: (args) => [node, ['--expose-gc', join(root, 'bench/main.mjs'), ...args]],
  kills: (args) => [node, [join(root, 'bench/kills.mjs'), ...args]],
  generate: () => [node, [join(root, 'scripts/generate.ts')]],
  build: () => undefined,
  check: () => [node, [join(root, 'scripts/check.mjs')]],
};

if (process.platform === 'win32') {
  console.error('Wave runs on Linux and macOS. On Windows, use it inside WSL.');
  process.exit(1);
}

const [task, ...args] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task)) {
  console.error(`run.mjs: expected one of ${Object.keys(TASKS).join(', ')}, got ${task}`);
  process.exit(1);
}

install();
build();
const command = await TASKS[task](args);
if (command) await become(...command);

function install() {
  if (existsSync(node) && isCurrent(root, 'install')) return;
  console.error('Installing what is missing (once) ...');
  // Not `npm ci`: it refuses a lock that was made where some platform's optional package was missing.
  must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  stamp(root, 'install');
}

function build() {
  if (isCurrent(root, 'build')) return;
  console.error('Building ...');
  must(node, [join(root, 'scripts/build.mjs')]);
  stamp(root, 'build');
}

function must(file, args) {
  // Nothing of the set-up goes to stdout: that belongs to the command.
  const { status, error } = spawnSync(file, args, { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`run.mjs: ${file} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}

/**
 * At a terminal, the screen. Without one and without arguments, what is piped in is a prompt, and without
 * a prompt there is the tour.
 */
async function start(args) {
  const wave = (...more) => [node, [join(root, 'packages/code/bin/wave.cjs'), ...more]];
  const terminal = process.stdin.isTTY && process.stdout.isTTY;
  if (args.length > 0 || terminal) return wave(...args);
  const prompt = process.stdin.isTTY ? '' : await piped();
  return prompt.trim() === '' ? wave('tour') : [...wave(), prompt];
}

function piped() {
  const { stdin } = process;
  return new Promise((resolve) => {
    let text = '';
    const leave = () => {
      clearTimeout(timer);
      stdin.removeAllListeners().pause();
      stdin.unref?.();
      resolve(text);
    };
    const timer = setTimeout(leave, FIRST_BYTE_MS);
    stdin.setEncoding('utf8').on('end', leave).on('error', leave);
    stdin.on('data', (part) => {
      clearTimeout(timer);
      text += part;
    });
  });
}

function vitest() {
  return join(root, 'node_modules/vitest/vitest.mjs');
}

/** Runs the command in our place: same terminal, same exit code. */
function become(file, args, input) {
  const cwd = task === 'start' ? process.env.INIT_CWD || process.cwd() : root;
  const stdin = input === undefined ? 'inherit' : 'pipe';
  const child = spawn(file, args, { cwd, env, stdio: [stdin, 'inherit', 'inherit'] });
  child.stdin?.on('error', () => {}).end(input);
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
