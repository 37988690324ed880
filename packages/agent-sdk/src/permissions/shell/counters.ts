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

/** A command whose output the next one reads: nothing in it that would begin another. */
const STAGE = /^(?:[^;&|\n'"\\#`$(){}<>]|'[^']*'|"[^"\\$`]*"|\$\w|2>\/dev\/null)*\|(?!\|)/;

/** The program that makes a number of what a text does; undefined if it may print anything else. */
export function counterIn(text: string): string | undefined {
  let last = text.trim();
  for (let stage = STAGE.exec(last); stage !== null; stage = STAGE.exec(last))
    last = last.slice(stage[0].length).trim();
  return COUNTS.map((form) => form.exec(last)?.[1]).find((program) => program !== undefined);
}
