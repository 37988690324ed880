import { type Entry, type EventName, isEventName, type Problem } from '@wavehooks/hooks';
import {
  AGENT_TYPE_NAMES,
  compileMatcher,
  type Matcher,
  matches,
  specOf,
  suggest,
  TOOL_NAMES,
} from '@wavehooks/hooks/vocabulary';
import type { HookRow } from './list.ts';

/** A matcher, or one name of its list, that fits nothing there is. */
interface Dead {
  readonly text: string;
  readonly fix: string;
}

export interface DeadMatcher {
  readonly parts: readonly Dead[];
  /** Nothing is left of it: its hooks never run. */
  readonly whole: boolean;
  /** Whether a program may still bring what it names. */
  readonly mayCome?: true;
}

const ALIVE: DeadMatcher = { parts: [], whole: false };

/** What a host knows of the things that matchers name; what is always there without it. */
export interface Known {
  readonly tools?: readonly string[];
  readonly agents?: readonly string[];
}

/** What of a hook's matcher fits nothing; where the values are listed, checking the settings tells. */
export function deadMatcherOf(
  { event, matcher, state }: Pick<HookRow, 'event' | 'matcher' | 'state'>,
  known: Known = {},
): DeadMatcher {
  const compiled = compileMatcher(matcher);
  const off = state === 'invalid' || state === 'disabled';
  if (off || 'error' in compiled || !isEventName(event)) return ALIVE;
  return deadIn(compiled, thingOf(event, known));
}

/** Hooks that a session has and that nothing reaches, for a host to tell once. */
export const deadMatchers = (entries: readonly Entry[], known: Known = {}): Problem[] =>
  entries
    .filter(({ enabled }) => enabled)
    .flatMap(({ event, matcher, source, label }) =>
      wholly(deadIn(matcher, thingOf(event, known))).map(({ text, fix }) => ({
        level: 'warning',
        source,
        hook: label,
        text: `hook "${label}": ${text}; ${fix}`,
      })),
    );

/** Hooks from elsewhere name things that we do not have beside ones that we do. */
const wholly = ({ parts, whole }: DeadMatcher) => (whole ? parts : []);

/** What a matcher is meant for. */
interface Thing {
  readonly field: string;
  readonly noun: string;
  readonly names: readonly string[];
  /** Names of it that nobody can know before they are there. */
  readonly open: { readonly name: RegExp; readonly pattern: RegExp };
  readonly fix: string;
  readonly mayCome?: true;
}

const NOTHING = /(?!)/;

/** undefined where nobody can say which names there are. */
function thingOf(event: EventName, known: Known): Thing | undefined {
  const field = specOf(event).subject;
  if (field === 'tool_name')
    return {
      ...{ field, noun: 'tool', names: known.tools ?? TOOL_NAMES },
      // Which tools servers will bring nobody knows.
      open: { name: /^mcp__.+__./, pattern: /mcp/ },
      fix: 'check the name of the tool',
    };
  if (field !== 'agent_type') return undefined;
  const names = known.agents ?? AGENT_TYPE_NAMES;
  return {
    ...{ field, noun: 'agent type', names, open: { name: NOTHING, pattern: NOTHING } },
    fix: `there are ${names.join(', ')}, and those that a program adds in code`,
    mayCome: true,
  };
}

function deadIn(matcher: Matcher, thing: Thing | undefined): DeadMatcher {
  if (!thing || matcher.is === 'all') return ALIVE;
  const more = thing.mayCome ? { mayCome: true as const } : {};
  if (matcher.is === 'pattern')
    return isAlive(matcher, thing)
      ? ALIVE
      : { parts: [deadPattern(matcher, thing)], whole: true, ...more };
  const parts = [...matcher.names].flatMap((name) => deadName(name, thing) ?? []);
  return { parts, whole: parts.length === matcher.names.size, ...more };
}

const isAlive = (matcher: Matcher & { is: 'pattern' }, thing: Thing) =>
  thing.open.pattern.test(matcher.pattern.source) ||
  thing.names.some((name) => matches(matcher, name, thing.field));

const deadPattern = ({ pattern }: { pattern: RegExp }, { noun, fix }: Thing): Dead =>
  dead(`the matcher "${pattern.source}" fits no ${noun}`, fix);

function deadName(name: string, { field, noun, names, open, fix }: Thing): Dead | undefined {
  const own: Matcher = { is: 'names', names: new Set([name]) };
  if (names.some((one) => matches(own, one, field)) || open.name.test(name)) return undefined;
  const text = `no ${noun} is called "${name}"`;
  if (field === 'tool_name' && name.startsWith('mcp__'))
    return dead(text, `for every tool of the server write "${name.replace(/_+$/, '')}__.*"`);
  const meant = suggest(name, [...names]);
  return dead(text, meant ? `did you mean "${meant}"? Names are case-sensitive` : fix);
}

const dead = (text: string, fix: string): Dead => ({
  text: `${text}, so it never fires there`,
  fix,
});
