import { ANY, NUMBER, type Piece, ROOTED } from '../text/command.ts';

/** Texts of commands that print a number, or several, whatever they are given to read. */
const COUNTS: readonly RegExp[] = [
  /^(date) \+(%[YmdHMSsN])+$/,
  /^(nproc)$/,
  /^(id) -u$/,
  /^(jobs) -p$/,
  /^(seq)( -?\d+){1,3}$/,
  /^(wc) -[lwcm]( *< *[\w./-]+)?$/,
  /^(grep) -[civEFw]*c[ivEFw]* (\w+|'[^']*'|"[^"\\$`]*")( *< *[\w./-]+)?$/,
];

/** Those that print a path from the root, or nothing. */
const ROOTS: readonly RegExp[] = [
  /^(pwd)$/,
  /^(mktemp)( -d)?$/,
  /^(git) rev-parse --show-toplevel$/,
];

/** A command whose output the next one reads: nothing in it that would begin another. */
const STAGE = /^(?:[^;&|\n'"\\#`$(){}<>]|'[^']*'|"[^"\\$`]*"|\$\w|2>\/dev\/null)*\|(?!\|)/;

export interface Printed {
  readonly program: string;
  readonly piece: Piece;
}

/** What a text prints, and by which program; undefined if it may be anything. */
export function printedBy(text: string): Printed | undefined {
  let last = text.trim();
  for (let stage = STAGE.exec(last); stage !== null; stage = STAGE.exec(last))
    last = last.slice(stage[0].length).trim();
  const by = (forms: readonly RegExp[]) =>
    forms.map((form) => form.exec(last)?.[1]).find((program) => program !== undefined);
  const [counter, root] = [by(COUNTS), by(ROOTS)];
  if (counter !== undefined) return { program: counter, piece: NUMBER };
  return root === undefined ? undefined : { program: root, piece: ROOT };
}

const ROOT: Piece = { ...ANY, choices: [...(ROOTED.choices ?? []), []] };
