import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { timed } from '../measure.mjs';
import { eventWith, mustSucceed, raw, tempDir, WAVE } from '../programs.mjs';
import { startModel } from '../wire.mjs';

const DIST = join(dirname(WAVE), '../dist');

/** What the command costs on top of Node, as whole processes: called by hand, by hooks and by other agents. */
export const start = { name: 'start', open };

async function open() {
  const { dir, remove } = await tempDir();
  const project = join(dir, 'project');
  await mkdir(project);
  const settings = join(dir, 'settings.json');
  await writeFile(settings, '{"hooks":{}}');
  // What wave compiled is kept at home: that starts empty and goes with the rest.
  const home = { ...process.env, HOME: dir, TMPDIR: dir };
  const model = await startModel(() => ({ say: 'hello' }));
  const resident = await residentIn(dir, home);
  const event = JSON.stringify({ ...eventWith('ls -la'), cwd: project });
  const run = (name, [file, ...args], { env, stdin = event } = {}) => {
    const at = { cwd: project, env: { ...home, ...env } };
    const once = async () => mustSucceed(await raw(file, args, stdin, at), name);
    return { name, unit: 'ms', run: () => timed(once) };
  };
  const node = (name, ...args) => run(name, [process.execPath, ...args], { stdin: '{}' });
  const entry = ['sh', join(DIST, 'wave-guard'), `--node=${process.execPath}`, 'claude-code'];
  const cases = [
    node('node -e 0', '-e', '0'),
    node('wave --version', WAVE, '--version'),
    node('wave hooks run Stop', WAVE, 'hooks', 'run', 'Stop', '--settings', settings, '--only'),
    {
      name: 'wave -p, to its first request',
      unit: 'ms',
      run: () => firstRequest({ ...home, ...model.env }, project, model),
    },
    run('a bare sh -c true', ['sh', '-c', 'true']),
    run('an event of another agent, with the resident', entry),
    run('an event of another agent, without the resident', entry, {
      env: { WAVE_GUARD_RESIDENT: 'off' },
    }),
  ];
  const close = async () => {
    resident.kill();
    await new Promise((resolve) => resident.once('exit', resolve));
    model.close();
    await remove();
  };
  return { cases, close };
}

async function residentIn(dir, env) {
  const child = spawn(process.execPath, [WAVE, 'guard', 'serve'], { env, stdio: 'ignore' });
  const [build] = (await readFile(join(DIST, 'build-id'), 'utf8')).split('\n');
  for (let tries = 0; tries < 500 && !existsSync(join(dir, '.wave/run', build)); tries++)
    await wait(20);
  return child;
}

async function firstRequest(env, cwd, model) {
  const began = performance.now();
  const from = model.seen.began.length;
  const child = spawn(process.execPath, [WAVE, '-p', 'hello'], { cwd, env, stdio: 'ignore' });
  // To its end: what failed keeps no compiled code.
  await new Promise((resolve) => child.on('close', resolve));
  if (model.seen.began.length === from) throw new Error('wave -p ended without a request');
  return model.seen.began[from] - began;
}
