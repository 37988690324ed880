import '../../../../test/built.ts';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { tempDir } from '../../../hooks/test/helpers.ts';

/** As built: packages find each other there, so that all have one warden. */
const modules = (name: string) =>
  join(import.meta.dirname, '../../dist', name).replace(/\.ts$/, '.js');

/** A process that runs `body` with our functions and then says so and waits. */
async function agent(body: string): Promise<ChildProcess> {
  const code = `
    import { guardAgainstKills, removeIfKilled, start, startCompanion, unlockIfKilled }
      from ${JSON.stringify(modules('index.ts'))};
    import { openWorkers } from ${JSON.stringify(modules('../../hooks/dist/worker/workers.ts'))};
    guardAgainstKills();
    const sh = (command) => start({ file: '/bin/sh', args: ['-c', command], cwd: '/', env: process.env,
      stdin: Buffer.alloc(0), timeoutMs: 60_000, maxBytes: 1_000 });
    ${body}
    console.log('ready');
    setInterval(() => {}, 1_000);`;
  const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', code];
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

const kill = (child: ChildProcess) =>
  new Promise((resolve) => child.once('exit', resolve).kill('SIGKILL'));

/** Whether a process runs; one that nobody reaped does not. */
const runs = (pid: string) =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim());

test('what a killed process had running is ended, with all it started', async () => {
  const file = join(tempDir(), 'pids');
  const child = await agent(
    `for (let n = 0; n < 3; n++) sh('sleep 300 & echo $$ $! >>${file}; wait');`,
  );
  const pids = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
  await until(() => pids().length === 6);
  expect(pids().every(runs)).toBe(true);
  await kill(child);
  await until(() => !pids().some(runs));
});

test('a warden that could not be started for want of descriptors is started later', async () => {
  const file = join(tempDir(), 'pids');
  const child = await agent(`
    const { closeSync, openSync } = await import('node:fs');
    const held = [];
    try { for (;;) held.push(openSync('/dev/null')); } catch {}
    // Enough for the input of a program, not for a process.
    for (const fd of held.splice(0, 3)) closeSync(fd);
    for (let n = 0; n < 5; n++) await sh('true').ended;
    for (const fd of held) closeSync(fd);
    sh('sleep 300 & echo $$ $! >>${file}; wait');`);
  const pids = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
  await until(() => pids().length === 2);
  await kill(child);
  await until(() => !pids().some(runs));
});

test('what was over before is left alone', async () => {
  const dir = tempDir();
  const kept = join(dir, 'kept');
  writeFileSync(kept, '');
  writeFileSync(join(dir, 'gone'), '');
  const child = await agent(`
    removeIfKilled(${JSON.stringify(kept)})();
    removeIfKilled(${JSON.stringify(join(dir, 'gone'))});
    await sh('sleep 300 >/dev/null 2>&1 & echo $! >${join(dir, 'pid')}').ended;`);
  await kill(child);
  await until(() => !existsSync(join(dir, 'gone')));
  const pid = readFileSync(join(dir, 'pid'), 'utf8').trim();
  // Left running on purpose: its hook had ended.
  expect(runs(pid)).toBe(true);
  process.kill(Number(pid), 'SIGKILL');
  expect(existsSync(kept)).toBe(true);
});

test.each(['is killed', 'exits'])(
  'what moved into a session of its own is left alone when its agent %s',
  { tags: 'linux' },
  async (how) => {
    const file = join(tempDir(), 'pid');
    const child = await agent(`
      await sh('setsid -f sh -c "echo \\\\$\\\\$ >${file}; exec sleep 300 >/dev/null 2>&1"').ended;
      sh('echo $$ >${file}.told; exec sleep 300');
      process.on('SIGTERM', () => process.exit());`);
    const pidIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
    await until(() => pidIn(file) !== '' && pidIn(`${file}.told`) !== '');
    onTestFinished(() => void process.kill(Number(pidIn(file)), 'SIGKILL'));
    if (how === 'is killed') await kill(child);
    else await new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'));
    await until(() => !runs(pidIn(`${file}.told`)));
    // The warden looks twice.
    await wait(1_000);
    expect(runs(pidIn(file))).toBe(true);
  },
);

