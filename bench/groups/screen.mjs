import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '../numbers.mjs';
import { listen } from '../screen/endpoint.mjs';
import { echoing, FLOOR, flooded } from '../screen/typing.mjs';
import { tempDir } from '../temp.mjs';
import { openTerminal } from '../terminal.mjs';

const WAVE = fileURLToPath(new URL('../../packages/code/bin/wave.cjs', import.meta.url));
const TURNS = 1_000;
const MB = 1024;
/** From here on it reads all keys and the terminal echoes none: it is asked what it is with the next write. */
const ASKS = '\u001b[c';
/** It draws keys once it has asked for pastes to be announced. */
const LISTENS = '\u001b[?2004h';

/** How fluid the screen is, what it weighs after a long day, and how soon it is there. */
export const screen = { name: 'screen', open, rounds: 8 };

async function open() {
  const { dir, remove } = await tempDir();
  const endpoint = await listen();
  const place = await prepare(dir, endpoint.url);
  await leaveOnce(place);
  const fresh = openTerminal([WAVE], place);
  await fresh.drawn(LISTENS);
  const long = openTerminal([WAVE], place);
  await long.drawn(LISTENS);
  const light = memoryOf(fresh.pid, 'VmRSS');
  await talkFor(TURNS, long, endpoint);
  const heavy = memoryOf(long.pid, 'VmRSS');
  const peak = memoryOf(long.pid, 'VmHWM');
  const bare = echoing(place);
  const keys = flooded([WAVE], place, endpoint);
  const cases = [
    { name: 'node -e 0, in a terminal', unit: 'ms', run: () => bareNode(place) },
    shows('wave, until it takes keys', ASKS, 2.5, place),
    shows('wave, to its first frame', '\u2248 wave', 5, place),
    shows('wave, to its whole picture', '/help', 8, place),
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
    { name: FLOOR.p50, unit: 'ms', run: bare.p50 },
    { name: FLOOR.p95, unit: 'ms', run: bare.p95 },
    {
      name: 'a key (p50): an answer, 10,000 lines/s',
      unit: 'ms',
      floor: FLOOR.p50,
      run: keys.p50,
    },
    {
      name: 'a key (p95): an answer, 10,000 lines/s',
      unit: 'ms',
      floor: FLOOR.p95,
      limit: { median: 16 },
      run: keys.p95,
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
  await writeFile(
    join(dir, '.wave', 'settings.json'),
    JSON.stringify({ hooks, permissions: { allow: ['Bash'] } }),
  );
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

const shows = (name, text, ratio, place) => ({
  name,
  unit: 'ms',
  floor: 'node -e 0, in a terminal',
  limit: { ratio },
  run: async () => {
    const terminal = openTerminal([WAVE], place);
    try {
      return await terminal.drawn(text);
    } finally {
      await terminal.end();
    }
  },
});

/** As users do, unlike what is measured here: what a screen compiled is kept when it is left. */
async function leaveOnce(place) {
  const terminal = openTerminal([WAVE], place);
  await terminal.drawn(LISTENS);
  terminal.write('\u0004');
  await terminal.ended;
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

const memoryOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  MB;
