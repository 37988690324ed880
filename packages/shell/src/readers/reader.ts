import type { Program } from '../programs/program.ts';

/**
 * A program that only reads, as long as its words are those of this row: a list of what is allowed, where the
 * table of programs tells what there is. `-#` is a number behind a dash. An option `:reads` makes it go below
 * directories, or show what is in files.
 */
export interface Reader extends Omit<Program, 'verbs' | 'everywhere' | 'input' | 'letters'> {
  readonly verbs?: Readonly<Record<string, Reader>>;
  /** It only reads, where no option or operand does more. A program with verbs: where it has none. */
  readonly reads?: true;
  /** It shows names, sizes and the like, never what is in a file. */
  readonly names?: true;
  /** It goes through all that is below a directory. */
  readonly below?: true;
  /** Where it names no file, it looks at the current directory. */
  readonly here?: true;
}
