import { type Entry, isEventName, type Problem } from 'wave-hooks';
import {
  compileMatcher,
  isAboutTool,
  type Matcher,
  MatcherTooSlow,
  matches,
  suggest,
  TOOL_NAMES,
} from 'wave-hooks/vocabulary';
import type { HookRow } from './list.ts';

/** A matcher, or one name of its list, that fits no tool. */
export interface Dead {
  readonly text: string;
  readonly fix: string;
}

export interface DeadMatcher {
  readonly parts: readonly Dead[];
  /** Nothing is left of it: its hooks never run. */
  readonly whole: boolean;
}

const ALIVE: DeadMatcher = { parts: [], whole: false };

/** What of a hook's matcher fits no tool; where the values are listed, checking the settings tells. */
export function deadMatcherOf(
  { event, matcher, state }: Pick<HookRow, 'event' | 'matcher' | 'state'>,
  tools: readonly string[] = TOOL_NAMES,
): DeadMatcher {
  const compiled = compileMatcher(matcher);
  const off = state === 'invalid' || state === 'disabled';
  if (off || 'error' in compiled || !isEventName(event)) return ALIVE;
  return isAboutTool(event) ? deadIn(compiled, tools) : ALIVE;
}

/** Hooks that a session has and that no tool reaches, for a host to tell once. */
export const deadMatchers = (
  entries: readonly Entry[],
  tools: readonly string[] = TOOL_NAMES,
): Problem[] =>
  entries
    .filter(({ event, enabled }) => enabled && isAboutTool(event))
    .flatMap(({ matcher, source, label }) =>
      wholly(deadIn(matcher, tools)).map(({ text, fix }) => ({
        level: 'warning',
        source,
        hook: label,
        text: `hook "${label}": ${text}; ${fix}`,
      })),
    );

/** Hooks from elsewhere name tools that we do not have beside ones that we do. */
const wholly = ({ parts, whole }: DeadMatcher) => (whole ? parts : []);

function deadIn(matcher: Matcher, tools: readonly string[]): DeadMatcher {
  switch (matcher.is) {
    case 'all':
      return ALIVE;
    case 'pattern':
      return isAlive(matcher, tools) ? ALIVE : { parts: [deadPattern(matcher)], whole: true };
    case 'names': {
      const parts = [...matcher.names].flatMap((name) => deadName(name, tools) ?? []);
      return { parts, whole: parts.length === matcher.names.size };
    }
  }
}

/** Which tools servers will bring nobody knows. */
const isAlive = (matcher: Matcher & { is: 'pattern' }, tools: readonly string[]) =>
  /mcp/.test(matcher.pattern.source) || tools.some((tool) => fits(matcher, tool));

/** A runaway pattern is reported where it runs. */
function fits(matcher: Matcher, tool: string): boolean {
  try {
    return matches(matcher, tool);
  } catch (error) {
    if (error instanceof MatcherTooSlow) return true;
    throw error;
  }
}

const deadPattern = ({ pattern }: { pattern: RegExp }): Dead =>
  dead(`the matcher "${pattern.source}" fits no tool`, 'check the name of the tool');

function deadName(name: string, tools: readonly string[]): Dead | undefined {
  const own: Matcher = { is: 'names', names: new Set([name]) };
  if (tools.some((tool) => matches(own, tool)) || /^mcp__.+__./.test(name)) return undefined;
  const text = `no tool is called "${name}"`;
  if (name.startsWith('mcp__'))
    return dead(text, `for every tool of the server write "${name.replace(/_+$/, '')}__.*"`);
  const meant = suggest(name, [...tools]);
  return dead(
    text,
    meant ? `did you mean "${meant}"? Names are case-sensitive` : 'check the name of the tool',
  );
}

const dead = (text: string, fix: string): Dead => ({
  text: `${text}, so it never fires there`,
  fix,
});
