// Installs what is missing, and says what it does and what is in its way.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { obstacle } from './obstacle.mjs';
import { packageCount, showProgress } from './progress.mjs';
import { isCurrent, isInstalled, stamp } from './stamps.mjs';

/** The project's own major version of Node. A machine with one as new can stand in for it. */
const NODE_MAJOR = 24;

/** What an install takes on disk, with what npm puts away besides: as `npm start` needs it, and with the tools. */
const SIZE_MB = { install: 500, tools: 900 };
/** npm leaves out what only `test/package.json` asks for. */
const WITHOUT_TOOLS = ['--workspace=packages', '--include-workspace-root'];

/** Programs of the project go first. */
export const environment = (root) => ({
  ...process.env,
  PATH: `${bin(root)}${delimiter}${process.env.PATH ?? ''}`,
});

const bin = (root) => join(root, 'node_modules', '.bin');

/**
 * The Node to work with, or what keeps us from having one. With `needsTools`, what only tests and checks need is
 * installed as well, and from then on kept up to date.
 */
export async function setUp(root, { needsTools }) {
  const own = join(bin(root), 'node');
  const isThere = () => existsSync(own);
  const hasTools = needsTools || isInstalled(root, 'tools');
  const name = hasTools ? 'tools' : 'install';
  if (!isCurrent(root, name) || !(isThere() || scriptsAreOff(root))) {
    const problem = await install(root, hasTools);
    if (problem) return { problem };
    stamp(root, 'install');
    if (hasTools) stamp(root, 'tools');
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
async function install(root, hasTools) {
  const isFirst = !isInstalled(root, 'install');
  const problem = obstacle(root, isFirst ? SIZE_MB[hasTools ? 'tools' : 'install'] : 100);
  if (problem) return problem;
  // What is not there at all is installed as the lock says. What is there is only brought up to date.
  const verb = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  const what = [...verb, ...(hasTools ? [] : WITHOUT_TOOLS)];
  console.error(`Installing what is missing, once: npm ${what.join(' ')}`);
  const stop = showProgress(packageCount(root, hasTools));
  const offline = await unreachable(root);
  const { code } = await npm(root, [
    ...what,
    ...['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
    // Whoever was here before may have left everything in npm's cache.
    ...(offline ? ['--offline'] : []),
  ]);
  stop();
  if (code === 0) return dropHeaders(root);
  if (offline)
    return `The packages could not be installed: npm's registry cannot be reached (${offline}), and npm's cache does not hold all of them.
Setting up needs the network once. Behind a proxy, tell npm: npm config set proxy http://...`;
  return `run.mjs: npm ${verb.join(' ')} failed, see above`;
}

/** Nothing here compiles against Node, and its headers are a fifth of all that is installed. */
function dropHeaders(root) {
  const node = join(root, 'node_modules/node/node_modules');
  const own = join(node, `node-${process.platform}-${process.arch}`);
  rmSync(join(own, 'include'), { recursive: true, force: true });
}

/** Ends npm with us. Nothing of the set-up goes to stdout: that belongs to the command. */
function npm(root, args, how = { stdio: ['ignore', 2, 2] }) {
  const child = spawn('npm', args, { cwd: root, env: environment(root), ...how });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const end = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npm: ${error.message}`);
      resolve({ code: 1, said });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const NETWORK =
  /^(E(NOTFOUND|AI_AGAIN|CONN\w+|NET\w+|HOST\w+|TIMEDOUT)|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;

/** Why the registry cannot be reached. npm itself would try for more than a minute before it says so. */
async function unreachable(root) {
  const args = ['ping', '--fetch-retries=0', '--fetch-timeout=5000', '--loglevel=error'];
  const how = { stdio: ['ignore', 'ignore', 'pipe'], timeout: 15_000 };
  const { said } = await npm(root, args, how);
  const [, code = ''] = /npm (?:error|ERR!) code (\w+)/.exec(said) ?? [];
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
