import { ANY, literal, type Word } from '../text/command.ts';
import { replaced } from './finders.ts';

/** xargs adds words that it reads, at the end or where a mark stands. */
export function withInput(words: readonly Word[], rest: readonly Word[]): readonly Word[] {
  const texts = words.slice(0, words.length - rest.length).map((word) => literal(word) ?? '');
  const marks = texts.map((text, at) => MARK.exec(text)?.[1] || (MARK.test(text) && texts[at + 1]));
  const marked = [...marks, '{}'].reduce<readonly Word[]>(
    (list, one) => (one ? replaced(list, one, [ANY]) : list),
    rest,
  );
  return [...marked, { pieces: [ANY], raw: '(what xargs reads)' }];
}

/** The mark follows, or it is the next word. */
const MARK = /^(?:-[A-Za-z0-9]*?[IJi]|--r[a-z]*=)(.*)$/s;
