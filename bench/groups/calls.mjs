import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timed } from '../measure.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';
import { calling, saying, startModel } from '../wire.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));
const CALLS = 12;
/** No model answers sooner: so long the agent has to get ready. */
const [FIRST_MS, LATER_MS] = [200, 50];
/** Different texts, so that they are not folded into one hook. */
const TEN = Array.from({ length: 10 }, (_, n) => `: ${n}`);

/** Tool calls of a whole `wave -p`: from the end of the model's answer to the next request. */
export const calls = { name: 'calls', open, rounds: 10 };

async function open() {
  const { dir, remove } = await tempDir();
  const without = await session(dir, 'without', []);
  const ten = await session(dir, 'ten', TEN);
  const asleep = await sleeper(dir);
  const [bare, forks] = ['a later call without hooks', 'a shell that forks ten'];
  const cases = [
    { name: bare, unit: 'ms', run: async () => (await without.run()).later },
    {
      name: 'the first call of a session',
      unit: 'ms',
      floor: bare,
      limit: { median: 30 },
      run: async () => (await without.run()).first,
    },
    { name: forks, unit: 'ms', run: () => timed(() => forkTen(dir)) },
    {
      name: 'ten hooks, beside none',
      unit: 'ms',
      floor: forks,
      limit: { median: 18 },
      run: async () => {
        const plain = await without.run();
        return (await ten.run()).later - plain.later;
      },
    },
    together('30 sleeps, 8 at a time, in a shell', dir),
    {
      name: '30 calls of sleep 0.1 in one answer',
      unit: 'ms',
      floor: '30 sleeps, 8 at a time, in a shell',
      limit: { ratio: 1.5 },
      run: asleep.run,
    },
  ];
  const close = async () => {
    for (const one of [without, ten, asleep]) one.close();
    await remove();
  };
  return { cases, close };
}

async function forkTen(dir) {
  const script = `${TEN.map((text) => `/bin/sh -c '${text}' & `).join('')}wait`;
  mustSucceed(await raw('/bin/sh', ['-c', script], '', { cwd: dir }), 'ten forks');
}

/** A home with hooks of its own and a model that calls a tool so many times. */
async function session(dir, name, texts) {
  const home = join(dir, name);
  const work = join(home, 'work');
  await mkdir(join(home, '.wave'), { recursive: true });
  await mkdir(work);
  const hooks = texts.map((command) => ({ type: 'command', command }));
  await writeFile(
    join(home, '.wave', 'settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }),
  );
  const call = (n) => calling([{ id: `c${n}`, name: 'Bash', input: { command: `echo ${n}` } }]);
  const place = (n) => (n - 1) % (CALLS + 1);
  const model = await startModel(
    (n) => (place(n) < CALLS ? call(n) : saying(['done'])),
    (n) => (place(n) === 0 ? FIRST_MS : LATER_MS),
  );
  const env = { ...process.env, ...model.env, HOME: home, TMPDIR: home };
  const run = async () => {
    const { began, answered } = model.seen;
    const [from, to] = [began.length, answered.length];
    await wave(work, env);
    const steps = began.slice(from + 1).map((at, n) => at - answered[to + n]);
    if (steps.length !== CALLS) throw new Error(`expected ${CALLS} calls, got ${steps.length}`);
    const later = steps.slice(2).sort((a, b) => a - b);
    return { first: steps[0], later: later[later.length >> 1] };
  };
  return { run, close: model.close };
}

const SLEEPS = Array.from({ length: 30 }, () => 'sleep 0.1');

const together = (name, dir) => ({
  name,
  unit: 'ms',
  run: () =>
    timed(async () => {
      const script = 'printf "%s\\n" "$@" | xargs -P 8 -I{} sh -c "{}"';
      mustSucceed(await raw('sh', ['-c', script, 'sh', ...SLEEPS], '', { cwd: dir }), name);
    }),
});

/** From the answer with all the calls to the next request. */
async function sleeper(dir) {
  const home = join(dir, 'asleep');
  await mkdir(home);
  const all = SLEEPS.map((command, n) => ({ id: `s${n}`, name: 'Bash', input: { command } }));
  const isFirst = (n) => n % 2 === 1;
  const model = await startModel(
    (n) => (isFirst(n) ? calling(all) : saying(['done'])),
    (n) => (isFirst(n) ? FIRST_MS : 0),
  );
  const env = { ...process.env, ...model.env, HOME: home, TMPDIR: home };
  const run = async () => {
    await wave(home, env);
    const { began, answered } = model.seen;
    return began.at(-1) - answered.at(-2);
  };
  return { run, close: model.close };
}

async function wave(cwd, env) {
  const child = spawn(process.execPath, [WAVE, '-p', 'go'], { cwd, env, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`wave -p exited ${code}`);
}
