import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { scriptedModel } from '../../packages/agent-sdk/dist/testing.js';
import { timed } from '../measure.mjs';
import { mustSucceed, raw, rawShell } from '../raw.mjs';
import { tempDir } from '../temp.mjs';
import { saying, written } from '../wire.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));

/** What the agent adds between a model's answer and its next request, and before its first one. */
export const agent = { name: 'agent', open };

async function open() {
  const { dir, remove } = await tempDir();
  const { server, env, arrived } = await listen(dir);
  const none = 'a call without hooks';
  const cases = [
    step(none, 0, dir),
    spawns('1 raw spawn', 1),
    step('a call with 1 hook', 1, dir, { floor: '1 raw spawn' }),
    spawns('10 raw spawns', 10),
    step('a call with 10 hooks', 10, dir, { floor: '10 raw spawns' }),
    { name: 'node -e 0', unit: 'ms', run: () => timed(() => node(['-e', '0'], dir)) },
    {
      name: 'node with the same modules of its own',
      unit: 'ms',
      floor: 'node -e 0',
      run: () => timed(() => node(['-e', MODULES], dir)),
    },
    {
      name: 'wave -p, to its first request',
      unit: 'ms',
      floor: 'node -e 0',
      limit: { ratio: 2.8 },
      run: () => firstRequest(env, dir, arrived),
    },
  ];
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await remove();
  };
  return { cases, close };
}

/** From the model's call to the next request, with a tool that takes no time. */
function step(name, count, dir, more = {}) {
  const hooks = Array.from({ length: count }, (_, n) => ({ type: 'command', command: `: ${n}` }));
  const tool = { name: 'Idle', description: 'does nothing', effect: 'none', input: z.object({}) };
  const run = async () => {
    const at = [];
    const mark = (answer) => () => {
      at.push(performance.now());
      return answer;
    };
    const model = scriptedModel([mark({ calls: [{ name: 'Idle', input: {} }] }), mark('done')]);
    const one = await Agent.create({
      workdir: dir,
      home: dir,
      model,
      tools: [{ ...tool, run: async () => ({ success: true, text: '' }) }],
      hooks: { PreToolUse: [{ hooks }] },
    });
    await one.sendMessage('go');
    await one.close();
    return at[1] - at[0];
  };
  return { name, unit: 'ms', run, ...more };
}

const spawns = (name, count) => ({
  name,
  unit: 'ms',
  run: () => timed(() => Promise.all(Array.from({ length: count }, () => rawShell('true', '{}')))),
});

async function node(args, dir) {
  mustSucceed(await raw(process.execPath, args, '', { cwd: dir }), args.join(' '));
}

/** What nobody can leave out who starts programs, keeps files and asks a server. */
const MODULES = ['child_process', 'crypto', 'fs/promises', 'http', 'stream/web']
  .map((name) => `require('node:${name}');`)
  .join('');

/** An endpoint that takes note of a request and has a word to say: what failed keeps no compiled code. */
async function listen(dir) {
  let tell = () => {};
  const server = createServer((request, response) => {
    tell();
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(saying(['hello']).map(written).join(''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = {
    ...process.env,
    HOME: dir,
    TMPDIR: dir,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: url,
  };
  const arrived = () =>
    new Promise((resolve) => {
      tell = resolve;
    });
  return { server, env, arrived };
}

async function firstRequest(env, dir, arrived) {
  const began = performance.now();
  const request = arrived();
  const child = spawn(process.execPath, [WAVE, '-p', 'hello'], { cwd: dir, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const first = await Promise.race([request.then(() => true), ended.then(() => false)]);
  if (!first) throw new Error('wave -p ended without a request');
  const took = performance.now() - began;
  await ended;
  return took;
}