test.each(['is killed', 'exits'])(
  'what a program that still runs put into another session ends when its agent %s',
  { tags: 'linux' },
  async (how) => {
    const file = join(tempDir(), 'pids');
    const stray = `sh -c "echo \\\\$\\\\$ >>${file}; exec sleep 300 >/dev/null 2>&1"`;
    const child = await agent(`
      for (const clear of ['', 'env -i']) sh('(' + clear + ' setsid ${stray} &); sleep 300');
      process.on('SIGTERM', () => process.exit());`);
    const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
    await until(() => pids().length === 2 && pids().every(runs));
    onTestFinished(() => {
      for (const pid of pids()) if (runs(pid)) process.kill(Number(pid), 'SIGKILL');
    });
    if (how === 'is killed') await kill(child);
    else await new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'));
    await until(() => !pids().some(runs));
  },
);

test('a program that put its input away at once is ended when its agent is killed in that moment', async () => {
  const file = join(tempDir(), 'pids');
  const child = await agent(`
    const { existsSync, readFileSync } = await import('node:fs');
    await sh('true').ended;
    for (let n = 0; n < 2; n++) sh('exec </dev/null 3<&-; echo $$ >>${file}; exec sleep 300');
    // No turn of the loop comes in between.
    const cell = new Int32Array(new SharedArrayBuffer(4));
    const pids = () => existsSync('${file}') ? readFileSync('${file}', 'utf8').trim().split('\\n') : [];
    for (let left = 1e3; left > 0 && pids().length < 2; left--) Atomics.wait(cell, 0, 0, 10);
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));`);
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve));
  const pids = readFileSync(file, 'utf8').trim().split('\n');
  expect(pids).toHaveLength(2);
  await until(() => !pids.some(runs));
});

test.each<[string, Record<string, string>, string[]]>([
  ['of ours goes', { 's.lock': '7-1-a', s: 'said' }, ['s']],
  ['of ours goes, and with it a file without a word', { 's.lock': '7-1-a', s: '' }, []],
  ['that somebody else has taken stays', { 's.lock': '8-1-a', s: '' }, ['s', 's.lock']],
  ['that is not there', { s: '' }, ['s']],
])('when its agent is killed, a lock %s', async (_, files, left) => {
  const dir = join(tempDir(), "it's\na \\place");
  mkdirSync(dir);
  const gone = join(dir, 'gone');
  for (const [name, text] of Object.entries({ ...files, gone: '' }))
    if (name.endsWith('.lock')) symlinkSync(text, join(dir, name));
    else writeFileSync(join(dir, name), text);
  const child = await agent(`
    unlockIfKilled(${JSON.stringify(join(dir, 's.lock'))}, '7-1-a');
    removeIfKilled(${JSON.stringify(gone)});`);
  await kill(child);
  await until(() => !existsSync(gone));
  // The warden looks twice.
  await wait(500);
  expect(readdirSync(dir).sort()).toEqual(left);
});

test('a lock that was given back is left alone', async () => {
  const dir = tempDir();
  symlinkSync('7-1-a', join(dir, 's.lock'));
  writeFileSync(join(dir, 'gone'), '');
  const child = await agent(`
    unlockIfKilled(${JSON.stringify(join(dir, 's.lock'))}, '7-1-a')();
    removeIfKilled(${JSON.stringify(join(dir, 'gone'))});`);
  await kill(child);
  await until(() => !existsSync(join(dir, 'gone')));
  await wait(500);
  expect(readdirSync(dir)).toEqual(['s.lock']);
});

test('a warden looks around when its agent is killed, and not when that ends with nothing left to do', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'ls'), '#!/bin/sh\n: >"$0.ran"\n', { mode: 0o755 });
  const body = `
    process.on('SIGTERM', () => process.exit());
    removeIfKilled('/nowhere/at/all')();`;
  const looked = async (signal: NodeJS.Signals) => {
    const child = await agent(`process.env.PATH = '${dir}:' + process.env.PATH;${body}`);
    await new Promise((resolve) => child.once('exit', resolve).kill(signal));
    for (let tries = 0; tries < 100 && !existsSync(join(dir, 'ls.ran')); tries++) await wait(10);
    return existsSync(join(dir, 'ls.ran'));
  };
  expect(await looked('SIGTERM')).toBe(false);
  expect(await looked('SIGKILL')).toBe(true);
});

