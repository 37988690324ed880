import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

const PATIENCE_MS = 60_000;
/** A program draws keys once it has asked for pastes to be announced. */
export const LISTENS = '\u001b[?2004h';
/** What a terminal with a dark background answers. */
const BACKGROUND = '\u001b]11;rgb:1e1e/1e1e/1e1e\u001b\\';

/**
 * A program in a pseudo-terminal: what it draws, when, and how long until something is there. If `parsed`, it is on a
 * screen as people see it; that takes time of its own.
 */
export function openTerminal([program, ...args], options) {
  const { cwd, env, columns = 100, rows = 40, parsed = false } = options;
  const began = performance.now();
  const child = spawn(program, args, { cols: columns, rows, cwd, env });
  const emulator = parsed
    ? new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
    : undefined;
  emulator?.onData((answer) => child.write(answer));
  const draws = [];
  let tail = '';
  let waiting = [];
  let gone = false;
  const look = () => {
    waiting = waiting.filter((check) => !check());
  };
  child.onData((text) => {
    // What a terminal answers when it is asked what it is.
    if (!parsed && text.includes('\u001b[c')) child.write('\u001b[?62c');
    if (text.includes('\u001b]11;?')) child.write(BACKGROUND);
    draws.push(performance.now());
    tail = (tail + text).slice(-20_000);
    if (emulator) emulator.write(text, look);
    else look();
  });
  const ended = new Promise((resolve) => child.onExit(resolve)).then(() => {
    gone = true;
    for (const check of waiting) check();
  });
  const until = (isSo, what) =>
    new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why} without ${what}:\n${tail}`));
      const timer = setTimeout(fail, PATIENCE_MS, 'it went on').unref();
      const check = () => {
        const came = isSo();
        if (came) resolve(performance.now() - began);
        else if (gone) fail('it ended');
        if (came || gone) clearTimeout(timer);
        return came || gone;
      };
      if (!check()) waiting.push(check);
    });
  const lines = () => linesOf(emulator);
  return {
    pid: child.pid,
    emulator,
    hasCursor: () => tail.lastIndexOf('\u001b[?25h') > tail.lastIndexOf('\u001b[?25l'),
    ended,
    write: (text) => child.write(text),
    /** Milliseconds from the start until the text came. */
    drawn: (wanted) => until(() => tail.includes(wanted), `"${wanted}"`),
    /** The same until something holds of the parsed screen. */
    until: (isSo) => until(() => isSo(lines().join('\n')), 'what was waited for'),
    /** All of the parsed screen. */
    text: () => lines().join('\n'),
    /** The last line of the parsed screen that begins so. */
    lineWith: (start) => lines().findLast((line) => line.startsWith(start)) ?? '',
    forget: () => {
      tail = '';
    },
    /** When it drew, since `from`. What comes within a few milliseconds is one picture. */
    frames: (from) =>
      draws.filter((at, index) => at >= from && !(at - (draws[index - 1] ?? 0) < 4)),
    /** Waits as long for the end of one that was told to leave, then ends its group. */
    end: async (leaveMs = 0) => {
      if (leaveMs > 0) await Promise.race([ended, sleep(leaveMs)]);
      endGroup(child.pid);
      await ended;
    },
  };
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

const linesOf = ({ rows, buffer: { active } }) =>
  Array.from(
    { length: rows },
    (_, at) =>
      active
        .getLine(active.baseY + at)
        ?.translateToString()
        .trimEnd() ?? '',
  );
