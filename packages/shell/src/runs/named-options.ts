import type { LookedUp } from '../look-up/look-up.ts';
import { type Command, literal } from '../text/command.ts';

/** Names of options that say that a command follows. */
const NAMES =
  /(^|-)(exec|eval|cmd|command|commands|rsh|shell|ssh|pager|editor|hook|filter|pipe|wrapper|program|prog|script|bin|run|askpass|browser|pre|post|up|down|on|use|handler|call|bind)(-|$)/;

/** Paths of shells, which a program that we do not know hardly gets for another reason than to run them. */
const SHELL = /^(\/usr)?(\/local)?\/bin\/(ba|da|z|k|fi|c|tc|a)?sh$/;

const MAX_WORDS = 64;

/**
 * Texts that may be commands by the name of their option, or because they begin with a shell: for a program or an
 * option that the table does not know.
 */
export function namedByOption({ words }: Command, found: LookedUp | undefined): readonly string[] {
  if (found?.uses.every(({ is }) => is !== 'unknown')) return [];
  const unknown = new Set(found?.uses.filter(({ is }) => is === 'unknown').map(({ at }) => at));
  return words.slice(0, MAX_WORDS).flatMap((word, at) => {
    const text = literal(word) ?? '';
    if (at === 0 || (found !== undefined && !unknown.has(at))) return [];
    if (SHELL.test(text)) return [textFrom(words, at)];
    const [, name = '', own] = /^--?([a-z][\w-]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
    if (!NAMES.test(name)) return [];
    return [own ?? literal(words[at + 1]) ?? ''];
  });
}

const textFrom = (words: Command['words'], at: number): string =>
  words
    .slice(at, at + MAX_WORDS)
    .map((word) => quoted(literal(word)))
    .join(' ');

const quoted = (text: string | undefined): string =>
  text === undefined ? '$_' : `'${text.replaceAll("'", "'\\''")}'`;
