import { ANY, type Command, literal, type Unknown, type Word } from '../text/command.ts';
import { replaced } from './finders.ts';

/** xargs adds words that it reads, at the end or where a mark stands. */
export function withInput(
  words: readonly Word[],
  rest: readonly Word[],
  fed: Command | undefined,
): readonly Word[] {
  const read = printsNames(fed) ? NAMES : ANY;
  const texts = words.slice(0, words.length - rest.length).map((word) => literal(word) ?? '');
  const marks = texts.map((text, at) => MARK.exec(text)?.[1] || (MARK.test(text) && texts[at + 1]));
  const marked = [...marks, '{}'].reduce<readonly Word[]>(
    (list, one) => (one ? replaced(list, one, [read]) : list),
    rest,
  );
  return [...marked, { pieces: [read], raw: '(what xargs reads)' }];
}

/** Names of files are taken for such, and not for options. */
const NAMES: Unknown = { ...ANY, outside: true };

const MAX_FILTERS = 4;

/** Whether a command prints the names of files and nothing that the text says. */
function printsNames(command: Command | undefined, left = MAX_FILTERS): boolean {
  if (command === undefined || left === 0) return false;
  const [program = '', ...args] = command.words.map((word) => literal(word) ?? '?');
  if (/^(sort|uniq|head|tail)$/.test(program)) return printsNames(command.fed, left - 1);
  if (/^(find|fd|fdfind)$/.test(program))
    return !args.some((arg) => /printf|format|exec|^-x/i.test(arg));
  if (/^(grep|egrep|fgrep|rg|ag)$/.test(program)) return args.some((arg) => LISTS.test(arg));
  return (
    program === 'ls' ||
    (program === 'git' &&
      /^(ls-files|diff|grep)$/.test(args[0] ?? '') &&
      args.every((arg) => !/format/.test(arg)) &&
      (args[0] === 'ls-files' || args.some((arg) => LISTS.test(arg))))
  );
}

const LISTS = /^(-[A-Za-z]*[lL][A-Za-z]*|--files\S*|--name-only)$/;

/** The mark follows, or it is the next word. */
const MARK = /^(?:-[A-Za-z0-9]*?[IJi]|--r[a-z]*=)(.*)$/s;
