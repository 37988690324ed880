// `npm run ways-in`: installs Wave in projects the ways people do, and uses it there. It reaches the registry,
// for the package managers and the dependencies, so it is no part of `npm test`.
// `npm run ways-in -- pnpm yarn` tries only those; `published` is all package managers with a registry of our own,
// `typescript` the kit's types with every compiler that is supported.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from './aside.mjs';
import { readPackages } from './pack/packages.ts';
import { packForFolder } from './pack/tarballs.mjs';
import { clonedWay } from './ways-in/clone.mjs';
import { compilerSteps } from './ways-in/compilers.mjs';
import { MANAGER_TOOLS, MANAGERS } from './ways-in/managers.mjs';
import { PROJECT_TOOLS, stepsOf, writeProject } from './ways-in/project.mjs';
import { publishAll, scopeFiles } from './ways-in/published.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLONE = 'clone';
const PUBLISHED = 'published';
const TYPESCRIPT = 'typescript';
const WAYS = [CLONE, TYPESCRIPT, ...Object.keys(MANAGERS), PUBLISHED];
const asked = process.argv.slice(2);
const unknown = asked.find((way) => !WAYS.includes(way));
if (unknown !== undefined) fail(`ways-in: expected one of ${WAYS.join(', ')}, got ${unknown}`);
const ways = asked.length > 0 ? asked : WAYS;

const scratch = mkdtempSync(join(tmpdir(), 'wave-ways-in-'));
let failures = 0;
try {
  if (ways.includes(CLONE)) attempt(CLONE, clonedWay(root, join(scratch, CLONE)));
  if (ways.includes(TYPESCRIPT))
    attempt(TYPESCRIPT, compilerSteps(root, join(scratch, TYPESCRIPT)));
  const managers = ways.filter((way) => Object.hasOwn(MANAGERS, way));
  if (managers.length > 0) tryTarballs(managers);
  if (ways.includes(PUBLISHED)) await tryPublished();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (failures > 0) fail(`ways-in: ${failures} failed, see above`);

function tryTarballs(managers) {
  const packages = readPackages(root);
  const tarballs = join(scratch, 'tarballs');
  packForFolder(root, packages, tarballs);
  const { tools, nodes } = installTools();
  for (const manager of managers)
    for (const [label, node] of nodes) {
      const dir = join(scratch, `${manager}-${label}`);
      const { program, exec, env } = MANAGERS[manager];
      const start = starter(dir, env, node);
      const run = (words) => start([...program(tools, node), ...words]);
      attempt(`${manager}, Node ${label}`, {
        'install the tarballs': () => {
          cpSync(tarballs, dir, { recursive: true });
          const own = readdirSync(tarballs).map((name) => `./${name}`);
          install(dir, MANAGERS[manager], own, run);
        },
        ...stepsOf(dir, namesOf(packages), packages[0].manifest.version, {
          run: (words) => run([...exec, ...words.split(' ')]),
          node: (file) => start([node, file]),
          nodeVersion: label,
        }),
      });
    }
}

/** What people will do once the packages are in the registry: by name, also without installing. */
async function tryPublished() {
  const packages = readPackages(root);
  const { tools } = installTools();
  const node = process.execPath;
  const [scope] = packages[0].manifest.name.split('/');
  const folder = join(scratch, 'published');
  mkdirSync(folder);
  const { url, close } = await publishAll(root, packages, folder);
  try {
    for (const [name, manager] of Object.entries(MANAGERS)) {
      const dir = join(scratch, `published-${name}`);
      const files = scopeFiles(scope, url, manager.files);
      const start = starter(dir, manager.env, node);
      const run = (words) => start([...manager.program(tools, node), ...words]);
      const { version } = packages[0].manifest;
      attempt(`${name}, from a registry`, {
        ...(name === 'npm' ? onceOnly(dir, files, start, namesOf(packages).wave, version) : {}),
        'install by name': () =>
          install(
            dir,
            { ...manager, files },
            packages.map(({ manifest }) => manifest.name),
            run,
          ),
        ...stepsOf(dir, namesOf(packages), version, {
          run: (words) => run([...manager.exec, ...words.split(' ')]),
          node: (file) => start([node, file]),
          nodeVersion: process.versions.node,
        }),
      });
    }
  } finally {
    close();
  }
}

/** `npx` in an empty folder: it finds what we mean. */
function onceOnly(dir, files, start, wave, version) {
  return {
    [`npx ${wave}`]: () => {
      mkdirSync(dir);
      writeFileSync(join(dir, '.npmrc'), files['.npmrc']);
      const said = start(['npx', '--yes', wave, '--version']).trim();
      if (said !== version) throw new Error(`expected ${version}, got ${said}`);
    },
  };
}

/** The oldest Node that we support, the project's own and the newest. */
function installTools() {
  const platform = `node-${process.platform}-${process.arch}`;
  const { stdout } = spawnSync('npm', ['view', 'node', 'version'], { encoding: 'utf8' });
  const versions = { oldest: '22.12.0', newest: stdout.trim() };
  const wanted = Object.entries(versions).map(([name, version]) => [
    `node-${name}`,
    `npm:${platform}@${version}`,
  ]);
  const all = { ...MANAGER_TOOLS, ...Object.fromEntries(wanted) };
  const tools = join(installAside(root, 'ways-in', all), 'node_modules');
  const nodes = Object.entries(versions).map(([name, version]) => [
    version,
    join(tools, `node-${name}`, 'bin/node'),
  ]);
  return { tools, nodes: [...nodes, [process.versions.node, process.execPath]] };
}

function namesOf(packages) {
  const named = (folder) => packages.find(({ dir }) => dir.endsWith(`/${folder}`)).manifest.name;
  return { kit: named('hook-kit'), sdk: named('agent-sdk'), wave: named('code') };
}

function install(dir, { install, files }, specs, run) {
  writeProject(dir, files);
  run(install([...specs, ...PROJECT_TOOLS]));
}

/** Starts programs in a folder, with that Node first on the PATH and nothing of the npm that runs us. */
function starter(dir, env, node) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name));
  const environment = {
    ...Object.fromEntries(own),
    ...env(join(scratch, 'cache')),
    PATH: path,
    HOME: join(scratch, 'home'),
  };
  return ([file, ...args]) => {
    const how = { cwd: dir, encoding: 'utf8', env: environment, timeout: 300_000 };
    const { status, stdout, stderr, error } = spawnSync(file, args, how);
    if (status === 0) return stdout;
    throw new Error(`${args.join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`);
  };
}

/** All of a way's steps, until one fails: the rest would only say the same. */
function attempt(way, steps) {
  console.log(way);
  for (const [name, step] of Object.entries(steps))
    try {
      step();
      console.log(`  ok  ${name}`);
    } catch (error) {
      failures += 1;
      console.log(`  FAILED  ${name}\n${error.message}`);
      return;
    }
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
