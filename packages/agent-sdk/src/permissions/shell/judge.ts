import { type Analysis, analyseShell, type Part } from './analyse.ts';
import { compilePattern, coversText, mayMatchText, type Pattern } from './pattern.ts';

/** A rule about commands, as it is written and as it is matched. */
export interface CommandRule {
  readonly rule: string;
  readonly pattern: string;
}

/** The first rule that matches any command inside, or all of them where not everything can be known. */
export function anyCommandRule(rules: readonly CommandRule[], command: string): string | undefined {
  if (rules.length === 0) return undefined;
  const analysis = analyseShell(command);
  if (analysis.opaque) return rules[0]?.rule;
  return rules.find(({ pattern }) => formsOf(pattern).some((form) => matchesAny(form, analysis)))
    ?.rule;
}

/** A rule may name a program with its directory, and mean it without. */
const formsOf = (pattern: string): readonly Pattern[] =>
  [...new Set([pattern, pattern.replace(/^\s*[^\s*]*\//, '')])].map(compilePattern);

function matchesAny(pattern: Pattern, { parts, source }: Analysis): boolean {
  return (
    mayMatchText(pattern, [source.trim()]) ||
    parts.some(({ forms }) => forms.some((form) => mayMatchText(pattern, form)))
  );
}

/** The rules that together cover every command inside; undefined if one is left over. */
export function everyCommandRule(
  rules: readonly CommandRule[],
  command: string,
): string | undefined {
  const exact = rules.find(({ pattern }) => pattern.trim() === command.trim());
  if (exact !== undefined) return exact.rule;
  const { parts, opaque } = analyseShell(command);
  if (opaque) return undefined;
  const compiled = rules.map(({ rule, pattern }) => ({ rule, pattern: compilePattern(pattern) }));
  const found = parts.filter(({ must }) => must).map((part) => coveredBy(part, compiled));
  const names = [...new Set(found)].filter((rule) => rule !== NO_RULE_NEEDED);
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(', ');
}

const NO_RULE_NEEDED = '';

interface Compiled {
  readonly rule: string;
  readonly pattern: Pattern;
}

function coveredBy(
  { command, must, pure, text }: Part,
  rules: readonly Compiled[],
): string | undefined {
  if (!pure) return undefined;
  // A variable of the shell's own, or a stream that goes nowhere.
  if (must === 'be pure' || command.words.length === 0) return NO_RULE_NEEDED;
  return text && rules.find(({ pattern }) => coversText(pattern, text))?.rule;
}
