import { homedir } from 'node:os';
import {
  type Analysis,
  type Command,
  type Part,
  programOf,
  textsOf,
  type Values,
  valuesOf,
  type Word,
} from '@wavehooks/shell/rules';
import { absolutePath, pathFrom, type Resolve } from '../../files/paths.ts';

/** A command of a text, and where it runs as far as that is known. */
export interface Placed {
  readonly part: Part;
  /** Where every `cd` before it leads to. */
  readonly here: readonly string[];
  /** Where it runs if one of them failed, or was in a subshell. */
  readonly elsewhere: readonly string[];
  /** It may run somewhere else: a `cd` before it leads nobody knows where, or there are too many. */
  readonly lost: boolean;
}

const MAX_DIRS = 8;
/** Names in a path, as far as it is followed: each is looked at for every word. */
const MAX_DEPTH = 64;

/** The commands of a text in order, with `cd` followed. */
export function placed(
  { parts }: Analysis,
  cwd: string,
  values: Values,
  resolve: Resolve,
): readonly Placed[] {
  let now: Omit<Placed, 'part'> = { here: [cwd], elsewhere: [], lost: false };
  return parts.map((part) => {
    const at = { part, ...now };
    now = CHANGES.test(programOf(part.command) ?? '')
      ? after(part.command, now, values, resolve)
      : now;
    return at;
  });
}

const CHANGES = /^(cd|chdir|pushd|popd)$/;

function after(command: Command, now: Omit<Placed, 'part'>, values: Values, resolve: Resolve) {
  const { here, elsewhere } = now;
  const before = [...new Set([...elsewhere, ...here])];
  const named = namedBy(command, values);
  const next = named.dirs.flatMap((text) =>
    BACK.test(text) ? elsewhere : here.flatMap((dir) => ledTo(dir, text, resolve)),
  );
  const found = [...new Set(next)].filter((dir) => dir.split('/').length <= MAX_DEPTH);
  return {
    here: found.length === 0 ? here : found.slice(0, MAX_DIRS),
    elsewhere: before.slice(0, MAX_DIRS),
    lost:
      now.lost ||
      named.others ||
      found.length === 0 ||
      found.length < new Set(next).size ||
      Math.max(found.length, before.length) > MAX_DIRS,
  };
}

/** For a shell `..` is mostly the name before it taken away, with -P what is above the directory. */
function ledTo(dir: string, text: string, resolve: Resolve): readonly string[] {
  const path = absolutePath(dir, text);
  const { real } = resolve(pathFrom(dir, text));
  return real === resolve(path).real ? [path] : [path, real];
}

/** A place where the shell was before, or one of its list of them. */
const BACK = /^(-|[-+]\d+)$/;

/** What a change of directory names; `others` if it may lead to more than that. */
function namedBy(command: Command, values: Values) {
  const lists = command.words.slice(1).map((word) => spellingsOf(word, values));
  const known = lists.every((list) => list !== undefined);
  const texts = lists.flatMap((list) => list ?? []);
  const end = texts.indexOf('--');
  const dirs = texts.filter((text, at) => (end >= 0 && at > end) || !OPTION.test(text));
  const home = /^(cd|chdir)$/.test(programOf(command) ?? '');
  return {
    dirs: known && dirs.length === 0 ? [home ? '~' : '-'] : dirs.filter(isPlain),
    // What CDPATH names comes first.
    others: !known || !dirs.every(isPlain) || values.has('CDPATH'),
  };
}

const OPTION = /^(-[LPen@]+|--)$/;

/** `~1` and `~name` are places that only a shell knows. */
const isPlain = (text: string): boolean => !/^~[^/]/.test(text);

/** What a text gives to its variables; those that every shell has are known, too. */
export function valuesIn({ parts }: Analysis, cwd: string): ReturnType<typeof valuesOf> {
  const values = valuesOf(parts.map(({ command }) => command));
  const add = (name: string, value: string) => {
    const given = values.get(name);
    if (given !== undefined || !values.has(name)) values.set(name, [...(given ?? []), [value]]);
  };
  add('HOME', homedir());
  add('PWD', cwd);
  return values;
}

/** The files that a word may name from some directories, `..` in it as it is; undefined where that is not known. */
export const filesNamed = (
  word: Word,
  dirs: readonly string[],
  values: Values,
): readonly string[] | undefined =>
  spellingsOf(word, values)?.flatMap((text) => dirs.map((dir) => pathFrom(dir, text)));

/** All texts that a word may become, with those of its braces; undefined where there are others. */
export function spellingsOf(word: Word, values: Values): readonly string[] | undefined {
  const { spellings, pieces, raw } = word;
  if (spellings === 'many') return undefined;
  const texts = (spellings ?? [pieces]).map((one) => textsOf({ pieces: one, raw }, values));
  return texts.every((list) => list !== undefined) ? texts.flat() : undefined;
}
