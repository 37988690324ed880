import type { FamilyName } from '../interpreters.ts';
import type { Mark } from '../pin.ts';

/** A file with code that is to run, and by whom. */
export interface Code {
  readonly file: string;
  readonly as: FamilyName;
  /** Where it runs, if that is not where the hook does. */
  readonly at?: string;
  /** The directories in which Python looks for modules by their names, before its library. */
  readonly roots?: readonly string[];
}

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

export const NOTHING: Step = { files: [], code: [], trees: [], marks: [], gaps: [] };

export const joined = (steps: readonly Partial<Step>[]): Step => ({
  files: steps.flatMap(({ files = [] }) => files),
  code: steps.flatMap(({ code = [] }) => code),
  trees: steps.flatMap(({ trees = [] }) => trees),
  marks: steps.flatMap(({ marks = [] }) => marks),
  gaps: steps.flatMap(({ gaps = [] }) => gaps),
});

/** The gaps that hold for a text: a table of signs, and what each of them means. */
export type Signs = readonly (readonly [RegExp, string])[];

export const gapsIn = (text: string, signs: Signs): string[] =>
  signs.flatMap(([sign, gap]) => (sign.test(text) ? [gap] : []));

export const COMPUTED = 'loads a file whose name it works out at run time';
export const PUT_TOGETHER = 'runs code that it puts together at run time';
export const PROGRAMS = 'starts other programs';
