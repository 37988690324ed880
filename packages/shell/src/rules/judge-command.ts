import { literal } from '../text/command.ts';
import { onceFor } from '../text/once-for.ts';
import { programOf } from '../text/program-name.ts';
import type { Unread } from '../text/unread.ts';
import { shortened, writtenAs } from '../text/written-as.ts';
import { type Analysis, analyseShell, type Part } from './analyse-shell.ts';
import {
  compilePattern,
  coversText,
  mayMatchText,
  type Pattern,
  surelyMatchesText,
} from './command-pattern.ts';
import { meansOptions, type OptionRule, optionRule } from './option-rule.ts';

/** A rule about commands, as it is written and as it is matched. */
export interface CommandRule {
  readonly rule: string;
  readonly pattern: string;
}

/** A rule that holds for a command, or might: then with what cannot be read. */
export interface Held {
  readonly rule: string;
  readonly unread?: Unread;
}

/**
 * The first rule that matches any command inside. If none does, the first that might, by what is not
 * known of the command.
 */
export function ruleOver(rules: readonly CommandRule[], command: string): Held | undefined {
  if (rules.length === 0) return undefined;
  const analysis = analyseShell(command);
  const compiled = compiledRules(rules);
  const sure = compiled.find((one) => means(one, analysis));
  if (sure !== undefined) return { rule: sure.rule };
  for (const one of compiled) {
    const part = analysis.parts.find((each) => mayMean(one, each));
    if (part !== undefined) return { rule: one.rule, unread: unreadIn(part, analysis) };
  }
  const [unread] = analysis.unread;
  return unread && rules[0] && { rule: rules[0].rule, unread };
}

/** They print, test or set something of the shell's own: a rule that names no program does not mean them. */
const INERT: ReadonlySet<string | undefined> = new Set(
  ': [ basename cd declare dirname echo exit export expr false local printf pwd readonly return set shift test true typeset unset'.split(
    ' ',
  ),
);

interface CompiledRule extends CommandRule {
  readonly patterns: readonly Pattern[];
  readonly options: OptionRule | undefined;
  /** As it is written, for what permits. */
  readonly exact: Pattern;
  /** It names no program. */
  readonly nameless: boolean;
}

/** A list is compiled once: every command meets the same few. */
const compiledRules = onceFor((rules: readonly CommandRule[]): readonly CompiledRule[] =>
  rules.map(({ rule, pattern }) => ({
    rule,
    pattern,
    patterns: formsOf(pattern),
    options: optionRule(pattern),
    exact: compilePattern(pattern),
    nameless: pattern.trimStart().startsWith('*'),
  })),
);

/** A rule may name a program with its directory, and mean it without. */
const formsOf = (pattern: string): readonly Pattern[] =>
  [...new Set([pattern, pattern.replace(/^\s*[^\s*]*\//, '')])].map(compilePattern);

function means({ patterns, options }: CompiledRule, { parts, source }: Analysis): boolean {
  const whole = [source.trim()];
  for (const pattern of patterns) {
    if (surelyMatchesText(pattern, whole)) return true;
    for (const { forms, must } of parts)
      if (must !== undefined)
        for (const { text, sure } of forms)
          if (sure && surelyMatchesText(pattern, text)) return true;
  }
  return (
    options !== undefined &&
    parts.some((part) => part.must !== undefined && meansOptions(options, part) === 'yes')
  );
}

/** The same by what is not known of a command. */
function mayMean({ patterns, options, nameless }: CompiledRule, part: Part): boolean {
  if (nameless && INERT.has(programOf(part.command))) return false;
  for (const { text } of part.forms)
    for (const pattern of patterns) if (mayMatchText(pattern, text)) return true;
  return options !== undefined && meansOptions(options, part) !== 'no';
}

/** What keeps a command that a rule might match from being read. */
function unreadIn({ command, must }: Part, { unread }: Analysis): Unread {
  const word = command.words.find((one) => literal(one) === undefined);
  if (word === undefined) return { part: writtenAs(command), why: MAYBE_RUN };
  const own = unread.find(({ part }) => part === shortened(word.raw));
  return own ?? { part: shortened(word.raw), why: must === undefined ? MAYBE_RUN : UNKNOWN };
}

const MAYBE_RUN = 'it may be a command that is run';
const UNKNOWN = 'what it stands for shows only when it runs';

/** The rules that together cover every command inside; undefined if one is left over. */
export function everyCommandRule(
  rules: readonly CommandRule[],
  command: string,
): string | undefined {
  const exact = rules.find(({ pattern }) => pattern.trim() === command.trim());
  if (exact !== undefined) return exact.rule;
  const analysis = analyseShell(command);
  if (analysis.unread.some(({ inline }) => !inline)) return undefined;
  const compiled = compiledRules(rules);
  const isFree = hasOnlyTexts(analysis) ? printsText : () => false;
  const found = analysis.parts
    .filter((part) => part.must && !isFree(part))
    .map((part) => coveredBy(part, compiled));
  const names = [...new Set(found)].filter((rule) => rule !== NO_RULE_NEEDED);
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(', ');
}

/** The commands that a rule covers by themselves, each with its rule. */
export function rulesByPart(
  rules: readonly CommandRule[],
  { parts }: Analysis,
): ReadonlyMap<Part, string> {
  const compiled = compiledRules(rules);
  const found = parts
    .filter(({ must }) => must === 'match')
    .map((part) => [part, coveredBy(part, compiled)] as const);
  return new Map(found.flatMap(([part, rule]) => (rule ? [[part, rule]] : [])));
}

/** A word of several lines, as models write the message of a commit: `"$(cat <<'EOF' ... EOF)"`. */
const TEXT = /\$\(\s*cat <<-? *(['"]?)(\w+)\1\n(?:[^\n]*\n)*?\t*\2\n\s*\)/g;

/** Whether all here-documents of a command are such words: none is the input of a program. */
function hasOnlyTexts({ source, parts, functions }: Analysis): boolean {
  const count = source.match(TEXT)?.length ?? 0;
  if (count === 0 || functions.size > 0 || source.replace(TEXT, '').includes('<<')) return false;
  return parts.filter(printsText).length === count;
}

const printsText = ({ command: { words, assigns, redirects } }: Part): boolean =>
  words.length === 1 &&
  literal(words[0]) === 'cat' &&
  assigns.length === 0 &&
  redirects.length === 1 &&
  /^<<-?$/.test(redirects[0]?.op ?? '');

const NO_RULE_NEEDED = '';

function coveredBy(
  { command, must, pure, text }: Part,
  rules: readonly CompiledRule[],
): string | undefined {
  if (!pure) return undefined;
  // A variable of the shell's own, or a stream that goes nowhere.
  if (must === 'be pure' || command.words.length === 0) return NO_RULE_NEEDED;
  return text && rules.find(({ exact }) => coversText(exact, text))?.rule;
}
