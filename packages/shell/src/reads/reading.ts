import { READERS } from '../readers/readers.ts';
import { asksForVersion, TELLS_VERSION } from '../readers/versions.ts';
import { CHECKS, LANGUAGES } from './checks.ts';
import { type Known, knownWords } from './words-of-reading.ts';

/** What a command reads that only reads. */
export interface Reading {
  /** The program and its verbs: `['git', 'stash', 'list']`. */
  readonly path: readonly string[];
  /** Files and directories that it names. */
  readonly files: readonly string[];
  /** It shows names, sizes and the like, and never what is in a file. */
  readonly names: boolean;
  /** It goes through all that is below a directory. */
  readonly below: boolean;
  /** It follows links that it meets there. */
  readonly follows: boolean;
  /** It looks at the current directory, too. */
  readonly here: boolean;
  /** Where it works: what `git -C` names, one from the other. */
  readonly from: readonly string[];
}

const NOTHING = { files: [], names: true, below: false, follows: false, here: false, from: [] };

/** A word that is the output of other commands: `<(...)`. */
export const STREAM = '\uE000';

/** What a command of these words reads; undefined where it may do anything else. */
export function readingOf(texts: readonly string[]): Reading | undefined {
  const [program = '', arg = ''] = texts;
  if (!PLAIN_NAME.test(program)) return undefined;
  if (texts.length === 2 && asksForVersion(program, arg)) return { ...NOTHING, path: [program] };
  const row = READERS.get(program);
  const check = CHECKS.get(program);
  const words = check?.words?.(texts) ?? (check?.words ? undefined : texts);
  const known = row && words && knownWords(row, words);
  if (known === undefined || !known.code.every(isHarmless)) return undefined;
  const own = CHECKS.get(known.path.join(' '));
  if (check?.holds?.(known) === false || own?.holds?.(known) === false) return undefined;
  return asReading(known, own?.more?.(known) ?? false);
}

/** Whether some command of a program only reads. */
export const mayOnlyRead = (program: string): boolean =>
  READERS.has(program) || TELLS_VERSION.has(program);

const PLAIN_NAME = /^([\w.+-]+|\[\[?|\(\(|:)$/;

const isHarmless = ([language, text]: readonly [string, string]): boolean =>
  LANGUAGES.get(language)?.(text) ?? false;

const isStream = (file: string): boolean => file === '-' || file === STREAM;

function asReading({ path, row, files, options, before, more }: Known, also: boolean): Reading {
  const shows = more || also;
  const named = files.some(isStream) ? files.filter((file) => !isStream(file)) : files;
  const has = (name: string) => options.some((one) => one.name === name);
  return {
    path,
    files: named,
    names: row.names === true && !shows,
    below: row.below === true || shows,
    // diff opens what links in directories lead to, and so does grep -R.
    follows:
      (path[0] === 'diff' && !has('--no-dereference')) ||
      has('-R') ||
      // Elsewhere than with GNU, -r follows them, too.
      (process.platform !== 'linux' && /grep$/.test(path[0] ?? '') && has('-r')),
    here: (row.here === true || shows) && (path[0] === 'git' || files.length === 0),
    from: before.flatMap(({ name, value }) =>
      name === '-C' && path[0] === 'git' ? [value ?? ''] : [],
    ),
  };
}
