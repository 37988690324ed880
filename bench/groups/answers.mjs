import { writeFile } from 'node:fs/promises';
import { createServer, Agent as HttpAgent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { counted, cpuIn } from '../cpu.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';
import { calling, saying, startModel } from '../wire.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));
const PIECES = Array.from({ length: 20_000 }, (_, n) => `word${n} `);

/** What a long answer costs the processor, in a process of its own. */
export const answers = { name: 'answers', open, rounds: 10 };

async function open() {
  const { dir, remove } = await tempDir();
  const model = await startModel(() => saying(PIECES));
  const env = { ...process.env, ...model.env, HOME: dir, TMPDIR: dir };
  const cpu = (name, args, more = {}) => ({
    name,
    unit: 'ms',
    run: () => cpuOf(args, { cwd: dir, env }),
    ...more,
  });
  const cases = [
    cpu('node -e 0, processor', ['-e', '0']),
    cpu('an answer of 20,000 pieces, processor', [WAVE, '-p', 'hello'], {
      floor: 'node -e 0, processor',
      limit: { median: 400 },
    }),
  ];
  const close = async () => {
    model.close();
    await remove();
  };
  return { cases, close };
}

/** User and system time of a process, as the shell counts it. */
async function cpuOf(args, options) {
  const [shell, ...words] = counted([process.execPath, ...args]);
  const ended = await raw(shell, words, '', options);
  mustSucceed(ended, args.join(' '));
  return cpuIn(ended.stdout);
}

/**
 * A step late in a session beside one at its start: from the end of an answer to the next request, less what
 * a bare client takes to send as many bytes.
 */
export const late = { name: 'late', open: openLate, rounds: 1 };

const CALLS = 2_500;
const SENDINGS = 51;

/** The floor: a client with nothing around it sends so many bytes; until the server has heard of it. */
async function sending(bytes) {
  const body = Buffer.alloc(bytes, 'x');
  const took = [];
  const server = createServer((incoming, response) => {
    took.push(performance.now() - began);
    incoming.resume().on('end', () => response.end());
  });
  let began = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new HttpAgent({ keepAlive: true });
  const { port } = server.address();
  for (let n = 0; n < SENDINGS; n++) {
    began = performance.now();
    await new Promise((resolve, reject) => {
      const headers = { 'content-length': bytes };
      const outgoing = request({ agent, port, host: '127.0.0.1', method: 'POST', headers });
      outgoing.on('response', (answer) => answer.resume().on('end', resolve));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
  agent.destroy();
  server.close();
  return took.sort((a, b) => a - b)[SENDINGS >> 1];
}

async function openLate() {
  const { dir, remove } = await tempDir();
  const file_path = join(dir, 'a.txt');
  await writeFile(file_path, 'a line of text\n'.repeat(30));
  const call = (n) => calling([{ id: `c${n}`, name: 'Read', input: { file_path } }]);
  const model = await startModel((n) => (n <= CALLS ? call(n) : saying(['done'])));
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    model: 'claude-sonnet-4-5',
    env: { ...process.env, ...model.env },
    maxTurns: CALLS + 2,
  });
  await agent.sendMessage('go');
  await agent.close();
  const { began, answered, bytes } = model.seen;
  const steps = began.slice(1).map((at, n) => at - answered[n]);
  const middle = (from, to) => steps.slice(from, to).sort((a, b) => a - b)[(to - from) >> 1];
  const [early, later] = [
    { took: middle(75, 125), sent: await sending(bytes[100]) },
    {
      took: middle(CALLS - 50, CALLS),
      sent: await sending(bytes[CALLS - 25]),
    },
  ];
  const found = (name, value, more = {}) => ({ name, unit: 'ms', run: async () => value, ...more });
  const cases = [
    found('a step after 100 calls, less its bytes', early.took - early.sent),
    found('a step after 2,475 calls, less its bytes', later.took - later.sent, {
      floor: 'a step after 100 calls, less its bytes',
      limit: { ratio: 1.5 },
    }),
    found('sending as many bytes', later.sent),
    found('a step after 2,475 calls', later.took, { floor: 'sending as many bytes' }),
  ];
  const close = async () => {
    model.close();
    await remove();
  };
  return { cases, close };
}
