import { type Command, literal, type Word } from './types.ts';

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
  const { coded, plain, rest } = shellOptions(words);
  const [first] = rest;
  if (first === 'opaque') return 'opaque';
  if (coded)
    return first === undefined ? 'opaque' : { texts: [first], maybe: textsOf(words), own: !plain };
  const fed = redirects.some(({ op }) => op.startsWith('<'));
  if (first === undefined) return fed || !isQuestion(words) ? 'opaque' : undefined;
  return STREAMS.test(first) ? 'opaque' : undefined;
}

const STREAMS = /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/self\/fd\/.*)$/;
const VALUED = /^([-+][A-Za-z]*[oO]|--rcfile|--init-file)$/;

interface ShellOptions {
  readonly coded: boolean;
  /** No option among them reads a file or changes how the text is run. */
  readonly plain: boolean;
  readonly rest: readonly string[];
}

function shellOptions(words: readonly Word[]): ShellOptions {
  let [coded, plain] = [false, true];
  for (let at = 1; at < words.length; at++) {
    const text = literal(words[at]);
    if (text === undefined) return { coded, plain, rest: ['opaque'] };
    if (/^--?$/.test(text)) return { coded, plain, rest: restFrom(words[at + 1]) };
    if (!/^[-+]./.test(text)) return { coded, plain, rest: [text] };
    if (/^-[A-Za-z]*c/.test(text)) coded = true;
    if (/^-[A-Za-z]*s/.test(text)) return { coded, plain, rest: ['opaque'] };
    plain &&= /^-[celuvx]+$/.test(text);
    if (VALUED.test(text)) at += 1;
  }
  return { coded, plain, rest: [] };
}

const restFrom = (word: Word | undefined): readonly string[] =>
  word === undefined ? [] : [literal(word) ?? 'opaque'];

const textsOf = (words: readonly Word[]): readonly string[] =>
  words.slice(1).flatMap((word) => literal(word) ?? []);

const isQuestion = (words: readonly Word[]): boolean =>
  words.some((word) => /^--(version|help)$/.test(literal(word) ?? ''));

/** `eval a b` runs `a b`. */
export const evalCode = ({ words }: Command): Code =>
  known(words.slice(1), (texts) => [texts.join(' ')]);

/** `trap text signals`. */
export const trapCode = ({ words }: Command): Code =>
  known(words.slice(1), (texts) => texts.filter((text) => !/^-/.test(text)).slice(0, 1));

/** `alias name=text`. */
export const aliasCode = ({ words }: Command): Code =>
  known(words.slice(1), (texts) => texts.map((text) => text.replace(/^[^=]*=?/, '')));

/** `. file`: only a file that can be looked at. */
export const sourceCode = ({ words }: Command): Code => {
  const file = literal(words[1]);
  return file === undefined || STREAMS.test(file) ? 'opaque' : undefined;
};

function known(
  words: readonly Word[],
  texts: (literals: readonly string[]) => readonly string[],
): Code {
  const literals = words.map(literal);
  return literals.every((text) => text !== undefined) ? { texts: texts(literals) } : 'opaque';
}