test.each([
  'plain.tmp',
  ' spaces  and\ttabs ',
  'quotes \' " `date` $HOME $(date)',
  'back\\slash \\n %s \\0101',
  '-rf',
  'line\nbreak\n',
  'ümläut 漢字 🎉',
])('removes a file called %j, and its directory once that is empty', async (name) => {
  const dir = join(tempDir(), 'of its own');
  const other = join(tempDir(), 'full');
  for (const one of [dir, other]) mkdirSync(one);
  writeFileSync(join(dir, name), '');
  writeFileSync(join(other, 'a file of somebody else'), '');
  const paths = [dir, join(dir, name), other];
  const child = await agent(`for (const path of ${JSON.stringify(paths)}) removeIfKilled(path);`);
  await kill(child);
  await until(() => !existsSync(dir));
  expect(existsSync(join(other, 'a file of somebody else'))).toBe(true);
});

test.each([
  ['writePrivate', 'files.ts', `writePrivate(file, 'new')`],
  ['writeSettings', '../../settings/dist/editing/write.ts', `writeSettings(file, 'new', 'old')`],
])(
  'killed between the writing and the renaming, %s leaves the old file alone',
  async (name, module, body) => {
    const dir = tempDir();
    const file = join(dir, 'settings.json');
    writeFileSync(file, 'old');
    const child = await agent(`
    const { ${name} } = await import(${JSON.stringify(modules(module))});
    const { default: fs } = await import('node:fs');
    const { syncBuiltinESMExports } = await import('node:module');
    const file = ${JSON.stringify(file)};
    fs.renameSync = (temp) => {
      fs.writeSync(1, 'was ' + fs.readFileSync(temp));
      process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();
    ${body};`);
    if (child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
    expect(child.signalCode).toBe('SIGKILL');
    await until(() => readdirSync(dir).length === 1);
    expect(readFileSync(file, 'utf8')).toBe('old');
  },
);

test('a process is found that nobody had time to name', { tags: 'linux' }, async () => {
  const file = join(tempDir(), 'pids');
  // Killed between its start and the moment its number is told: the warden knows it only by its input.
  const child = await agent(`
    const { spawn } = await import('node:child_process');
    // No door has this one, and the modules behind the door have a warden of their own.
    const { inputFile } = await import(${JSON.stringify(modules('running/input.ts'))});
    const warden = await import(${JSON.stringify(modules('warden/warden.ts'))});
    const killed = await import(${JSON.stringify(modules('warden/if-killed.ts'))});
    warden.guardAgainstKills();
    const input = inputFile(Buffer.from('{}'));
    killed.removeIfKilled('/nowhere/at/all');
    spawn('/bin/sh', ['-c', 'sleep 300 & echo $$ $! >${file}; wait'],
      { detached: true, stdio: [input, 'ignore', 'ignore'] });`);
  const pids = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
  await until(() => pids().length === 2);
  await kill(child);
  await until(() => !pids().some(runs));
});

test.each([
  ['command', (script: string) => `sh(${JSON.stringify(script)})`],
  [
    'worker',
    (command: string) =>
      `openWorkers().ask('w', { payload: Buffer.from('{}'), timeoutMs: 9e5, idleMs: 9e5, refused: () => {},
        signal: new AbortController().signal, maxBytes: 100, program: () => ({ file: '/bin/sh', args: ['-c', ${JSON.stringify(command)}], cwd: '/',
        env: process.env }) })`,
  ],
  [
    'companion',
    (script: string) =>
      `startCompanion({ file: '/bin/sh', args: ['-c', ${JSON.stringify(script)}], cwd: '/', env: process.env })`,
  ],
])(
  'a %s that ignores the end of its input is found, also when we are killed before we know its number',
  { tags: 'linux' },
  async (_, starting) => {
    const file = join(tempDir(), 'pids');
    const script = `trap '' TERM HUP; sleep 300 & echo $$ $! >${file}; wait`;
    const child = await agent(`
    const { existsSync, readFileSync } = await import('node:fs');
    const processes = process.getBuiltinModule('node:child_process');
    const { spawn } = processes;
    // Killed right after the start, before anybody hears of it.
    processes.spawn = (file, args, options) => {
      const started = spawn(file, args, options);
      if (!args.some((arg) => arg.includes('sleep 300'))) return started;
      for (let left = 1e3; left > 0 && !(existsSync(${JSON.stringify(file)}) && readFileSync(${JSON.stringify(file)}, 'utf8').includes('\\n')); left--)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      process.kill(process.pid, 'SIGKILL');
    };
    setTimeout(() => ${starting(script)}, 50);`);
    await new Promise((resolve) => child.once('exit', resolve));
    const pids = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
    expect(pids).toHaveLength(2);
    await until(() => !pids.some(runs));
  },
);
