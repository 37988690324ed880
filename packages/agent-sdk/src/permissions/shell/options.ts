import { literal, type Word } from './types.ts';
import type { Wrapper } from './wrappers.ts';

const has = (list: string | undefined, option: string): boolean =>
  list?.split(' ').includes(option) ?? false;

/** Whether an option takes the next word, also as the last letter of several in one word. */
function takesValue(valued: string | undefined, option: string): boolean {
  if (option.includes('=')) return false;
  if (has(valued, option)) return true;
  const cluster = /^-([A-Za-z]+)$/.exec(option)?.[1] ?? '';
  const first = [...cluster].findIndex((letter) => has(valued, `-${letter}`));
  return cluster.length > 1 && first === cluster.length - 1;
}

export const ASSIGNMENT = /^[A-Za-z_]\w*=/;

export type Inner =
  | { readonly is: 'program'; readonly from: number; readonly assigns: readonly Word[] }
  | { readonly is: 'nothing' }
  | { readonly is: 'opaque' };

/** Where in a wrapper's words the other program begins. */
export function findInner(words: readonly Word[], wrapper: Wrapper): Inner {
  const assigns: Word[] = [];
  let operands = wrapper.operands ?? 0;
  let options = true;
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    const text = literal(word);
    // What is unknown may be several words, so nobody can tell which one is the program.
    if (word === undefined || text === undefined) return { is: 'opaque' };
    if (text === '--') options = false;
    else if (options && text.startsWith('-')) {
      const end = endOf(text.replace(/=.*/s, ''), wrapper);
      if (end !== undefined) return { is: end };
      if (takesValue(wrapper.valued, text)) at += 1;
    } else if (wrapper.assigns && ASSIGNMENT.test(text)) assigns.push(word);
    else if (operands > 0) operands -= 1;
    else return { is: 'program', from: at, assigns };
  }
  return { is: 'nothing' };
}

function endOf(option: string, { opaque, idle }: Wrapper): 'opaque' | 'nothing' | undefined {
  if (has(opaque, option)) return 'opaque';
  return has(idle, option) ? 'nothing' : undefined;
}

/** The words with the options before a program's verb left out. */
export function withoutOptions(
  words: readonly Word[],
  valued: string | undefined,
): readonly Word[] {
  let at = 1;
  for (let text = literal(words[at]); text?.startsWith('-'); text = literal(words[at]))
    at += takesValue(valued, text) ? 2 : 1;
  return [...words.slice(0, 1), ...words.slice(at)];
}
