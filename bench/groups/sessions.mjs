import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, Agent as HttpAgent, request } from 'node:http';
import { join } from 'node:path';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { medianOf, timed } from '../measure.mjs';
import { counted, cpuIn, mustSucceed, raw, tempDir, WAVE } from '../programs.mjs';
import { startModel } from '../wire.mjs';

const DONE = { say: 'done' };
const run = (args, options) => raw(process.execPath, args, '', options);
const found = (name, value) => ({ name, unit: 'ms', run: async () => value });

/** What a long answer costs the processor, in a process of its own. */
export const answers = { name: 'answers', open: openAnswers, rounds: 10 };

async function openAnswers() {
  const { dir, remove } = await tempDir();
  const pieces = Array.from({ length: 20_000 }, (_, n) => ({ say: `word${n} ` }));
  const model = await startModel(() => pieces);
  const env = { ...process.env, ...model.env, HOME: dir, TMPDIR: dir };
  const cpu = (name, ...args) => ({
    name,
    unit: 'ms',
    run: async () => {
      const [shell, ...words] = counted([process.execPath, ...args]);
      const ended = await raw(shell, words, '', { cwd: dir, env });
      mustSucceed(ended, name);
      return cpuIn(ended.stdout);
    },
  });
  const floor = 'node -e 0, processor';
  const cases = [
    cpu(floor, '-e', '0'),
    { ...cpu('an answer of 20,000 pieces, processor', WAVE, '-p', 'hello'), floor },
  ];
  const close = async () => {
    model.close();
    await remove();
  };
  return { cases, close };
}

const CALLS = 12;
/** No model answers sooner: so long the agent has to get ready. */
const [FIRST_MS, LATER_MS] = [200, 50];
/** Different texts, so that they are not folded into one hook. */
const TEN = Array.from({ length: 10 }, (_, n) => `: ${n}`);
const SLEEPS = Array.from({ length: 30 }, () => 'sleep 0.1');

/** Tool calls of a whole `wave -p`: from the end of the model's answer to the next request. */
export const calls = { name: 'calls', open: openCalls, rounds: 10 };

async function openCalls() {
  const { dir, remove } = await tempDir();
  const one = (command) => ({ call: 'Bash', input: { command } });
  const few = Array.from({ length: CALLS }, (_, n) => one(`echo ${n}`));
  const without = await session(dir, 'without', [], few);
  const ten = await session(dir, 'ten', TEN, few);
  const asleep = await session(dir, 'asleep', [], [SLEEPS.map(one)]);
  const later = async ({ steps }) => medianOf((await steps()).slice(2));
  const shell = (name, ...args) => ({
    name,
    unit: 'ms',
    run: () => timed(async () => mustSucceed(await raw('sh', args, '', { cwd: dir }), name)),
  });
  const ms = (name, work) => ({ name, unit: 'ms', run: work });
  const cases = [
    ms('the first call of a session', async () => (await without.steps())[0]),
    shell(
      'a shell that forks ten',
      '-c',
      `${TEN.map((text) => `sh -c '${text}' & `).join('')}wait`,
    ),
    {
      ...ms(
        'ten hooks before a call, more than none',
        async () => (await later(ten)) - (await later(without)),
      ),
      floor: 'a shell that forks ten',
    },
    shell(
      '30 sleeps, 16 at a time, in a shell',
      ...['-c', 'printf "%s\\n" "$@" | xargs -P 16 -I{} sh -c "{}"', 'sh', ...SLEEPS],
    ),
    ms('30 calls of sleep 0.1 in one answer', async () => (await asleep.steps())[0]),
  ];
  const close = async () => {
    for (const { close: end } of [without, ten, asleep]) end();
    await remove();
  };
  return { cases, close };
}

/** A home with hooks of its own and a model that says this; `steps` runs it, and gives how long each step took. */
async function session(dir, name, texts, script) {
  const home = join(dir, name);
  const work = join(home, 'work');
  await mkdir(join(home, '.wave'), { recursive: true });
  await mkdir(work);
  const hooks = texts.map((command) => ({ type: 'command', command }));
  const settings = { hooks: { PreToolUse: [{ hooks }] } };
  await writeFile(join(home, '.wave', 'settings.json'), JSON.stringify(settings));
  const place = (n) => (n - 1) % (script.length + 1);
  const model = await startModel(
    (n) => script[place(n)] ?? DONE,
    (n) => (place(n) === 0 ? FIRST_MS : LATER_MS),
  );
  const env = { ...process.env, ...model.env, HOME: home, TMPDIR: home };
  const steps = async () => {
    const { began, answered } = model.seen;
    const [from, to] = [began.length, answered.length];
    mustSucceed(await run([WAVE, '-p', 'go'], { cwd: work, env }), 'wave -p');
    const took = began.slice(from + 1).map((at, n) => at - answered[to + n]);
    if (took.length === script.length) return took;
    throw new Error(`expected ${script.length} steps, got ${took.length}`);
  };
  return { steps, close: model.close };
}

/**
 * A step late in a session beside one at its start: from the end of an answer to the next request, less what
 * a bare client takes to send as many bytes.
 */
export const late = { name: 'late', open: openLate, rounds: 1 };

const [MANY, SENDINGS] = [2_500, 51];

async function openLate() {
  const { dir, remove } = await tempDir();
  const file_path = join(dir, 'a.txt');
  await writeFile(file_path, 'a line of text\n'.repeat(30));
  const model = await startModel((n) =>
    n <= MANY ? { call: 'Read', input: { file_path } } : DONE,
  );
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    model: 'claude-sonnet-4-5',
    env: { ...process.env, ...model.env },
    maxTurns: MANY + 2,
  });
  await agent.sendMessage('go');
  await agent.close();
  const { began, answered, bytes } = model.seen;
  const steps = began.slice(1).map((at, n) => at - answered[n]);
  const less = async (from, to, at) => medianOf(steps.slice(from, to)) - (await sending(bytes[at]));
  const cases = [
    found('a step after 100 calls, less its bytes', await less(75, 125, 100)),
    found('a step after 2,475 calls, less its bytes', await less(MANY - 50, MANY, MANY - 25)),
  ];
  const close = async () => {
    model.close();
    await remove();
  };
  return { cases, close };
}

/** A client with nothing around it sends so many bytes: milliseconds until the server has heard of it. */
async function sending(bytes) {
  const body = Buffer.alloc(bytes, 'x');
  const took = [];
  let began = 0;
  const server = createServer((incoming, response) => {
    took.push(performance.now() - began);
    incoming.resume().on('end', () => response.end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new HttpAgent({ keepAlive: true });
  const to = { agent, port: server.address().port, host: '127.0.0.1', method: 'POST' };
  for (let n = 0; n < SENDINGS; n++) {
    began = performance.now();
    await new Promise((resolve, reject) => {
      const outgoing = request({ ...to, headers: { 'content-length': bytes } });
      outgoing.on('response', (answer) => answer.resume().on('end', resolve));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
  agent.destroy();
  server.close();
  return medianOf(took);
}
