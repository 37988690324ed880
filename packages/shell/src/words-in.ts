import { filled, type Given } from './code/fill-words.ts';
import { runsIn } from './runs/every-run.ts';
import { isShown, opensFile } from './shown-runs.ts';
import { literal, type Piece, type Unknown, type Word, wordsOf } from './text/command.ts';
import { programOf } from './text/program-name.ts';

/** A command's words as far as they are known: a variable by its value, a wildcard as it is written. */
export interface CommandWords {
  readonly program: string | undefined;
  /** The program as it is written, with its directory. */
  readonly path: string | undefined;
  readonly args: readonly string[];
  /** Those of its redirections. */
  readonly files: readonly string[];
}

/** The words of every command that a shell would run for a text: files that it names may be among them. */
export const wordsIn = (text: string, variables: Given['variables']): readonly CommandWords[] =>
  runsIn(text, (commands) => filled(commands, { variables }))
    .runs.filter(isShown)
    .map(({ command }) => ({
      program: programOf(command),
      path: literal(command.words[0]),
      args: command.words.slice(1).flatMap(spelled),
      files: command.redirects
        .filter((one) => opensFile(one) && !one.op.startsWith('<<'))
        .flatMap(({ target }) => spelled(target)),
    }));

const spelled = (word: Word): readonly string[] =>
  wordsOf(word).flatMap((pieces) => written(pieces).filter((text) => text !== ''));

/** All that it may say; nothing where a part of it is not known. */
function written(pieces: readonly Piece[]): readonly string[] {
  let texts: readonly string[] = [''];
  for (const piece of pieces) {
    const next = typeof piece === 'string' ? [piece] : saidBy(piece);
    texts = texts.flatMap((text) => next.map((one) => `${text}${one}`)).slice(0, MAX_TEXTS);
  }
  return texts;
}

/** A variable that is not set names nothing. */
const saidBy = ({ wildcard, choices, given }: Unknown): readonly string[] =>
  wildcard === undefined
    ? (choices ?? given ?? []).filter((one) => one.length > 0).flatMap(written)
    : [wildcard];

const MAX_TEXTS = 1000;
