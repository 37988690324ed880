import { basename } from 'node:path';
import { type Command, literal, onlyReads, programOf, type Word } from '@wavehooks/shell/rules';
import { isWithin, pathFrom } from '../../files/paths.ts';
import { startFiles } from '../../files/start-files.ts';
import type { Known } from './guarded-word.ts';
import { looseSteps, stepsMatch } from './steps.ts';
import { spellingsOf } from './where.ts';

const FINDS = /^(find|gfind|bfs)$/;
const RUNS = /^-(exec|execdir|ok|okdir)$/;
const NAMES = /^-i?name$/;

/** A `find` that changes what it finds, and may find a start file: `find ~ -name '.bash*' -delete`. */
export function findsStartFile(command: Command, known: Known): boolean {
  if (!FINDS.test(programOf(command) ?? '')) return false;
  const words = command.words.slice(1);
  if (!words.some((word, at) => changes(word, words.slice(at + 1)))) return false;
  const starts = startsOf(words).map((word) => spellingsOf(word, known.values));
  const files = startFiles().filter((file) => isMeant(words, basename(file)));
  // Of a start that is not known, only a name that is asked for tells.
  if (starts.some((texts) => texts === undefined))
    return files.length > 0 && words.some((word) => NAMES.test(literal(word) ?? ''));
  const dirs = starts
    .flatMap((texts) => texts ?? [])
    .flatMap((text) => known.dirs.map((dir) => known.resolve(pathFrom(dir, text))));
  return files.some((file) =>
    dirs.some(({ path, real }) => isWithin(path, file) || isWithin(real, known.resolve(file).real)),
  );
}

const changes = (word: Word, rest: readonly Word[]): boolean => {
  const text = literal(word) ?? '';
  if (text === '-delete') return true;
  return RUNS.test(text) && !onlyReads({ words: rest, assigns: [], redirects: [] });
};

/** Where it begins to look: the words before the first of what it looks for. */
function startsOf(words: readonly Word[]): readonly Word[] {
  const own = words.filter((word) => !/^-[HLP]$/.test(literal(word) ?? ''));
  const end = own.findIndex((word) => /^[-(!]/.test(literal(word) ?? ''));
  const starts = own.slice(0, end < 0 ? own.length : end);
  return starts.length === 0 ? [{ pieces: ['.'], raw: '.' }] : starts;
}

/** With a `!` among them, the names that are asked for say nothing about those that are found. */
function isMeant(words: readonly Word[], name: string): boolean {
  const asked = words.filter((_, at) => NAMES.test(literal(words[at - 1]) ?? ''));
  return asked.length === 0 || words.some(isNot) || someFits(asked, name);
}

const isNot = (word: Word): boolean => /^(!|-not)$/.test(literal(word) ?? '');

const someFits = (asked: readonly Word[], name: string): boolean =>
  asked.some((word) => {
    const text = literal(word);
    return text === undefined || stepsMatch(looseSteps(text), name);
  });
