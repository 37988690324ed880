import { type Run, type Runs, runsIn } from '../runs/every-run.ts';
import type { Command, Piece, Word } from '../text/command.ts';
import { lately } from '../text/lately.ts';
import { isPure } from './purity.ts';
import { type Form, textForms, wholeText } from './rule-texts.ts';

/** One command of a text, as rules look at it. */
export interface Part {
  readonly command: Command;
  /** Its own words, without those of a program that it runs. */
  readonly words: readonly Word[];
  /** It does only what its words say. */
  readonly pure: boolean;
  /** The text that an allow rule must cover; undefined if no rule can. */
  readonly text: readonly Piece[] | undefined;
  /** The texts of which one is enough for a deny or ask rule. */
  readonly forms: readonly Form[];
  /** What an allow asks of it: a rule that covers it, or at least that it does no more than its words say. */
  readonly must: 'match' | 'be pure' | undefined;
}

export interface Analysis extends Omit<Runs, 'runs'> {
  readonly source: string;
  readonly parts: readonly Part[];
}

/**
 * Everything that a shell would run for a text, as rules look at it. One question about a command looks at it several
 * times, and never at many commands.
 */
export const analyseShell: (source: string) => Analysis = lately(4, analyse);

function analyse(source: string): Analysis {
  const { runs, ...rest } = runsIn(source);
  return { source, parts: runs.map(partOf), ...rest };
}

function partOf({ command, words, role, own }: Run): Part {
  const text = wholeText(command);
  return {
    command,
    words,
    pure: isPure(command),
    text,
    forms: textForms(command, text),
    must: MUST[role] && (own ? MUST[role] : 'be pure'),
  };
}

const MUST: Readonly<Record<Run['role'], Part['must']>> = {
  needed: 'match',
  covered: 'be pure',
  maybe: undefined,
  hardly: undefined,
};
