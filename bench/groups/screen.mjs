import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../temp.mjs';
import { openTerminal } from '../terminal.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));
const TURNS = 1_000;
const ANSWER_MS = 1_500;
const MB = 1024;
/** It takes keys once it has asked for pastes to be announced. */
const LISTENS = '\u001b[?2004h';

/** How fluid the screen is, what it weighs after a long day, and how soon it is there. */
export const screen = { name: 'screen', open, rounds: 8 };

async function open() {
  const { dir, remove } = await tempDir();
  const endpoint = await listen();
  const place = await prepare(dir, endpoint.url);
  const fresh = openTerminal([WAVE], place);
  await fresh.drawn(LISTENS);
  const long = openTerminal([WAVE], place);
  await long.drawn(LISTENS);
  const light = memoryOf(fresh.pid, 'VmRSS');
  await talkFor(TURNS, long, endpoint);
  const heavy = memoryOf(long.pid, 'VmRSS');
  const peak = memoryOf(long.pid, 'VmHWM');
  const cases = [
    { name: 'node -e 0, in a terminal', unit: 'ms', run: () => bareNode(place) },
    {
      name: 'wave, to its first frame',
      unit: 'ms',
      floor: 'node -e 0, in a terminal',
      limit: { ratio: 12 },
      run: () => firstFrame(place),
    },
    {
      name: 'between frames (p95), nothing said yet',
      unit: 'ms',
      run: () => stream(fresh, endpoint),
    },
    {
      name: 'between frames (p95), 5,000 messages',
      unit: 'ms',
      floor: 'between frames (p95), nothing said yet',
      limit: { median: 50 },
      run: () => stream(long, endpoint),
    },
    { name: 'memory of a new screen', unit: 'MB', run: async () => light },
    {
      name: 'memory after 1,000 turns',
      unit: 'MB',
      floor: 'memory of a new screen',
      limit: { median: 400 },
      run: async () => heavy,
    },
    {
      name: 'memory at its peak',
      unit: 'MB',
      floor: 'memory of a new screen',
      run: async () => peak,
    },
  ];
  const close = async () => {
    await Promise.all([fresh.end(), long.end()]);
    endpoint.close();
    await remove();
  };
  return { cases, close };
}

/** Hooks that speak at the prompt and after the call, so that a turn has five messages. */
async function prepare(dir, url) {
  const says = (event, text) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });
  const on = (event, text) => ({
    [event]: [{ hooks: [{ type: 'command', command: `printf %s '${says(event, text)}'` }] }],
  });
  const hooks = { ...on('UserPromptSubmit', 'a word'), ...on('PostToolUse', 'another word') };
  await mkdir(join(dir, '.wave'));
  await writeFile(join(dir, '.wave', 'settings.json'), JSON.stringify({ hooks }));
  const cwd = join(dir, 'project');
  await mkdir(cwd);
  const { PATH } = process.env;
  const env = { PATH, HOME: dir, TMPDIR: dir, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  return { cwd, env: { ...env, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url } };
}

async function bareNode(place) {
  const began = performance.now();
  const terminal = openTerminal(['-e', '0'], place);
  await terminal.ended;
  return performance.now() - began;
}

async function firstFrame(place) {
  const terminal = openTerminal([WAVE], place);
  try {
    return await terminal.drawn('/help');
  } finally {
    await terminal.end();
  }
}

/** A thousand prompts, each with a call and an answer; the next is typed when the last is answered. */
async function talkFor(turns, terminal, endpoint) {
  for (let turn = 0; turn < turns; turn++) {
    const answered = endpoint.answers('turn');
    terminal.write(`prompt number ${turn}\r`);
    await answered;
  }
  terminal.forget();
  await terminal.drawn('/help');
}

/** One long answer; the pauses between what is drawn meanwhile. */
async function stream(terminal, endpoint) {
  const answered = endpoint.answers('long');
  terminal.write('speak\r');
  const from = await endpoint.began();
  await answered;
  const frames = terminal.frames(from);
  // The next sample starts from a screen that is at rest.
  await sleep(300);
  return percentile(
    95,
    frames.slice(1).map((at, index) => at - frames[index]),
  );
}

const percentile = (part, values) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * part) / 100) - 1];

const memoryOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  MB;

/** A model's endpoint: a turn is a call and an answer, or one long answer that takes its time. */
async function listen() {
  const state = { wanted: 'turn', done: () => {}, began: () => {} };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (event) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const asked = text.lastIndexOf('"role":"user"');
    const calls = state.wanted === 'turn' && !text.slice(asked).includes('tool_result');
    write(START);
    if (state.wanted === 'long') await longAnswer(write, state);
    else for (const event of calls ? CALL : ANSWER) write(event);
    for (const event of endOf(calls ? 'tool_use' : 'end_turn')) write(event);
    response.end();
    if (!calls) state.done();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    answers: (wanted) =>
      new Promise((resolve) => {
        Object.assign(state, { wanted, done: resolve });
      }),
    began: () =>
      new Promise((resolve) => {
        state.began = resolve;
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const START = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};
const opened = (content_block) => ({ type: 'content_block_start', index: 0, content_block });
const delta = (more) => ({ type: 'content_block_delta', index: 0, delta: more });
const textDelta = (text) => delta({ type: 'text_delta', text });
const CLOSED = { type: 'content_block_stop', index: 0 };
const TODOS = JSON.stringify({ todos: [{ content: 'go on', status: 'pending' }] });
const CALL = [
  opened({ type: 'tool_use', id: 'call', name: 'TodoWrite', input: {} }),
  delta({ type: 'input_json_delta', partial_json: TODOS }),
  CLOSED,
];
const ANSWER = [
  opened({ type: 'text', text: '' }),
  textDelta('An answer of some length, with **a word** that is bold, and `code`.\n\n'),
  textDelta('```ts\nconst answer: number = 42;\n```\n'),
  CLOSED,
];
const endOf = (stop_reason) => [
  {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: 'message_stop' },
];

/** Words at the pace of a fast model, in paragraphs, a list and a block of code. */
async function longAnswer(write, state) {
  write(opened({ type: 'text', text: '' }));
  state.began(performance.now());
  const until = performance.now() + ANSWER_MS;
  for (let word = 1; performance.now() < until; word++) {
    write(textDelta(`${WORDS[word % WORDS.length]} `));
    await sleep(4);
  }
  write(CLOSED);
}

const WORDS = [
  ...'This is a long answer with **bold** words and `code` in it.\n\n'.split(' '),
  ...'- an item\n- another item of the list\n\n'.split(' '),
  ...'```ts\nconst one: number = 1;\nconst two = one + one;\n\nfunction three() {\n  return one + two;\n}\n```\n\n'.split(
    ' ',
  ),
];
