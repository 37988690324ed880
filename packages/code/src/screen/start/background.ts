import type { ReadStream } from 'node:tty';

type Background = 'light' | 'dark';

/** Its colour, and then its kind: every terminal answers the second, so nobody waits for the first. */
const QUESTIONS = '\u001b]11;?\u0007\u001b[c';
const COLOUR =
  /\u001b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})[^\u0007\u001b]*(?:\u0007|\u001b\\)/i;
const KIND = /\u001b\[\?[\d;]*c/;
/** For something that is no terminal after all. An answer after that would be taken for keys. */
const PATIENCE_MS = 1_000;

/**
 * Asks the terminal, which has to be raw, how light it is; undefined where it does not say. Keys that
 * are struck meanwhile stay for whoever reads next.
 */
export function askBackground(
  input: ReadStream,
  write: (text: string) => void,
): Promise<Background | undefined> {
  write(QUESTIONS);
  return new Promise((resolve) => {
    let said = '';
    const done = () => {
      clearTimeout(timer);
      input.off('data', hear);
      input.pause();
      const keys = said.replace(COLOUR, '').replace(KIND, '');
      if (keys !== '') input.unshift(Buffer.from(keys, 'latin1'));
      resolve(backgroundIn(said));
    };
    const hear = (bytes: Buffer) => {
      said += bytes.toString('latin1');
      if (said.includes('\u0003')) process.kill(process.pid, 'SIGINT');
      if (KIND.test(said)) done();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    input.on('data', hear);
  });
}

/** By how bright people see it: green counts most, blue least. */
function backgroundIn(answer: string): Background | undefined {
  const [, red, green, blue] = COLOUR.exec(answer) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const [r, g, b] = [red, green, blue].map(
    (part) => Number.parseInt(part, 16) / (16 ** part.length - 1),
  ) as [number, number, number];
  return 0.299 * r + 0.587 * g + 0.114 * b > 0.5 ? 'light' : 'dark';
}
