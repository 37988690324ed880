import type { Piece } from '../text/command.ts';
import type { Shell } from './reader.ts';
import { doubt } from './reader.ts';

/**
 * Arithmetic as a text of one kind, whatever it is written like: `$0;` stands for a number that is only
 * known when it runs, `$x;` for the value of x, and OTHER for what is neither.
 */
export type Sum = string;

const OTHER = '\uFFFF';

export const sumOf = (pieces: readonly Piece[]): Sum => pieces.map(termOf).join('');

function termOf(piece: Piece): string {
  // `;` parts sums as the comma does, in for ((...)).
  if (typeof piece === 'string') return piece.replaceAll('$', OTHER).replaceAll(';', ',');
  if (piece.unknown === 'number') return '$0;';
  return piece.name === undefined ? OTHER : `$${piece.name};`;
}

/** The same of a text in which only plain variables are expanded. */
export const sumOfText = (text: string): Sum =>
  text.replace(VARIABLES, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    return name === undefined ? OTHER : `$${name};`;
  });

const VARIABLES = /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)|[$;]/g;

/**
 * Notes arithmetic. A shell goes on calculating with what it finds in a variable, and runs the
 * substitutions in it: all that may stand there is a number.
 */
export function calculates(sh: Shell, sum: Sum): void {
  const names = namesIn(sum);
  if (names === undefined) doubt(sh, 'it calculates with something that may be more than a number');
  for (const name of names ?? []) sh.notes.calculated.add(name);
}

/** The variables that a sum is made of; undefined if there is more in it that may not be a number. */
export function namesIn(sum: Sum): readonly string[] | undefined {
  if (!PLAIN.test(sum) || MADE_NAME.test(sum)) return undefined;
  return [...sum.matchAll(NAMES)].map(([name]) => name);
}

const PLAIN = /^(?:[\s\w+\-*/%<>=!&|^~?:,()[\]#]|\$\w+;)*$/;

/** A value right beside letters makes another name of them. */
const MADE_NAME = /[A-Za-z_]\w*\$|;[A-Za-z_]/;

/** `16#ff` and `0xff` are numbers. */
const NAMES = /(?<![\w#])[A-Za-z_]\w*/g;
