import { setTimeout as sleep } from 'node:timers/promises';
import { startModel } from '../wire.mjs';

/** Ten lines of 80 characters a millisecond, for as long as its parent is there; two minutes at most. */
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
const CALLS = {
  turn: { call: 'TodoWrite', input: { todos: [{ content: 'go on', status: 'pending' }] } },
  flood: {
    call: 'Bash',
    input: { command: `exec "${process.execPath}" -e '${PRINT}'`, run_in_background: true },
  },
};
const ANSWER = [
  { say: 'An answer of some length, with **a word** that is bold, and `code`.\n\n' },
  { say: '```ts\nconst answer: number = 42;\n```\n' },
];
/** How long an answer streams; what has no end ends with its connection. */
const LASTS = { long: 1_500, flood: Number.POSITIVE_INFINITY };
const WORDS = [
  'This is a long answer with **bold** words and `code` in it.\n\n- an item\n- another item of the list\n\n',
  '```ts\nconst one: number = 1;\nconst two = one + one;\n\nfunction three() {\n  return one + two;\n}\n```\n\n',
].flatMap((text) => text.split(' '));

/**
 * The model of the screen. It answers as it was told last: with a call and an answer, with one long answer that
 * takes its time, or with a command in the background and an answer that does not end.
 */
export async function listen() {
  const state = { wanted: 'turn', done: () => {}, began: () => {} };
  const model = await startModel((_count, text, closed) => {
    const { wanted } = state;
    const asked = text.lastIndexOf('"role":"user"');
    if (CALLS[wanted] && !text.slice(asked).includes('tool_result')) return CALLS[wanted];
    void closed.then(state.done);
    return wanted === 'turn' ? ANSWER : longAnswer(state.began, LASTS[wanted], closed);
  });
  return {
    ...model,
    answers: (wanted) =>
      new Promise((done) => {
        Object.assign(state, { wanted, done });
      }),
    began: () =>
      new Promise((began) => {
        Object.assign(state, { began });
      }),
  };
}

/** Words at the pace of a fast model, in paragraphs, a list and a block of code. */
async function* longAnswer(began, lasts, closed) {
  began(performance.now());
  let goesOn = true;
  void closed.then(() => {
    goesOn = false;
  });
  const until = performance.now() + lasts;
  for (let word = 1; goesOn && performance.now() < until; word++) {
    yield `${WORDS[word % WORDS.length]} `;
    await sleep(4);
  }
}
