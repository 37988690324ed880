import { fitsDomain } from '@wavehooks/hooks/vocabulary';
import {
  type CommandRule,
  compilePattern,
  coversText,
  everyCommandRule,
  type Held,
  ruleOver,
  type Unread,
} from '@wavehooks/shell/rules';
import { type Resolve, type Resolved, resolvePath, resolverFor } from '../../files/paths.ts';
import type { Place, Tool } from '../../vocabulary/tool.ts';
import { fileMatcher, matchesFile, type Reading } from './file-pattern.ts';
import { fileRuleOver } from './file-rule.ts';
import { type ParsedRule, parseRule } from './parse-rule.ts';
import { matchesResource } from './resource-pattern.ts';
import type { Rules } from './rule.ts';
import { type RuleList, ruleList } from './rule-list.ts';

type Input = Readonly<Record<string, unknown>>;

/** The rule of each list that matches a call, as it is written. */
export interface Matched {
  readonly allow?: string;
  readonly ask?: string;
  readonly deny?: string;
  /** Rules that might match what of a command cannot be read; only where none of their list does. */
  readonly mayAsk?: Unsure;
  readonly mayDeny?: Unsure;
}

/** A rule that might match, for all that is known. */
export interface Unsure {
  readonly rule: string;
  /** What cannot be read, and why. */
  readonly what: string;
}

/** Which tools a rule's name stands for beyond the one of that name. */
const COVERS: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['Edit', ['Write']],
  ['Read', ['Glob', 'Grep']],
]);

/** Our own tools with files, for which rules go by name; of a host's only its effect is known. */
const OURS: ReadonlySet<string | undefined> = new Set([...COVERS].flat(2));

/** The effects of a host's tools that a rule for files of this name denies or asks for. */
const GUARDS: ReadonlyMap<string | undefined, readonly Tool['effect'][]> = new Map([
  ['Edit', ['edit', 'run']],
  ['Read', ['read', 'edit', 'run', 'none']],
]);

export const matchRules = (rules: Rules, tool: Tool, input: Input, place: Place): Matched =>
  matcherFor({ tool, input: input as Record<string, unknown>, place, resolve: resolverFor(place) })(
    rules,
  );

/** Matches rules with one call. A list that is the same as before is not gone through again. */
export function matcherFor(call: Call): (rules: Rules) => Matched {
  const [denies, asks, allows] = [held('wide'), held('wide'), held('strict')];
  return (rules) => {
    const [deny, ask, allow] = [denies(rules.deny), asks(rules.ask), allows(rules.allow)];
    return {
      ...(allow === undefined ? {} : { allow: allow.rule }),
      ...(ask?.unread ? { mayAsk: unsure(ask.rule, ask.unread) } : ask && { ask: ask.rule }),
      ...(deny?.unread ? { mayDeny: unsure(deny.rule, deny.unread) } : deny && { deny: deny.rule }),
    };
  };
  function held(reading: Reading): (list: readonly string[]) => Held | undefined {
    let last: { readonly list: RuleList; readonly found: Held | undefined } | undefined;
    return (written) => {
      const list = ruleList(written);
      if (last?.list !== list) last = { list, found: firstOf(list, call, reading) };
      return last.found;
    };
  }
}

const unsure = (rule: string, { part, why }: Unread): Unsure => ({
  rule,
  what: `\`${part}\` does (${why})`,
});

/** Whether a deny rule keeps a file from being read: Glob and Grep leave it out. */
export function hiddenBy(rules: Rules, place: Place): (path: string) => boolean {
  const patterns = rules.deny
    .map(parseRule)
    .flatMap(({ tool, pattern }) => (tool === 'Read' && pattern !== undefined ? [pattern] : []));
  const means = fileMatcher(patterns, place.projectDir, 'wide');
  return (path) => patterns.length > 0 && means(resolvePath(place, path));
}

interface Call {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly place: Place;
  readonly resolve: Resolve;
  /** The files that it names, where somebody has looked already. */
  readonly files?: readonly Resolved[];
}

