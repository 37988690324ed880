import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const ANSWER_MS = 1_500;

/**
 * A model's endpoint. It answers as it was told last: with a call and an answer, with one long answer that
 * takes its time, or with a command in the background and an answer that does not end.
 */
export async function listen() {
  const state = { wanted: 'turn', done: () => {}, began: () => {} };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (event) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    const asked = text.lastIndexOf('"role":"user"');
    const calls = CALLS[state.wanted] && !text.slice(asked).includes('tool_result');
    write(START);
    const ends = new Promise((resolve) => response.once('close', resolve));
    if (calls) for (const event of CALLS[state.wanted]) write(event);
    else if (state.wanted === 'turn') for (const event of ANSWER) write(event);
    else await longAnswer(write, state, LASTS[state.wanted], ends);
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
/** Ten lines of 80 characters a millisecond, for as long as whoever started it is there; two minutes at most. */
const PRINT = `const parent = process.ppid;
const began = Date.now();
let line = 0;
setInterval(() => {
  const passed = Date.now() - began;
  if (process.ppid !== parent || passed > 120_000) process.exit();
  let lines = "";
  while (line < 10 * passed) lines += (++line + " ").padEnd(79, "compiled ") + "\\n";
  process.stdout.write(lines);
}, 10)`;
const FLOOD = JSON.stringify({
  command: `exec "${process.execPath}" -e '${PRINT}'`,
  run_in_background: true,
});
const callOf = (name, input) => [
  opened({ type: 'tool_use', id: 'call', name, input: {} }),
  delta({ type: 'input_json_delta', partial_json: input }),
  CLOSED,
];
const CALLS = { turn: callOf('TodoWrite', TODOS), flood: callOf('Bash', FLOOD) };
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

/** How long an answer streams; what has no end ends with its connection. */
const LASTS = { long: ANSWER_MS, flood: Number.POSITIVE_INFINITY };

/** Words at the pace of a fast model, in paragraphs, a list and a block of code. */
async function longAnswer(write, state, lasts, closed) {
  write(opened({ type: 'text', text: '' }));
  state.began(performance.now());
  let goesOn = true;
  void closed.then(() => {
    goesOn = false;
  });
  const until = performance.now() + lasts;
  for (let word = 1; goesOn && performance.now() < until; word++) {
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
