// Installs what is missing, and says what it does and what is in its way.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { showProgress } from './progress.mjs';
import { isCurrent, stamp } from './stamps.mjs';

/** The project's own major version of Node. A machine with one as new can stand in for it. */
const NODE_MAJOR = 24;

/** Programs of the project go first. */
export const environment = (root) => ({
  ...process.env,
  PATH: `${bin(root)}${delimiter}${process.env.PATH ?? ''}`,
});

const bin = (root) => join(root, 'node_modules', '.bin');

/** The Node to work with, or what keeps us from having one. */
export async function setUp(root) {
  const own = join(bin(root), 'node');
  const isThere = () => existsSync(own);
  if (!isCurrent(root, 'install') || !(isThere() || scriptsAreOff(root))) {
    const problem = await install(root);
    if (problem) return { problem };
    stamp(root, 'install');
  }
  if (isThere()) return { node: own };
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
    console.error(`The project's own Node is not there: using Node ${process.versions.node}.`);
    return { node: process.execPath };
  }
  return { problem: scriptsAreOff(root) ? WITHOUT_SCRIPTS : NO_NODE };
}

const WITHOUT_SCRIPTS = `npm runs no install scripts here (ignore-scripts=true), and the project's own Node ${NODE_MAJOR} comes with one.
Allow that one:  npm rebuild node --ignore-scripts=false
Or use Node ${NODE_MAJOR} or newer; this is Node ${process.versions.node}.`;
const NO_NODE = `The project's own Node is not there, although npm installed everything.
Remove node_modules and try again.`;

/** What went wrong, if something did. */
async function install(root) {
  const offline = unreachable(root);
  // What is not there at all is installed as the lock says. What is there is only brought up to date.
  const verb = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  console.error(`Installing what is missing, once: npm ${verb.join(' ')}`);
  const stop = showProgress(root);
  const code = await npm(root, [
    ...verb,
    ...['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    // Whoever was here before may have left everything in npm's cache.
    ...(offline ? ['--offline'] : []),
  ]);
  stop();
  if (code === 0) return undefined;
  if (offline)
    return `The packages could not be installed: npm's registry cannot be reached (${offline}), and npm's cache does not hold all of them.
Setting up needs the network once. Behind a proxy, tell npm: npm config set proxy http://...`;
  return `run.mjs: npm ${verb.join(' ')} failed, see above`;
}

/** Ends npm with us. Nothing of the set-up goes to stdout: that belongs to the command. */
function npm(root, args) {
  const child = spawn('npm', args, {
    cwd: root,
    env: environment(root),
    stdio: ['ignore', 2, 2],
  });
  const end = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npm: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const NETWORK =
  /^(E(NOTFOUND|AI_AGAIN|CONN\w+|NET\w+|HOST\w+|TIMEDOUT)|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;

/** Why the registry cannot be reached. npm itself would try for more than a minute before it says so. */
function unreachable(root) {
  const args = ['ping', '--fetch-retries=0', '--fetch-timeout=5000', '--loglevel=error'];
  const { stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 15_000 });
  const [, code = ''] = /npm (?:error|ERR!) code (\w+)/.exec(stderr ?? '') ?? [];
  // Not every registry answers a ping; one that says so was reached.
  return NETWORK.test(code) ? code : undefined;
}

function scriptsAreOff(root) {
  const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout?.trim() === 'true';
}
