import { homedir } from 'node:os';
import { basename } from 'node:path';
import {
  type Analysis,
  analyseShell,
  type Held,
  type Part,
  type Redirect,
  shortened,
  type Values,
  type Word,
  writesFile,
} from '@wavehooks/shell/rules';
import { pathFrom, type Resolve } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { everyBelow, type Found, someFileIn } from '../words/below.ts';
import {
  type Fitting,
  filesFitted,
  matchesDots,
  wildTexts,
  withWildcards,
} from '../words/fitted.ts';
import { isUnknown, pathsIn, type ShownWord, shownWords } from '../words/shown.ts';
import { filesNamed, placed, spellingsOf, valuesIn } from '../words/where.ts';
import { lastNameFits, matchesFile, mayMeanBelow } from './file-pattern.ts';
import type { ParsedRule } from './parse-rule.ts';

/** What a redirection must do with its file for a rule of this name to hold. */
const OPENS: ReadonlyMap<string | undefined, (redirect: Redirect) => boolean> = new Map([
  ['Edit', writes],
  ['Write', writes],
  ['Read', ({ op }: Redirect) => op === '<' || op === '<>'],
]);

function writes(redirect: Redirect): boolean {
  return redirect.op.includes('>') && writesFile(redirect);
}

/** A word that names a file, and the rules that would hold for it. */
interface Named {
  readonly target: Word;
  readonly rules: readonly ParsedRule[];
  /** It is a word of the command itself, and no redirection. */
  readonly word?: Omit<ShownWord, 'word'>;
}

/**
 * The rule about files, of a deny or ask list, that holds for a file which a command names: as a redirection
 * (`> file`), or for a rule of Read as a word. Where it cannot be read which files it names, a rule might hold.
 */
export function fileRuleOver(
  rules: readonly ParsedRule[],
  command: string,
  place: Place,
  resolve: Resolve,
): Held | undefined {
  const about = rules.filter(({ rule, tool }) => rule.includes('(') && OPENS.has(tool));
  const [first] = about;
  if (first === undefined) return undefined;
  const analysis = analyseShell(command);
  const values = valuesIn(analysis, place.cwd);
  const named = analysis.parts.map((part) => namedBy(part, about, values));
  const [unread] = analysis.unread;
  let unsure: Held | undefined = unread && { rule: first.rule, unread };
  if (named.every((list) => list.length === 0)) return unsure;
  const judge = judgeOf(analysis, values, place, resolve);
  const places = placed(analysis, place.cwd, values, resolve);
  let found: Held | undefined;
  for (const [at, { here, elsewhere, lost }] of places.entries())
    for (const one of named[at] ?? []) {
      const held = judge(one, here, elsewhere, lost, found === undefined);
      if (held && !held.unread) return held;
      found ??= held;
    }
  unsure = found ?? unsure;
  return unsure;
}

function namedBy(part: Part, about: readonly ParsedRule[], values: Values): readonly Named[] {
  const { command, words, must } = part;
  const ofReading = about.filter(({ tool }) => tool === 'Read');
  return [
    ...command.redirects.flatMap((redirect) => {
      const rules = about.filter(({ tool }) => OPENS.get(tool)?.(redirect));
      return rules.length === 0 ? [] : [{ target: redirect.target, rules }];
    }),
    ...(ofReading.length === 0 || must === undefined
      ? []
      : shownWords(command, words, values).map(({ word, ...more }) => ({
          target: word,
          rules: ofReading,
          word: more,
        }))),
  ];
}

/** Judges one word after the other; `doubts` says whether it is worth to look for a rule that only might hold. */
function judgeOf(analysis: Analysis, values: Values, place: Place, resolve: Resolve) {
  const [wild, dots] = [withWildcards(values), matchesDots(analysis)];
  return (
    { target, rules, word }: Named,
    here: readonly string[],
    elsewhere: readonly string[],
    lost: boolean,
    doubts: boolean,
  ): Held | undefined => {
    const means = ({ pattern }: ParsedRule, file: Found): boolean =>
      (!word || resolve.kind(file.real) !== undefined || !meansAll(pattern, place)) &&
      (isMeant(pattern, file, place) ||
        (word !== undefined &&
          resolve.isDirectory(file.real) &&
          isMeant(pattern, someFileIn(file), place)));
    const filesFrom = (dirs: readonly string[]) => {
      const whole = filesNamed(target, dirs, values)?.map(resolve) ?? [];
      return word ? [...whole, ...partsFrom(dirs)] : whole;
    };
    /** A part of a word is taken for a file where there is one; git also has those that are gone. */
    const partsFrom = (dirs: readonly string[]) =>
      (spellingsOf(target, values) ?? [])
        .flatMap((text) => pathsIn(text, word?.kind ?? 'word'))
        .flatMap((text) => dirs.map((dir) => resolve(pathFrom(dir, text))))
        .filter(({ real }) => word?.kind === 'git' || resolve.kind(real) !== undefined);
    const ruleFor = (files: readonly Found[]) =>
      rules.find((rule) => files.some((file) => means(rule, file)));
    const files = filesFrom(here);
    const sure = ruleFor(files);
    if (sure !== undefined) return { rule: sure.rule };
    if (!doubts) return undefined;
    const fitting = { wild, dirs: [...here, ...elsewhere], resolve, dots };
    const isWild = wildTexts(target, wild).length > 0;
    const hidden = isUnknown(target, values) && !isWild;
    const moved =
      ruleFor(filesFrom(elsewhere)) ?? (lost ? ruleAnywhere(rules, target, values) : undefined);
    const may: readonly (readonly [ParsedRule | undefined, string])[] = [
      [moved, MOVED],
      [ruleBehind(rules, endsOf(target, values, hidden || isWild), fitting, place), BEGINS],
      [hidden && word?.isFile ? rules[0] : undefined, UNKNOWN],
      [ruleFitted(rules, target, fitting, lost, ruleFor), WILDCARD],
      [word?.below ? ruleBelow(rules, files, place, resolve) : undefined, BELOW],
    ];
    const [rule, why] = may.find(([one]) => one !== undefined) ?? [];
    return rule && why
      ? { rule: rule.rule, unread: { part: shortened(target.raw), why } }
      : undefined;
  };
}

