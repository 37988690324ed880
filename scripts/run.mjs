// What `npm start`, `npm test` and the other scripts run: set up what is missing, then do it.
// It is started by whatever Node the machine has, so it uses nothing that has to be installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { obstacle } from './obstacle.mjs';
import { showProgress } from './progress.mjs';
import { environment, setUp } from './set-up.mjs';
import { builtCount, isCurrent, stamp } from './stamps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** An open pipe that nobody writes to is left alone after that, as by wave itself. */
const FIRST_BYTE_MS = 3_000;
const BUILD_MB = 100;

/** Everything is built before a task, unless it says otherwise, and `isUse` needs none of the tools for tests. */
const TASKS = {
  start: {
    run: (args) => [join(root, 'packages/code/bin/wave.cjs'), ...args],
    reads: true,
    isUse: true,
  },
  test: { run: (args) => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args] },
  bench: { run: (args) => ['--expose-gc', join(root, 'bench/main.mjs'), ...args] },
  kills: { run: (args) => [join(root, 'bench/kills.mjs'), ...args] },
  undos: { run: (args) => [join(root, 'bench/undos.mjs'), ...args] },
  ends: { run: (args) => [join(root, 'bench/ends.mjs'), ...args] },
  // A build needs what it generates.
  generate: { run: () => [join(root, 'scripts/generate.ts')], isUnbuilt: true, isUse: true },
  build: { isUse: true },
  check: { run: (args) => [join(root, 'scripts/check.mjs'), ...args] },
  quick: { run: (args) => [join(root, 'scripts/check.mjs'), '--quick', ...args] },
  mutants: { run: (args) => [join(root, 'scripts/mutants.mjs'), ...args] },
  conformance: { run: (args) => [join(root, 'scripts/conformance.mjs'), ...args] },
  smoke: { run: (args) => [join(root, 'scripts/smoke.mjs'), ...args] },
  agents: { run: (args) => [join(root, 'scripts/agents.mjs'), ...args] },
  pack: { run: (args) => [join(root, 'scripts/pack.mjs'), ...args], isUse: true },
  global: { run: (args) => [join(root, 'scripts/global.mjs'), ...args], isUse: true },
  'ways-in': { run: (args) => [join(root, 'scripts/ways-in.mjs'), ...args] },
  'publish-check': { run: (args) => [join(root, 'scripts/publish-check.mjs'), ...args] },
  release: { run: (args) => [join(root, 'scripts/release.mjs'), ...args] },
  changeset: { run: (args) => [join(root, 'scripts/changeset.mjs'), ...args], isUnbuilt: true },
};

if (process.platform === 'win32')
  fail('Wave runs on Linux and macOS. On Windows, use it inside WSL.');
const [task, ...args] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task))
  fail(`run.mjs: expected one of ${Object.keys(TASKS).join(', ')}, got ${task}`);

const { run, isUnbuilt, reads, isUse } = TASKS[task];
const { node, problem } = await setUp(root, { needsTools: !isUse });
if (problem) fail(problem);
if (!isUnbuilt) await build();
if (reads) await become(...(await asStarted(args)));
else if (run) await become(run(args));

async function build() {
  if (isCurrent(root, 'build')) return;
  const problem = obstacle(root, BUILD_MB);
  if (problem) fail(problem);
  console.error('Building ...');
  const script = join(root, 'scripts/build.mjs');
  const stop = showProgress(() => builtCount(root));
  // Nothing of the set-up goes to stdout: that belongs to the command.
  const how = { cwd: root, env: environment(root), stdio: ['ignore', 2, 2] };
  const failure = await new Promise((resolve) => {
    const child = spawn(node, [script], how);
    child.on('error', ({ message }) => resolve(`: ${message}`));
    child.on('exit', (code) => resolve(code === 0 ? undefined : ', see above'));
  });
  stop();
  if (failure) fail(`run.mjs: ${script} failed${failure}`);
  stamp(root, 'build');
}

/**
 * At a terminal, the screen. Without one and without arguments, what is piped in is a prompt, and without
 * a prompt there is the tour.
 */
async function asStarted(args) {
  const terminal = process.stdin.isTTY && process.stdout.isTTY;
  if (args.length > 0 || terminal) return [run(args)];
  const prompt = process.stdin.isTTY ? '' : await piped();
  if (prompt.trim() === '') return [run(['tour'])];
  return [run(hasModel() ? [] : ['--model', 'practice']), prompt];
}

/** As at a terminal: without a key there is the practice model. */
function hasModel() {
  const names = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'];
  return [...names, 'WAVE_MODEL'].some((name) => process.env[name]);
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

/** Runs the command in our place: same terminal, same exit code. */
function become(words, input) {
  const cwd = task === 'start' ? process.env.INIT_CWD || process.cwd() : root;
  const stdin = input === undefined ? 'inherit' : 'pipe';
  const stdio = [stdin, 'inherit', 'inherit'];
  const child = spawn(node, words, { cwd, env: environment(root), stdio });
  child.stdin?.on('error', () => {}).end(input);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`run.mjs: ${node}: ${error.message}`);
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
