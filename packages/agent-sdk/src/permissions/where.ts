import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  type Analysis,
  type Command,
  literal,
  type Part,
  programOf,
  textsOf,
  type Values,
  valuesOf,
  type Word,
} from 'wave-shell/rules';
import { absolutePath } from '../files/paths.ts';

/** A command of a text, and where it runs as far as that is known. */
export interface Placed {
  readonly part: Part;
  /** Where every `cd` before it leads to. */
  readonly here: readonly string[];
  /** Where it runs if one of them failed, or was in a subshell. */
  readonly elsewhere: readonly string[];
}

const MAX_DIRS = 8;

/** The commands of a text in order, with `cd` followed. */
export function placed({ parts }: Analysis, cwd: string, values: Values): readonly Placed[] {
  let here: readonly string[] = [cwd];
  let elsewhere: readonly string[] = [];
  return parts.map((part) => {
    const now = { part, here, elsewhere };
    const next = changedTo(part.command, here, values);
    if (next !== undefined) {
      elsewhere = [...new Set([...elsewhere, ...here])].slice(-MAX_DIRS);
      here = next.slice(0, MAX_DIRS);
    }
    return now;
  });
}

/** Undefined for another command than `cd`, or one that leads nobody knows where. */
function changedTo(
  command: Command,
  from: readonly string[],
  values: Values,
): readonly string[] | undefined {
  if (!/^(cd|pushd)$/.test(programOf(command) ?? '')) return undefined;
  const word = command.words.slice(1).find((one) => !/^-[LPe@]*$/.test(literal(one) ?? ''));
  if (word === undefined) return [homedir()];
  return textsOf(word, values)?.flatMap((text) => from.map((dir) => absolutePath(dir, text)));
}

/** What a text gives to its variables; those that every shell has are known, too. */
export function valuesIn({ parts }: Analysis, cwd: string): Values {
  const values = valuesOf(parts.map(({ command }) => command));
  for (const [name, value] of [
    ['HOME', homedir()],
    ['PWD', cwd],
  ] as const)
    if (!values.has(name) || values.get(name) !== undefined)
      values.set(name, [...(values.get(name) ?? []), [value]]);
  return values;
}

/** The files that a word may name from some directories; undefined where that is not known. */
export function filesNamed(
  word: Word,
  dirs: readonly string[],
  values: Values,
): readonly string[] | undefined {
  const { spellings } = word;
  if (spellings === 'many') return undefined;
  const words = spellings?.map((pieces) => ({ ...word, pieces })) ?? [word];
  const texts = words.map(({ pieces, raw }) => textsOf({ pieces, raw }, values));
  if (!texts.every((list) => list !== undefined)) return undefined;
  return texts.flat().flatMap((text) => dirs.map((dir) => absolutePath(resolve(dir), text)));
}
