import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

const PATIENCE_MS = 30_000;
const SIZE = { cols: 100, rows: 40 };
/** It takes keys once it has asked for pastes to be announced. */
const LISTENS = '\u001b[?2004h';
const TYPED = 'zqx';
/** What a terminal with a dark background answers. */
const BACKGROUND = '\u001b]11;rgb:1e1e/1e1e/1e1e\u001b\\';

/**
 * Milliseconds from the start of a program in a terminal until there is something to read, and until what
 * was typed stands there. Either may be missing.
 */
export async function openScreen([program, ...args], { cwd, env }) {
  const began = performance.now();
  const terminal = { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '' };
  const child = spawn(program, args, { ...SIZE, cwd, env: terminal });
  const emulator = new headless.Terminal({ ...SIZE, allowProposedApi: true });
  const ended = new Promise((resolve) => child.onExit(resolve));
  const seen = {};
  let timer;
  let listens = false;
  emulator.onData((answer) => child.write(answer));
  const typed = new Promise((resolve) => {
    child.onData((text) => {
      if (text.includes('\u001b]11;?')) child.write(BACKGROUND);
      if (text.includes(LISTENS)) listens = true;
      const at = performance.now() - began;
      emulator.write(text, () => {
        const shown = textOf(emulator);
        if (/\p{L}/u.test(shown)) seen.frame ??= at;
        // Not before: a terminal shows keys by itself until a program takes them.
        if (listens && seen.frame !== undefined) timer ??= typeUntil(child, () => 'typed' in seen);
        if (!shown.includes(TYPED)) return;
        seen.typed ??= at;
        resolve();
      });
    });
    setTimeout(resolve, PATIENCE_MS).unref();
  });
  await Promise.race([typed, ended]);
  clearInterval(timer);
  endGroup(child.pid);
  await ended;
  return { ...seen, shown: textOf(emulator) };
}

/** Some lose what is typed at first, so it is typed again until it stands there. */
function typeUntil(child, isThere) {
  child.write(TYPED);
  return setInterval(() => isThere() || child.write(TYPED), 100);
}

function textOf(emulator) {
  const { active } = emulator.buffer;
  return Array.from({ length: SIZE.rows }, (_, y) =>
    active.getLine(active.baseY + y)?.translateToString(true),
  ).join('\n');
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
