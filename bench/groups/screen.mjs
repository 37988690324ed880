import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../measure.mjs';
import { tempDir, WAVE } from '../programs.mjs';
import { LISTENS, openTerminal } from '../terminal.mjs';
import { listen } from './screen-model.mjs';

const TURNS = 1_000;
const KEYS = 40;
/** From here on it reads all keys and the terminal echoes none: it is asked what it is with the next write. */
const ASKS = '\u001b[c';
const WORDS = [process.execPath, WAVE];

/** How fluid the screen is, what it weighs after a long day, and how soon it is there. */
export const screen = { name: 'screen', open, rounds: 8 };

async function open() {
  const { dir, remove } = await tempDir();
  const model = await listen();
  const place = await prepare(dir, model.env);
  await leaveOnce(place);
  const fresh = await opened(place);
  const long = await opened(place);
  const light = memoryOf(fresh.pid);
  await talkFor(TURNS, long, model);
  const heavy = memoryOf(long.pid);
  const ms = (name, run) => ({ name, unit: 'ms', run });
  const mb = (name, value) => ({ name, unit: 'MB', run: async () => value });
  const cases = [
    ms('node -e 0, in a terminal', () => shows([process.execPath, '-e', '0'], place)),
    ms('until it takes keys', () => shows(WORDS, place, ASKS)),
    ms('to its first frame', () => shows(WORDS, place, '\u2248 wave')),
    ms('to its whole picture', () => shows(WORDS, place, 'for keys')),
    ms('between frames (p95), nothing said yet', () => stream(fresh, model)),
    ms('between frames (p95), 5,000 messages', () => stream(long, model)),
    ms('a key (p95), echoed by node', () => echoed(place)),
    {
      ...ms('a key (p95): an answer, 10,000 lines/s', () => flooded(place, model)),
      floor: 'a key (p95), echoed by node',
    },
    mb('memory of a new screen', light),
    { ...mb('memory after 1,000 turns', heavy), floor: 'memory of a new screen' },
  ];
  const close = async () => {
    await Promise.all([fresh.end(), long.end()]);
    model.close();
    await remove();
  };
  return { cases, close };
}

/** Hooks that speak at the prompt and after the call, so that a turn has five messages. */
async function prepare(dir, keys) {
  const says = (event, text) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });
  const on = (event, text) => ({
    [event]: [{ hooks: [{ type: 'command', command: `printf %s '${says(event, text)}'` }] }],
  });
  const hooks = { ...on('UserPromptSubmit', 'a word'), ...on('PostToolUse', 'another word') };
  const settings = { hooks, permissions: { allow: ['Bash'] } };
  await mkdir(join(dir, '.wave'));
  await writeFile(join(dir, '.wave', 'settings.json'), JSON.stringify(settings));
  const cwd = join(dir, 'project');
  await mkdir(cwd);
  const { PATH } = process.env;
  const env = { PATH, HOME: dir, TMPDIR: dir, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...keys };
  return { cwd, env };
}

async function opened(place) {
  const terminal = openTerminal(WORDS, place);
  await terminal.drawn(LISTENS);
  return terminal;
}

/** Until the text is drawn, or, without one, until the end. */
async function shows(words, place, text) {
  const began = performance.now();
  const terminal = openTerminal(words, place);
  try {
    if (text !== undefined) return await terminal.drawn(text);
    await terminal.ended;
    return performance.now() - began;
  } finally {
    if (text !== undefined) await terminal.end();
  }
}

/** As users do: what a screen compiled is kept when it is left. */
async function leaveOnce(place) {
  const terminal = await opened(place);
  terminal.write('\u0004');
  await terminal.ended;
}

/** A thousand prompts, each with a call and an answer; the next is typed when the last is answered. */
async function talkFor(turns, terminal, model) {
  for (let turn = 0; turn < turns; turn++) {
    const answered = model.answers('turn');
    terminal.write(`prompt number ${turn}\r`);
    await answered;
  }
  terminal.forget();
  await terminal.drawn('for keys');
}

/** One long answer; the pauses between what is drawn meanwhile. */
async function stream(terminal, model) {
  const answered = model.answers('long');
  terminal.write('speak\r');
  const from = await model.began();
  await answered;
  const frames = terminal.frames(from);
  // The next sample starts from a screen that is at rest.
  await sleep(300);
  const pauses = frames.slice(1).map((at, index) => at - frames[index]);
  return percentile(95, pauses);
}

const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const ECHO = `process.stdin.setRawMode(true);
process.stdout.write("> ");
process.stdin.on("data", (key) => process.stdout.write(key));`;

/** The floor: a program that does nothing but echo, and the terminal around it. */
async function echoed(place) {
  const terminal = openTerminal([process.execPath, '-e', ECHO], { ...place, parsed: true });
  try {
    await terminal.until(() => terminal.lineWith('>') === '>');
    return await typing(terminal);
  } finally {
    await terminal.end();
  }
}

/** The screen, while an answer streams and a command in the background prints 10,000 lines a second. */
async function flooded(place, model) {
  const terminal = openTerminal(WORDS, { ...place, parsed: true });
  const printed = () => Number(/B · (\d+) /.exec(terminal.lineWith('○ bash_1'))?.[1]);
  try {
    await terminal.drawn(LISTENS);
    void model.answers('flood');
    const began = model.began();
    terminal.write('flood\r');
    await began;
    await terminal.until(() => / MB · \d+ /.test(terminal.lineWith('○ bash_1')));
    const [from, at] = [printed(), performance.now()];
    const took = await typing(terminal);
    const perSecond = (1_000 * (printed() - from)) / (performance.now() - at);
    if (!(perSecond > 9_000)) throw new Error(`it printed ${perSecond} lines a second`);
    return took;
  } finally {
    // It ends what it has started; killed, it could not.
    terminal.write('\u0003\u0003');
    await terminal.end(2_000);
  }
}

/** Keys struck at any moment of a frame; each is timed until it is shown behind the mark of the input. */
async function typing(terminal) {
  const took = [];
  let typed = '';
  for (let at = 0; at < KEYS; at++) {
    const letter = String.fromCharCode(97 + (at % 26));
    typed += letter;
    const began = performance.now();
    terminal.write(letter);
    await terminal.until(() => terminal.lineWith('>') === `> ${typed}`);
    took.push(performance.now() - began);
    await sleep(50 + Math.random() * 100);
  }
  return percentile(95, took);
}
