import type { Mark } from '../../pins/pin.ts';
import type { FamilyName } from './interpreters.ts';

/** A file with code that is to run, and by whom. */
export interface Code {
  readonly file: string;
  readonly as: FamilyName;
  /** Where it runs, if that is not where the hook does. */
  readonly at?: string;
  /** The directories in which Python looks for modules by their names, before its library. */
  readonly roots?: readonly string[];
  /** What runs in place of a file's text, where a command holds it; the file stands for where it runs. */
  readonly text?: string;
}

/** The same code under the names that its files have elsewhere. */
export const renamed = (code: Code, name: (file: string) => string): Code => ({
  ...code,
  file: name(code.file),
  ...(code.roots ? { roots: code.roots.map((root) => name(root).replace(/\/\.$/, '')) } : {}),
});

/** What one file with code loads, as far as its text says. */
export interface Step {
  /** To be held by their content, or as missing. */
  readonly files: readonly string[];
  /** Of these the ones with code. */
  readonly code: readonly Code[];
  /** Directories of which everything may be loaded. */
  readonly trees: readonly string[];
  readonly marks: readonly Mark[];
  /** What cannot be told, in words that go on from "it". */
  readonly gaps: readonly string[];
}

export const joined = (steps: readonly Partial<Step>[]): Step => ({
  files: steps.flatMap(({ files = [] }) => files),
  code: steps.flatMap(({ code = [] }) => code),
  trees: steps.flatMap(({ trees = [] }) => trees),
  marks: steps.flatMap(({ marks = [] }) => marks),
  gaps: steps.flatMap(({ gaps = [] }) => gaps),
});

export const COMPUTED = 'loads a file whose name it works out at run time';
export const PUT_TOGETHER = 'runs code that it puts together at run time';
export const PROGRAMS = 'starts other programs';

/** More names than this in one file are not looked for: each costs a look at the disk. */
export const MOST_NAMES = 300;
export const TOO_LONG = 'names more files than are looked for';

/** What a pattern finds, and one more than counts where there is too much. */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) if (found.push(match) > MOST_NAMES) break;
  return found;
}

/** A text without the lines that are nothing but a comment behind a `#`. */
export const withoutComments = (text: string): string => text.replace(/^[ \t]*#.*$/gm, '');
