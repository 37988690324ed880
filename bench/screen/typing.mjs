import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../numbers.mjs';
import { openTerminal } from '../terminal.mjs';

const KEYS = 40;
/** Cell by cell, so that a line never gets so long that it has to be broken. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LEAVE = '\u0003\u0003';

/** What every echo takes: a program that does nothing but echo, and the terminal around it. */
export const FLOOR = { p50: 'a key (p50), echoed by node', p95: 'a key (p95), echoed by node' };

const ECHO = `process.stdin.setRawMode(true);
process.stdout.write("> ");
process.stdin.on("data", (key) => process.stdout.write(key));`;

export const echoing = (place) =>
  parts(async () => {
    const terminal = openTerminal(['-e', ECHO], { ...place, parsed: true });
    try {
      await terminal.until(() => terminal.lineWith('>') === '>');
      return await typing(terminal);
    } finally {
      await terminal.end();
    }
  });

/** The screen, while an answer streams and a command in the background prints 10,000 lines a second. */
export const flooded = (args, place, endpoint) =>
  parts(async () => {
    const terminal = openTerminal(args, { ...place, parsed: true });
    try {
      await terminal.drawn('\u001b[?2004h');
      void endpoint.answers('flood');
      const began = endpoint.began();
      terminal.write('flood\r');
      await began;
      await terminal.until(() => / MB · \d+ /.test(terminal.lineWith('○ bash_1')));
      const [from, at] = [printedIn(terminal), performance.now()];
      const took = await typing(terminal);
      const perSecond = (1_000 * (printedIn(terminal) - from)) / (performance.now() - at);
      if (!(perSecond > 9_000)) throw new Error(`it printed ${perSecond} lines a second`);
      return took;
    } finally {
      // It ends what it has started; killed, it could not.
      terminal.write(LEAVE);
      await Promise.race([terminal.ended, sleep(2_000)]);
      await terminal.end();
    }
  });

/** The number of the last line that the command has printed. */
const printedIn = (terminal) => Number(/B · (\d+) /.exec(terminal.lineWith('○ bash_1'))?.[1]);

/** One measurement has both numbers; whoever asks first in a round measures. */
function parts(measure) {
  const left = new Map();
  const take = (part) => async () => {
    if (!left.has(part))
      for (const [name, value] of Object.entries(await measure())) left.set(name, value);
    const value = left.get(part);
    left.delete(part);
    return value;
  };
  return { p50: take('p50'), p95: take('p95') };
}

/** Keys struck at any moment of a frame; each is timed until it stands behind the mark of the input. */
async function typing(terminal) {
  const took = [];
  let typed = '';
  for (let at = 0; at < KEYS; at++) {
    const letter = LETTERS[at % LETTERS.length];
    typed += letter;
    const began = performance.now();
    terminal.write(letter);
    await terminal.until(() => terminal.lineWith('>') === `> ${typed}`);
    took.push(performance.now() - began);
    await sleep(50 + Math.random() * 100);
  }
  return { p50: percentile(50, took), p95: percentile(95, took) };
}
