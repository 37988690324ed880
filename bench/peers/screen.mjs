import { LISTENS, openTerminal } from '../terminal.mjs';

const TYPED = 'zqx';

/**
 * Milliseconds from the start of a program in a terminal until there is something to read, and until what was typed
 * is shown.
 */
export async function openScreen(words, { cwd, env }) {
  const own = { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '' };
  const terminal = openTerminal(words, { cwd, env: own, parsed: true });
  let timer;
  try {
    const frame = await terminal.until((shown) => /\p{L}/u.test(shown));
    // Not before: a terminal shows keys by itself until a program takes them.
    await terminal.drawn(LISTENS);
    // Some lose what is typed at first, so it is typed again until it is shown.
    terminal.write(TYPED);
    timer = setInterval(() => terminal.write(TYPED), 100);
    return { frame, typed: await terminal.until((shown) => shown.includes(TYPED)) };
  } finally {
    clearInterval(timer);
    await terminal.end();
  }
}
