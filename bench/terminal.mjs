import { spawn } from '@lydell/node-pty';

const PATIENCE_MS = 60_000;

/** A program in a pseudo-terminal: what it draws, when, and how long until something stands there. */
export function openTerminal(args, { cwd, env, columns = 100, rows = 40 }) {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cols: columns, rows, cwd, env });
  const draws = [];
  let tail = '';
  let waiting = [];
  let gone = false;
  child.onData((text) => {
    // What a terminal answers when it is asked what it is.
    if (text.includes('\u001b[c')) child.write('\u001b[?62c');
    draws.push(performance.now());
    tail = (tail + text).slice(-20_000);
    waiting = waiting.filter((check) => !check());
  });
  const ended = new Promise((resolve) => child.onExit(resolve)).then(() => {
    gone = true;
    for (const check of waiting) check();
  });
  return {
    pid: child.pid,
    ended,
    write: (text) => child.write(text),
    /** Milliseconds from the start until the text came. */
    drawn: (wanted) =>
      new Promise((resolve, reject) => {
        const fail = (why) => reject(new Error(`${why} without "${wanted}":\n${tail}`));
        const timer = setTimeout(fail, PATIENCE_MS, 'it went on').unref();
        const check = () => {
          const came = tail.includes(wanted);
          if (came) resolve(performance.now() - began);
          else if (gone) fail('it ended');
          if (came || gone) clearTimeout(timer);
          return came || gone;
        };
        if (!check()) waiting.push(check);
      }),
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
