import { literal, type Word } from '../text/command.ts';
import { isOperand, maySplit } from '../text/pieces.ts';
import type { Wrapper } from './wrapper.ts';

const has = (list: string | undefined, option: string): boolean =>
  list !== undefined && namesIn(list).includes(option);

/** The lists of the tables, each parted once. */
function namesIn(list: string): readonly string[] {
  const known = parted.get(list);
  if (known !== undefined) return known;
  const names = list.split(' ');
  parted.set(list, names);
  return names;
}

const parted = new Map<string, readonly string[]>();

/** The options that one word is made of: `-nu` is `-n -u`, and long ones may be cut short. */
function optionsIn(text: string, list: string | undefined): readonly string[] {
  const name = text.replace(/=.*/s, '');
  if (!name.startsWith('--')) return [...name.slice(1)].map((letter) => `-${letter}`);
  return namesIn(list ?? '').filter(
    (one) => one === name || (name.length > 2 && one.startsWith(name)),
  );
}

/** Whether a word is one of the options, or has it among its letters. */
export const hasAny = (list: string | undefined, text: string): boolean =>
  has(list, text) || optionsIn(text, list).some((option) => has(list, option));

/** Whether an option takes the next word, also as the last letter of several in one word. */
function takesValue(valued: string | undefined, text: string): boolean {
  if (valued === undefined || text.includes('=')) return false;
  const options = optionsIn(text, valued);
  const first = options.findIndex((option) => has(valued, option));
  return has(valued, text) || (first >= 0 && first === options.length - 1);
}

/** Whether a word holds only options of which we know that they take no further word. */
function isKnown({ valued, flags }: Wrapper, text: string): boolean {
  if (text.includes('=') || has(flags, text) || /^-\d+$/.test(text)) return true;
  const options = optionsIn(text, `${valued} ${flags}`);
  const end = options.findIndex((option) => has(valued, option));
  const plain = end < 0 ? options : options.slice(0, end);
  return options.length > 0 && plain.every((option) => has(flags, option));
}

/** env and sudo take every word with a `=` in it for a variable, whatever its name. */
const ASSIGNMENT = /=/;

export type Inner =
  | {
      readonly is: 'program';
      readonly from: number;
      readonly assigns: readonly Word[];
      /** Nothing was among the options that may do more, or mean another place. */
      readonly sure: boolean;
    }
  | { readonly is: 'nothing' | 'idle' | 'opaque' };

/** Where in a wrapper's words the other program begins. */
export function findInner(words: readonly Word[], wrapper: Wrapper): Inner {
  const assigns: Word[] = [];
  let operands = wrapper.operands ?? 0;
  let options = true;
  let sure = true;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as Word;
    const text = literal(word) ?? operandText(word, wrapper, operands);
    sure &&= literal(word) !== undefined || isOperand(word);
    // What is unknown may be several words, so nobody can tell which one is the program.
    if (text === undefined) return { is: 'opaque' };
    if (text === '--') options = false;
    else if (options && text.startsWith('-')) {
      const end = endOf(text, wrapper);
      if (end !== undefined) return { is: end };
      sure &&= isKnown(wrapper, text) && !hasAny(wrapper.risky, text);
      if (takesValue(wrapper.valued, text)) at += 1;
      const value = words[at];
      if (value !== undefined && maySplit(value)) return { is: 'opaque' };
    } else if (wrapper.assigns && ASSIGNMENT.test(text)) assigns.push(word);
    else if (operands > 0) operands -= 1;
    else return { is: 'program', from: at, assigns, sure };
  }
  return { is: 'nothing' };
}

/**
 * One word with a mark for what is unknown in it: a program by that name is unknown itself. It may be an
 * option where none runs anything: the program stands a little further on then.
 */
function operandText(word: Word, wrapper: Wrapper, operands: number): string | undefined {
  const [first] = word.pieces;
  const named = typeof first === 'string' && /^--[\w-]+=/.test(first);
  const harmless = operands > 0 && wrapper.opaque === undefined && wrapper.shell === undefined;
  if (maySplit(word) || !(named || harmless || isOperand(word))) return undefined;
  return word.pieces.map((piece) => (typeof piece === 'string' ? piece : '\0')).join('');
}

function endOf(text: string, { opaque, idle }: Wrapper): 'opaque' | 'idle' | undefined {
  if (hasAny(opaque, text)) return 'opaque';
  return hasAny(idle, text) ? 'idle' : undefined;
}

/** The words with the options before a program's verb left out, and what else may stand there. */
export function withoutOptions(
  words: readonly Word[],
  valued: string | undefined,
  also: (word: Word) => boolean = () => false,
): readonly Word[] {
  let at = 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const text = literal(word);
    if (text?.startsWith('-')) at += takesValue(valued, text) ? 2 : 1;
    else if (also(word)) at += 1;
    else break;
  }
  return at === 1 ? words : [...words.slice(0, 1), ...words.slice(at)];
}
