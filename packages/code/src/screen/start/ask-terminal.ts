import type { ReadStream } from 'node:tty';
import type { Colour } from '../text/contrast.ts';
import { type Theme, themeFor } from '../text/theme.ts';

/** What the terminal says of itself. */
export interface Told {
  /** The theme that goes with its colours. */
  readonly background: Theme | undefined;
  /** The flags of the kitty keyboard protocol that are on; undefined where it does not know that. */
  readonly kitty: number | undefined;
}

/** Its text colour (10) and its background (11). */
const COLOURS =
  /\u001b\](1[01]);rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})[^\u0007\u001b]*(?:\u0007|\u001b\\)/gi;
const KITTY = /\u001b\[\?(\d+)u/;
const KIND = /\u001b\[\?[\d;]*c/;
const ASK_COLOURS = '\u001b]10;?\u0007\u001b]11;?\u0007';
const ASK_KITTY = '\u001b[?u';
/** Every terminal answers this one, so nobody waits for the others. */
const ASK_KIND = '\u001b[c';
/** For something that is no terminal after all. An answer after that would be taken for keys. */
const PATIENCE_MS = 1_000;

/**
 * Asks the terminal, which has to be raw, which keyboards it knows and, if wanted, how light it is. Keys
 * that are struck meanwhile stay for whoever reads next.
 */
export function askTerminal(
  input: ReadStream,
  write: (text: string) => void,
  colour: boolean,
): Promise<Told> {
  write(`${colour ? ASK_COLOURS : ''}${ASK_KITTY}${ASK_KIND}`);
  return new Promise((resolve) => {
    let said = '';
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      input.off('data', hear);
      input.pause();
      const keys = said.replace(COLOURS, '').replace(KITTY, '').replace(KIND, '');
      if (keys !== '') input.unshift(Buffer.from(keys, 'latin1'));
      const flags = KITTY.exec(said)?.[1];
      resolve({
        background: themeIn(said),
        kitty: flags === undefined ? undefined : Number(flags),
      });
    };
    const hear = (bytes: Buffer) => {
      said += bytes.toString('latin1');
      if (INTERRUPT.test(said)) process.kill(process.pid, 'SIGINT');
      if (KIND.test(said)) done();
    };
    // What came while the process was busy is read first: it may be the answer.
    const timer = setTimeout(() => setImmediate(done), PATIENCE_MS);
    input.on('data', hear);
  });
}

/** Ctrl-C; also as a screen that was killed may have left the keyboard. */
const INTERRUPT = /\u0003|\u001b\[99;5u|\u001b\[27;5;99~/;

function themeIn(answer: string): Theme | undefined {
  const told = new Map(
    [...answer.matchAll(COLOURS)].map(([, which, ...parts]) => [which, colourOf(parts)]),
  );
  const background = told.get('11');
  return background && themeFor(background, told.get('10'));
}

/** Each part has as many digits as the terminal likes. */
const colourOf = (parts: readonly string[]): Colour => {
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => Number.parseInt(part, 16) / (16 ** part.length - 1),
  );
  return [red, green, blue];
};
