import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

const PATIENCE_MS = 60_000;

/**
 * A program in a pseudo-terminal: what it draws, when, and how long until something stands there. `parsed`,
 * it is on a screen as people see it; that takes time of its own.
 */
export function openTerminal(args, { cwd, env, columns = 100, rows = 40, parsed = false }) {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cols: columns, rows, cwd, env });
  const draws = [];
  let tail = '';
  let waiting = [];
  let gone = false;
  const emulator = parsed
    ? new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
    : undefined;
  const look = () => {
    waiting = waiting.filter((check) => !check());
  };
  child.onData((text) => {
    // What a terminal answers when it is asked what it is.
    if (text.includes('\u001b[c')) child.write('\u001b[?62c');
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
        if (came) resolve(performance.now());
        else if (gone) fail('it ended');
        if (came || gone) clearTimeout(timer);
        return came || gone;
      };
      if (!check()) waiting.push(check);
    });
  return {
    pid: child.pid,
    ended,
    write: (text) => child.write(text),
    /** Milliseconds from the start until the text came. */
    drawn: async (wanted) => (await until(() => tail.includes(wanted), `"${wanted}"`)) - began,
    /** Waits until something holds of the parsed screen. */
    until: (isSo) => until(isSo, 'what was waited for'),
    /** The last line of the parsed screen that begins so. */
    lineWith: (start) => linesOf(emulator).findLast((line) => line.startsWith(start)) ?? '',
    forget: () => {
      tail = '';
    },
    /** When it drew, since `from`. What comes within a few milliseconds is one picture. */
    frames: (from) =>
      draws.filter((at, index) => at >= from && !(at - (draws[index - 1] ?? 0) < 4)),
    end: async () => {
      if (!gone) child.kill('SIGKILL');
      await ended;
    },
  };
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
