import { canBlock, EVENTS, isAboutTool, suggest } from '@wavehooks/hooks/vocabulary';
import type { EventRule, Peer } from '../peers/peer.ts';
import { type Entry, short } from '../peers/rules.ts';
import { convertMatcher } from './matcher.ts';
import { converted, imported, type Line, notCarried, type Spot } from './report.ts';

export const eventOf = (peer: Peer, name: string): EventRule =>
  (Object.hasOwn(peer.events, name) ? peer.events[name] : undefined) ?? {
    why: `not an event of ${peer.title} that is known here, and none of Wave`,
  };

/** Whether hooks of an event may be there to hold something; by what was meant, if its name is wrong. */
export function guardsIn(peer: Peer, name: string): boolean {
  const known = Object.hasOwn(peer.events, name) ? name : suggest(name, Object.keys(peer.events));
  const rule = known === undefined ? undefined : peer.events[known];
  return rule !== undefined && 'to' in rule && canBlock(rule.to);
}

/** What becomes of a group's matcher; `why`: its hooks cannot be taken over. */
export type MatcherFate =
  | { readonly to: string | undefined; readonly lines: readonly MatcherLine[] }
  | { readonly why: string };

type MatcherLine = { readonly piece?: string; readonly why: string };

export function matcherOf(peer: Peer, name: string, group: Entry): MatcherFate {
  const event = eventOf(peer, name);
  const raw = group['matcher'] ?? undefined;
  if (raw === undefined || 'why' in event) return { to: undefined, lines: [] };
  if (typeof raw !== 'string') return { why: `"matcher": expected a text, got ${short(raw)}` };
  if (!EVENTS[event.to].subject)
    return { to: undefined, lines: [{ why: `${event.to} has no tool that it could look at` }] };
  if (!peer.tools || !isAboutTool(event.to)) return { to: raw, lines: [] };
  const { matcher, lost } = convertMatcher(raw, peer.tools);
  if (matcher === undefined)
    return {
      why: `its matcher ${short(raw)}: ${[...new Set(lost.map(({ why }) => why))].join('; ')}`,
    };
  return { to: matcher, lines: lost };
}

export function groupLines(
  peer: Peer,
  spot: Spot,
  group: Entry,
  matcher: MatcherFate,
  isCarried: boolean,
): Line[] {
  return Object.entries(group)
    .filter(([field]) => field !== 'hooks')
    .flatMap(([field, value]) => {
      if (!isCarried) return [notCarried(spot, field, value, 'none of its hooks was carried over')];
      if (field === 'matcher') return matcherLines(spot, value, matcher);
      const rule = Object.hasOwn(peer.groupFields, field) ? peer.groupFields[field] : undefined;
      const fate = rule?.(value, group);
      if (fate?.is === 'converted') return [converted(spot, field, value, fate.to, fate.how)];
      const why =
        fate?.is === 'lost' ? fate.why : `not a field of ${peer.title} that is known here`;
      return [notCarried(spot, field, value, why)];
    });
}

function matcherLines(spot: Spot, value: unknown, matcher: MatcherFate): Line[] {
  if ('why' in matcher) return [];
  if (value === null) return [converted(spot, 'matcher', null, 'nothing', 'it matches all')];
  const ignored = matcher.lines.find(({ piece }) => piece === undefined)?.why;
  if (ignored !== undefined) return [notCarried(spot, 'matcher', value, ignored)];
  const lost = matcher.lines.map(({ piece, why }) =>
    notCarried(spot, `matcher: ${piece}`, null, why),
  );
  return matcher.to === value
    ? [imported(spot, 'matcher', value), ...lost]
    : [converted(spot, 'matcher', value, matcher.to ?? null, "our tools' names"), ...lost];
}
