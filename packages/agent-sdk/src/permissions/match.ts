import {
  type CommandRule,
  compilePattern,
  coversText,
  everyCommandRule,
  type Held,
  ruleOver,
  type Unread,
} from 'wave-shell/rules';
import { type Resolve, resolvePath, resolverFor } from '../tools/paths.ts';
import type { Place, Tool } from '../tools/tool.ts';
import type { Unsure } from './decide.ts';
import { matchesFile, type Reading } from './file-pattern.ts';
import { type ParsedRule, parseRule } from './parse-rule.ts';
import { fileRuleOver } from './redirected.ts';
import { matchesResource } from './resource-pattern.ts';
import type { Rules } from './rule.ts';

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

export function matchRules(
  rules: Rules,
  tool: Tool,
  input: Input,
  place: Place,
  resolve: Resolve = resolverFor(place),
): Matched {
  const call = { tool, input: input as Record<string, unknown>, place, resolve };
  const deny = firstOf(rules.deny, call, 'wide');
  const ask = firstOf(rules.ask, call, 'wide');
  const allow = firstOf(rules.allow, call, 'strict');
  return {
    ...(allow === undefined ? {} : { allow: allow.rule }),
    ...(ask?.unread ? { mayAsk: unsure(ask.rule, ask.unread) } : ask && { ask: ask.rule }),
    ...(deny?.unread ? { mayDeny: unsure(deny.rule, deny.unread) } : deny && { deny: deny.rule }),
  };
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
  return (path) =>
    patterns.length > 0 &&
    patterns.some((pattern) =>
      matchesFile(pattern, resolvePath(place, path), place.projectDir, 'wide'),
    );
}

interface Call {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly place: Place;
  readonly resolve: Resolve;
}

/** What permits is read strictly, what denies or asks widely: a rule with a fault is then its whole tool. */
function firstOf(list: readonly string[], call: Call, reading: Reading): Held | undefined {
  const rules = list
    .map(parseRule)
    .filter((rule) =>
      isFor(rule.tool, call.tool.name)
        ? reading === 'wide' || !rule.fault
        : reading === 'wide' && guardsFiles(rule, call.tool),
    );
  const whole = rules.find(
    ({ pattern }) => pattern === undefined || isWhole(pattern, call, reading),
  );
  if (whole) return { rule: whole.rule };
  const held = byPattern(rules, call, reading);
  if (reading === 'strict' || call.tool.name !== 'Bash' || (held && !held.unread)) return held;
  const redirected = fileRuleOver(list.map(parseRule), subjectOf(call), call.place, call.resolve);
  return redirected && !(redirected.unread && held) ? redirected : held;
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
const isWhole = (pattern: string, { tool }: Call, reading: Reading): boolean =>
  pattern.trim() === '*' && (reading === 'wide' || tool.files === undefined);

function byPattern(rules: readonly ParsedRule[], call: Call, reading: Reading): Held | undefined {
  const { tool, input, place } = call;
  const patterned = rules.flatMap(({ rule, pattern }) =>
    pattern === undefined ? [] : [{ rule, pattern }],
  );
  if (tool.files !== undefined)
    return held(byFiles(patterned, tool.files(input, place), call, reading));
  if (tool.name === 'Bash')
    return reading === 'wide'
      ? ruleOver(patterned, subjectOf(call))
      : held(everyCommandRule(patterned, subjectOf(call)));
  const subject = tool.subject?.(input);
  if (subject === undefined) return undefined;
  const means = tool.name === 'ReadMcpResource' ? matchesResource : matchesText;
  return patterned.find(({ pattern }) => means(pattern, subject, reading));
}

const held = (rule: string | undefined): Held | undefined =>
  rule === undefined ? undefined : { rule };

const matchesText = (pattern: string, subject: string): boolean =>
  coversText(compilePattern(pattern), [subject]);

/** One file is enough to deny; to permit, one rule must mean them all. */
function byFiles(
  rules: readonly CommandRule[],
  files: readonly string[],
  { place, resolve }: Call,
  reading: Reading,
): string | undefined {
  const resolved = files.map(resolve);
  const means = ({ pattern }: CommandRule) => {
    const test = (file: (typeof resolved)[number]) =>
      matchesFile(pattern, file, place.projectDir, reading);
    return reading === 'wide' ? resolved.some(test) : resolved.length > 0 && resolved.every(test);
  };
  return rules.find(means)?.rule;
}