const MOVED = 'which file it is depends on whether a change of directory holds';

const BEGINS = 'where it begins shows only when it runs';

const UNKNOWN = 'which file it is shows only when it runs';

/** It may begin in any of the places from which rules are written. */
function ruleBehind(
  rules: readonly ParsedRule[],
  ends: readonly string[],
  { dirs, resolve }: Fitting,
  place: Place,
): ParsedRule | undefined {
  const from = new Set([...dirs, place.projectDir, homedir(), '/']);
  const files = ends.flatMap((end) => [...from].map((dir) => resolve(`${dir}${end}`)));
  return rules.find(({ pattern }) => files.some((file) => isMeant(pattern, file, place)));
}

/** What is known of paths that begin with something unknown: `"$X/secret/key"`, `~me/secret`. */
function endsOf(word: Word, values: Values, hidden: boolean): readonly string[] {
  const texts = spellingsOf(word, values) ?? [];
  const others = texts.flatMap((text) => ELSEWHERE.exec(text)?.[1] ?? []);
  const unknown = word.pieces.findLastIndex((piece) => typeof piece !== 'string');
  const end = word.pieces.slice(unknown + 1).join('');
  return hidden && unknown >= 0 && end.startsWith('/') ? [...others, end] : others;
}

/** Homes that a shell knows, and places that are others for each process. */
const ELSEWHERE = /^(?:~[^/]+|\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(?:cwd|root))(\/.+)$/s;

const WILDCARD = 'which files its wildcards fit shows only when it runs';

/** A wildcard is taken for what it fits now; where nobody can look, for anything. */
function ruleFitted(
  rules: readonly ParsedRule[],
  target: Word,
  fitting: Fitting,
  lost: boolean,
  ruleFor: (files: readonly Found[]) => ParsedRule | undefined,
): ParsedRule | undefined {
  if (lost && wildTexts(target, fitting.wild).some((text) => !/^[/~]/.test(text))) return rules[0];
  const files = filesFitted(target, fitting)?.map(fitting.resolve);
  return files === undefined ? rules[0] : ruleFor(files);
}

const BELOW = 'it reads all files below, and some of them are meant';

/** `grep -r x .`: a file below a directory that is read with it. */
function ruleBelow(
  rules: readonly ParsedRule[],
  files: readonly Found[],
  place: Place,
  resolve: Resolve,
): ParsedRule | undefined {
  const realOf = (dir: string) => resolve(dir).real;
  return rules.find(({ pattern = '*' }) =>
    files.some(
      (file) =>
        resolve.isDirectory(file.real) &&
        mayMeanBelow(pattern, file, place.projectDir, realOf) &&
        !everyBelow(file, false, (one) => !isMeant(pattern, one, place), resolve),
    ),
  );
}

/** From a directory that is not known, a name is all there is to go by. */
const ruleAnywhere = (rules: readonly ParsedRule[], target: Word, values: Values) =>
  rules.find(({ pattern = '' }) =>
    spellingsOf(target, values)?.some(
      (text) => !/^[/~]/.test(text) && lastNameFits(pattern, basename(text)),
    ),
  );

const isMeant = (pattern: string | undefined, file: Found, { projectDir }: Place): boolean =>
  pattern === undefined || pattern.trim() === '*' || matchesFile(pattern, file, projectDir, 'wide');

/** Whether a pattern means every file of the project: then not every word is one. */
const meansAll = (pattern: string | undefined, place: Place): boolean =>
  isMeant(pattern, someFileIn({ path: place.projectDir, real: place.projectDir }), place);
