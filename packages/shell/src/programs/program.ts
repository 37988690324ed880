/**
 * What an option or an argument is to a program. `nothing`: it changes only what is printed, or how it is
 * looked for. `reads` and `writes`: it names a file or a directory, or makes the program do so. `runs`: it is
 * a command of the shell. `code`: it is code of another language. `loads`: it names a file whose content is
 * run. `sends`: it talks to other machines.
 */
export type Does = 'nothing' | 'reads' | 'writes' | 'runs' | 'code' | 'loads' | 'sends';

/**
 * How the words of a command are meant, as a row says it. Beside `Does`: `command` is another program, with
 * all that follows as its arguments; `line` is a text of the shell, joined with all that follows; `rest` is
 * handed on with all that follows and means nothing to the program itself.
 */
export type Operand = Does | 'command' | 'line' | 'rest';

/**
 * A row of the table. What it does not name is not known.
 *
 * `options` is a list of options, each with all its spellings: `-r|-R|--recursive` takes no value,
 * `-o|--output=writes` takes one (the next word, or behind the option) which does what it says, `-n|--lines=`
 * takes one that does nothing, `--color?` takes one only behind a `=` or the letter, `-i|--in-place?writes` the
 * same and writes, `--delete:writes` takes none and writes. A `!` at the end: it stands for the first operand.
 * The language of `code` follows a point: `-e|--expression=code.sed!`.
 *
 * `operands` says what the operands are, in order; the last one goes for all that follow.
 */
export interface Program {
  readonly options?: string;
  /** Options of a program with verbs that may also stand behind the verb. */
  readonly everywhere?: string;
  readonly operands?: string;
  /** What the program is to do, each with a row of its own; `|` between several names of one. */
  readonly verbs?: Readonly<Record<string, Program>>;
  /** One dash begins a whole name, never several letters: `find . -name x`. */
  readonly dash?: true;
  /** The first word may be letters of options without a dash: `tar xf file`. */
  readonly letters?: true;
  /** Options end at the first operand. */
  readonly ends?: true;
  /** Where nothing else says what it runs, it runs what it reads on its input: code, with its language. */
  readonly input?: string;
}

/** One option of a row. */
export interface Option {
  /** Its first spelling: the one by which it is known. */
  readonly name: string;
  readonly value: 'none' | 'next' | 'attached';
  readonly does: Does;
  readonly language?: string;
  /** With it, the first of the operands is missing. */
  readonly instead: boolean;
}
