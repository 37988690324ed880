import { posix } from 'node:path';
import { CHANGES_READING } from '../code/code-variables.ts';
import { type Command, literal, type Redirect, type Word } from '../text/command.ts';
import { maySplit } from '../text/pieces.ts';

/** Texts that a command runs as code. `opaque`: it runs some that cannot be known. */
export type Code =
  | {
      readonly texts: readonly string[];
      /** Texts that might be meant instead, if an option were read otherwise. */
      readonly maybe?: readonly string[];
      readonly own?: boolean;
    }
  | 'opaque'
  | undefined;

/** `sh -c text`, or a shell that reads its commands from where nobody can see them. */
export function shellCode({ words, redirects }: Command): Code {
  const { coded, plain, question, rest } = shellOptions(words);
  const [first] = rest;
  if (first === 'opaque' || (coded && words.some(isAnsi))) return 'opaque';
  if (coded)
    return first === undefined ? 'opaque' : { texts: [first], maybe: textsOf(words), own: !plain };
  const inputs = redirects.filter(({ op }) => op.startsWith('<'));
  if (first === undefined) return inputs.length > 0 || !question ? fedCode(inputs) : undefined;
  return isStream(first) ? 'opaque' : undefined;
}

/** `sh <<E` and `sh <<< text`, where nothing else is put in their place. */
function fedCode([input, ...others]: readonly Redirect[]): Code {
  const { op, target, body, stream = '0' } = input ?? {};
  if (others.length > 0 || stream !== '0' || (target && isAnsi(target))) return 'opaque';
  const text = op === '<<<' ? literal(target) : body;
  return text === undefined ? 'opaque' : { texts: [text], own: true };
}

/** A file whose name is known at its end: no stream has such a one, and what is in it is not looked at. */
export function isFile(word: Word | undefined): boolean {
  const [first, last] = [word?.pieces[0], word?.pieces.at(-1)];
  if (word === undefined || first === last || maySplit(word) || typeof last !== 'string')
    return false;
  return (
    /\/[\w.-]*[A-Za-z][\w.-]*$/.test(last) &&
    !isStream(last) &&
    !/^\W*(dev|proc)\b/.test(String(first))
  );
}

/** A name of a shell's input, or of what else is no file that can be looked at, however it is spelt. */
export const isStream = (file: string): boolean =>
  STREAMS.test(file) || STREAMS.test(posix.normalize(file));

const STREAMS = /^(-|(\/|(\.\.\/)+)(dev\/(?!null$)|proc\/).*|(.*\/)?(stdin|tty|\d+))$/s;
const VALUED = /^([-+][A-Za-z]*[oO]|--rcfile|--init-file)$/;

/** Long options of shells of which we know that they bring no code. */
const LONG =
  /^--(norc|noprofile|login|posix|verbose|restricted|noediting|no-rcs|version|help|rcfile|init-file)$/;

/** Letters that have code read from elsewhere, or texts read in another way; and values out of order. */
const ODD = /^[-+][A-Za-z]*[sC]|^[-+][A-Za-z]*[oO][A-Za-z]/;

interface ShellOptions {
  readonly coded: boolean;
  /** No option among them reads a file or changes how the text is run. */
  readonly plain: boolean;
  /** It is only asked about itself. */
  readonly question: boolean;
  readonly rest: readonly string[];
}

function shellOptions(words: readonly Word[]): ShellOptions {
  let [coded, plain, question] = [false, true, false];
  const ended = (rest: readonly string[]) => ({ coded, plain, question, rest });
  for (let at = 1; at < words.length; at++) {
    const text = literal(words[at]);
    if (text === undefined) return ended([isFile(words[at]) && !coded ? '\0' : 'opaque']);
    if (/^--?$/.test(text)) return ended(restFrom(words[at + 1]));
    if (!/^[-+]./.test(text)) return ended([text]);
    if (ODD.test(text) || (/^--/.test(text) && !LONG.test(text))) return ended(['opaque']);
    if (/^[-+][A-Za-z]*c/.test(text)) coded = true;
    plain &&= /^-[celuvx]+$/.test(text);
    question ||= /^--(version|help)$/.test(text);
    if (VALUED.test(text)) at += 1;
    if (VALUED.test(text) && isOddValue(literal(words[at]))) return ended(['opaque']);
  }
  return ended([]);
}

const isOddValue = (text: string | undefined): boolean =>
  text === undefined || CHANGES_READING.test(text) || isStream(text);

const restFrom = (word: Word | undefined): readonly string[] =>
  word === undefined ? [] : [literal(word) ?? 'opaque'];

const textsOf = (words: readonly Word[]): readonly string[] =>
  words.slice(1).flatMap((word) => literal(word) ?? []);

/** `eval a b` runs `a b`. */
export const evalCode = ({ words }: Command): Code =>
  known(withoutEnd(words.slice(1)), (texts) => [texts.join(' ')]);

/** `trap text signals`; a `-` is no text. */
export const trapCode = ({ words }: Command): Code => {
  const from = words.findIndex((word, at) => at > 0 && !/^-[lpP]+$/.test(literal(word) ?? ''));
  return known(withoutEnd(from < 0 ? [] : words.slice(from)), (texts) =>
    texts.slice(0, 1).filter((text) => text !== '-'),
  );
};

/** The words after the `--` that ends the options. */
const withoutEnd = (words: readonly Word[]): readonly Word[] =>
  literal(words[0]) === '--' ? words.slice(1) : words;

/**
 * `alias name=text`. It takes the place of a word, and what follows that is added to it. A text that is
 * not whole in itself, or one of the shell's own words, would change how everything else is read.
 */
export const aliasCode = ({ words }: Command): Code =>
  known(words.slice(1), (texts) =>
    texts.filter((text) => text.includes('=')).map((text) => textOfAlias(text) ?? UNREADABLE),
  );

function textOfAlias(alias: string): string | undefined {
  const at = alias.indexOf('=');
  const [name, text] = [alias.slice(0, at), alias.slice(at + 1)];
  const words = text.split(' ');
  const plain = /^[\w.-]+$/.test(name) && words.every((word) => /^[\w./:=,@%+-]+$/.test(word));
  const own = [name, words[0] ?? ''].some((word) => OWN_WORDS.has(word) || word.includes('='));
  return plain && !own ? `${text} $_` : undefined;
}

/** A text that no shell reads to its end. */
const UNREADABLE = ')';

const OWN_WORDS: ReadonlySet<string> = new Set(
  'if then elif else fi while until do done for in select case esac function coproc time'.split(
    ' ',
  ),
);

/** `. file`: only a file that can be looked at. */
export const sourceCode = ({ words }: Command): Code => {
  const word = words[literal(words[1]) === '--' ? 2 : 1];
  if (isFile(word)) return undefined;
  const file = literal(word);
  return file === undefined || file.startsWith('-') || isStream(file) ? 'opaque' : undefined;
};

/** Where `$'...'` is not known the dollar stays: as code that is something else. */
const isAnsi = ({ raw }: Word): boolean => raw.includes("$'");

function known(
  words: readonly Word[],
  texts: (literals: readonly string[]) => readonly string[],
): Code {
  const literals = words.map(literal);
  return literals.every((text) => text !== undefined) && !words.some(isAnsi)
    ? { texts: texts(literals) }
    : 'opaque';
}
