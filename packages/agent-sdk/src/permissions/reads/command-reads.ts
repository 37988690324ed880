import {
  type Analysis,
  analyseShell,
  mayOnlyRead,
  type PlainPart,
  plainParts,
  programOf,
} from '@wavehooks/shell/rules';
import { once } from '../../base/once.ts';
import type { Resolve } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import type { Rules } from '../rules/rule.ts';
import { withWildcards } from '../words/fitted.ts';
import { type Placed, placed } from '../words/where.ts';
import { steeringVariable } from './environment.ts';
import { type FileRead, isReadable } from './file-read.ts';
import { mayBeRead } from './read-rules.ts';
import { valuesKnown } from './values-known.ts';
import { filesOf } from './words-read.ts';

/** What is asked about a command that may only read. */
export interface Asked {
  readonly command: string;
  readonly place: Place;
  readonly resolve: Resolve;
  /** Directories beside the project that may be read. */
  readonly readable: readonly string[];
}

/** Whether the rules about reading let a command run unasked; undefined where it may do more than to read. */
export type Reads = (rules: Pick<Rules, 'deny' | 'ask'>) => boolean;

/** A command of a text, and the files that it reads; undefined where it may do more than to read. */
export interface LookedPart {
  readonly plain: PlainPart;
  files(): readonly FileRead[] | undefined;
}

/** A text of which nothing but its programs is left to judge. */
export interface LookedInto {
  readonly analysis: Analysis;
  readonly parts: readonly LookedPart[];
  /** Whether the rules about reading let these files be read; undefined where no rule could. */
  readable(files: readonly FileRead[]): Reads | undefined;
}

/** Looks at each command of a text by itself; undefined where the text as a whole leaves something in doubt. */
export function lookInto({ command, place, resolve, readable }: Asked): LookedInto | undefined {
  const analysis = analyseShell(command);
  const parts = plainParts(analysis);
  if (parts === undefined || isLong(analysis) || movesOn(analysis)) return undefined;
  const env = place.env ?? process.env;
  const programs = parts.flatMap(({ part }) => programOf(part.command) ?? []);
  const isOurs = (path: string) => resolve(path).inside;
  if (steeringVariable(env, programs, isOurs) !== undefined) return undefined;
  const known = once(() => {
    const values = valuesKnown(analysis, place.cwd);
    const meaning = { values, wild: withWildcards(values), env, resolve };
    return { meaning, looked: placed(analysis, place.cwd, values, resolve) };
  });
  return {
    analysis,
    parts: parts.map((plain) => ({
      plain,
      files: once(() => {
        const program = programOf(plain.part.command);
        if (!plain.idle && program !== undefined && !mayOnlyRead(program)) return undefined;
        const { meaning, looked } = known();
        const at = looked.find(({ part }) => part === plain.part);
        const dirs = at && dirsOf(at, analysis, resolve);
        return dirs && filesOf(plain, dirs, meaning, env);
      }),
    })),
    readable: (files) => {
      const may = once(() => readable.map((dir) => resolve(dir).real));
      if (!files.every(({ real }) => isReadable(real, resolve, may))) return undefined;
      return (rules) => mayBeRead(files, rules, place, resolve, may);
    },
  };
}

/**
 * Looks whether all that a command does is to read files of the project: by the programs that only read, by
 * what is on this machine (which programs the names mean, where links lead, the settings of a repository) and
 * by the environment. Whatever is in doubt is not reading.
 */
export function commandReads(looked: LookedInto | undefined): Reads | undefined {
  if (looked === undefined) return undefined;
  const files: FileRead[] = [];
  for (const part of looked.parts) {
    const found = part.files();
    if (found === undefined) return undefined;
    files.push(...found);
    if (files.length > MAX_FILES) return undefined;
  }
  return looked.readable(files);
}

/** Each word may be looked at on disk: of very long commands nobody tries to tell. */
const isLong = ({ parts }: Analysis): boolean =>
  parts.length > MAX_PARTS ||
  parts.reduce((sum, { command }) => sum + command.words.length, 0) > MAX_WORDS;

const MAX_PARTS = 100;
const MAX_WORDS = 500;
/** Of all commands together. */
export const MAX_FILES = 4000;

/** A `cd` in a loop leads further with every round. */
const movesOn = ({ source, parts }: Analysis): boolean =>
  /\b(for|while|until|select)\b/.test(source) &&
  parts.some(({ command }) => programOf(command) === 'cd');

/** Where a command may run. A `cd` to a directory that is there holds, as long as nothing runs apart. */
function dirsOf({ here, elsewhere, lost }: Placed, { straight }: Analysis, resolve: Resolve) {
  if (lost) return undefined;
  const sure = straight && here.every((dir) => resolve.isDirectory(dir));
  const all = sure ? here : [...here, ...elsewhere];
  return (all.length > 1 ? [...new Set(all)] : all).map((dir) => resolve(dir).real);
}
