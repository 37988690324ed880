import { lookUpAny } from '../look-up/any-program.ts';
import type { LookedUp, Use } from '../look-up/look-up.ts';
import { literal, plainCommand, plainWord, type Word } from '../text/command.ts';
import { mayBeOption } from '../text/outside.ts';
import { baseName, programOf } from '../text/program-name.ts';
import type { Part } from './analyse-shell.ts';
import { compilePattern, mayMatchText, surelyMatchesText } from './command-pattern.ts';
import { textForms } from './rule-texts.ts';

/** What a rule says of a command: that it is meant, that it may be, or that it is not. */
export type Meant = 'yes' | 'may' | 'no';

/** A rule that names options: its words, and how the rows of programs read them. */
export interface OptionRule {
  readonly words: readonly string[];
  readonly read: Map<string, LookedUp>;
}

/**
 * A rule that denies or asks and names options means the options, however they are written: bundled, apart, by
 * their long names, before or behind the operands. An option with a star in its name stays a plain pattern.
 */
export function optionRule(pattern: string): OptionRule | undefined {
  const words =
    pattern
      .trim()
      .replace(/:\*$/, ' *')
      .match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const plain = words.map((word) => word.replace(/(["'])(.*?)\1/g, '$2'));
  const options = plain.slice(1).filter((word) => /^-./.test(word) && word !== '--');
  const named = options.length > 0 && !options.some((word) => /^[^=]*\*/.test(word));
  return named ? { words: plain, read: new Map() } : undefined;
}

/** Whether a rule means a command by its options. */
export function meansOptions(rule: OptionRule, part: Part): Meant {
  const program = programOf(part.command);
  if (program === undefined || !isNamed(rule.words[0] ?? '', program)) return 'no';
  const { command, words } = part;
  const own = lookUpAny(words.length === command.words.length ? command : plainCommand(words));
  const meant = ruleFor(rule, own);
  const options = meant.uses.filter(({ is }) => is !== 'operand').map((use) => hasUse(use, own));
  if (options.includes('no')) return 'no';
  const operands = meansOperands(meant, rule, part, own);
  return operands === 'yes' && options.includes('may') ? 'may' : operands;
}

function isNamed(named: string, program: string): boolean {
  const name = baseName(named).toLowerCase();
  return name === program.toLowerCase() || (named.includes('*') && covers(named, program));
}

const covers = (pattern: string, text: string): boolean =>
  surelyMatchesText(compilePattern(pattern), [text]);

/** The rule as the command's own row reads it: a star in place of the program or a verb is the command's. */
function ruleFor({ words, read }: OptionRule, { path }: LookedUp): LookedUp {
  const key = path.join(' ');
  const known = read.get(key) ?? readFor(words, path);
  if (read.size >= MAX_READ) read.clear();
  read.set(key, known);
  return known;
}

const MAX_READ = 100;

function readFor([program = '', ...rest]: readonly string[], path: readonly string[]): LookedUp {
  // One that names no program means whatever the command is to do.
  if (program.includes('*')) return lookUpAny(plainCommand([...path, ...rest].map(plainWord)));
  let verb = 0;
  const words = rest.map((word) => {
    if (word.startsWith('-')) return word;
    verb += 1;
    return (word.includes('*') && path[verb]) || word;
  });
  return lookUpAny(plainCommand([path[0] ?? '', ...words].map(plainWord)));
}

/** Whether a command has an option that a rule names, with the value that it names. */
function hasUse(wanted: Use, { uses }: LookedUp): Meant {
  const same = uses.filter(({ is, name }) => is !== 'operand' && name === wanted.name);
  const value = literal(wanted.value);
  const found = same.map((one) => (value === undefined ? 'yes' : hasValue(value, one.value)));
  if (found.includes('yes')) return 'yes';
  return found.includes('may') || uses.some(isOpen) ? 'may' : 'no';
}

function hasValue(pattern: string, value: Word | undefined): Meant {
  if (value === undefined) return /^\**$/.test(pattern) ? 'yes' : 'no';
  const compiled = compilePattern(pattern);
  if (surelyMatchesText(compiled, value.pieces)) return 'yes';
  return mayMatchText(compiled, value.pieces) ? 'may' : 'no';
}

const isOpen = ({ open, value }: Use): boolean => open && value !== undefined && mayBeOption(value);

/** Whether the words that are no options fit those of the rule. One that ends with an option takes any. */
function meansOperands(meant: LookedUp, rule: OptionRule, part: Part, own: LookedUp): Meant {
  const wanted = operandsOf(meant).map((word) => literal(word) ?? '');
  const any = meant.uses.at(-1)?.is !== 'operand' && !meant.uses.some(({ is }) => is === 'operand');
  const verbs = meant.path.slice(1);
  const pattern = compilePattern(
    [baseName(rule.words[0] ?? ''), ...verbs, ...wanted, ...(any ? ['*'] : [])].join(' '),
  );
  const lent = part.command.words.slice(part.words.length);
  const forms = textForms(
    plainCommand([
      ...part.words.slice(0, 1),
      ...own.path.slice(1).map(plainWord),
      ...operandsOf(own),
      ...lent,
    ]),
  );
  if (forms.some(({ text, sure }) => sure && surelyMatchesText(pattern, text))) return 'yes';
  return forms.some(({ text }) => mayMatchText(pattern, text)) ? 'may' : 'no';
}

/** The operands, and all that is handed on with one of them. */
function operandsOf({ uses, words }: LookedUp): readonly Word[] {
  return uses.flatMap(({ is, does, at, value }) => {
    if (is !== 'operand' || value === undefined) return [];
    return /^(command|line|rest)$/.test(does) ? words.slice(at) : [value];
  });
}