/** What permits is read strictly, what denies or asks widely: a rule with a fault is then its whole tool. */
function firstOf(list: RuleList, call: Call, reading: Reading): Held | undefined {
  const { whole, patterned } = rulesFor(list, call.tool, reading);
  if (whole !== undefined) return { rule: whole };
  const held = byPattern(patterned, call, reading);
  if (reading === 'strict' || call.tool.name !== 'Bash' || (held && !held.unread)) return held;
  const named = fileRuleOver(list.rules, subjectOf(call), call.place, call.resolve);
  return named && !(named.unread && held) ? named : held;
}

/** The rules of a list that may hold for a tool. */
interface RulesFor {
  /** One that holds for all that the tool does. */
  readonly whole: string | undefined;
  readonly patterned: readonly CommandRule[];
}

function rulesFor(list: RuleList, tool: Tool, reading: Reading): RulesFor {
  const { name, effect, files } = tool;
  return list.made([reading, name, effect, files !== undefined].join(' '), (all) => {
    const rules = all.filter((rule) =>
      isFor(rule.tool, name)
        ? reading === 'wide' || !rule.fault
        : reading === 'wide' && guardsFiles(rule, tool),
    );
    const whole = rules.find(
      ({ pattern }) => pattern === undefined || isWhole(pattern, tool, reading),
    );
    const patterned = rules.flatMap(({ rule, pattern }) =>
      pattern === undefined ? [] : [{ rule, pattern }],
    );
    return { whole: whole?.rule, patterned };
  });
}

const subjectOf = ({ tool, input }: Call): string => tool.subject?.(input) ?? '';

function isFor(named: string | undefined, name: string): boolean {
  if (named === undefined || named === name) return true;
  if (!named.startsWith('mcp__')) return COVERS.get(named)?.includes(name) ?? false;
  return name.startsWith(`${named}__`) || coversText(compilePattern(named), [name]);
}

/**
 * Whether a rule for files holds for a host's tool that names some. What permits does not: it goes by name
 * alone. A pattern with a fault is one, too; a bare name means tools, not files.
 */
const guardsFiles = ({ rule, tool: named }: ParsedRule, { name, files, effect }: Tool): boolean =>
  rule.includes('(') &&
  files !== undefined &&
  !OURS.has(name) &&
  GUARDS.get(named)?.includes(effect) === true;

/** `*` is everything, but for a permission to files, which ends at the project's border. */
const isWhole = (pattern: string, { files }: Tool, reading: Reading): boolean =>
  pattern.trim() === '*' && (reading === 'wide' || files === undefined);

function byPattern(
  patterned: readonly CommandRule[],
  call: Call,
  reading: Reading,
): Held | undefined {
  const { tool, input, place } = call;
  if (tool.files !== undefined) {
    const files = call.files ?? tool.files(input, place).map(call.resolve);
    return asHeld(byFiles(patterned, files, call, reading));
  }
  if (tool.name === 'Bash')
    return reading === 'wide'
      ? ruleOver(patterned, subjectOf(call))
      : asHeld(everyCommandRule(patterned, subjectOf(call)));
  const subject = tool.subject?.(input);
  if (subject === undefined) return undefined;
  const means = MEANS[tool.name] ?? matchesText;
  return patterned.find(({ pattern }) => means(pattern, subject, reading));
}

/** How patterns of tools that name neither files nor commands are read; others as a text with `*`. */
const MEANS: Readonly<
  Record<string, (pattern: string, subject: string, reading: Reading) => boolean>
> = { ReadMcpResource: matchesResource, WebFetch: fitsDomain };

const asHeld = (rule: string | undefined): Held | undefined =>
  rule === undefined ? undefined : { rule };

const matchesText = (pattern: string, subject: string): boolean =>
  coversText(compilePattern(pattern), [subject]);

/** One file is enough to deny; to permit, one rule must mean them all. */
function byFiles(
  rules: readonly CommandRule[],
  files: readonly Resolved[],
  { place }: Call,
  reading: Reading,
): string | undefined {
  const means = ({ pattern }: CommandRule) => {
    const test = (file: Resolved) => matchesFile(pattern, file, place.projectDir, reading);
    return reading === 'wide' ? files.some(test) : files.length > 0 && files.every(test);
  };
  return rules.find(means)?.rule;
}
