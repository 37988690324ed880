import type { EventName } from '@wavehooks/hooks';
import { deadValue } from '@wavehooks/hooks/entries';
import {
  compileMatcher,
  type Matcher,
  matches,
  specOf,
  suggest,
} from '@wavehooks/hooks/vocabulary';
import { deadMatcherOf } from '@wavehooks/settings';
import { matcherOf } from '../import/convert/group.ts';
import type { Peer } from '../import/peers/peer.ts';
import { short } from '../import/peers/rules.ts';
import { elsewhere, isGrave, type Note, never, word } from './judged.ts';
import { ruleNotes } from './rule-notes.ts';

/** What is wrong with a group's matcher. `name` is what the peer calls the event. */
export function matcherNotes(
  peer: Peer,
  name: string,
  event: EventName | undefined,
  raw: unknown,
): Note[] {
  if (raw === undefined || raw === null || raw === '' || raw === '*') return [];
  if (event && !specOf(event).subject)
    return [word(`"matcher": ${event} takes none, so it is ignored`, 'leave it out')];
  if (typeof raw !== 'string')
    return [never(`"matcher": expected a text, got ${short(raw)}`, 'write the name of a tool')];
  const rules = ruleNotes(peer, raw);
  if (rules.some(isGrave)) return rules;
  const matcher = compiled(peer, event, raw);
  if ('error' in matcher)
    return [never(`"matcher" ${short(raw)} is ${matcher.error}`, 'mend the pattern')];
  if (!event) return rules;
  const there = [...rules, ...valueNotes(peer, event, raw, matcher)];
  return there.some(isGrave) ? there : [...there, ...hereNotes(peer, name, event, raw, matcher)];
}

/** Some agents take every matcher for a pattern; in brackets a plain name is one for us as well. */
const compiled = (peer: Peer, event: EventName | undefined, raw: string) =>
  compileMatcher(
    event && isTool(event) && peer.tools && !peer.tools.exactLists ? `(?:${raw})` : raw,
  );

/** What never fires there. Of a list some names may be an older version's. */
function valueNotes(peer: Peer, event: EventName, raw: string, matcher: Matcher): Note[] {
  const known = valuesOf(peer, event);
  if (known.length === 0 || matcher.is === 'all') return [];
  if (matcher.is === 'pattern')
    return /mcp/.test(raw) || known.some((name) => matches(matcher, name))
      ? []
      : [
          never(
            `"matcher" ${short(raw)} fits none of ${event}'s values`,
            `they are ${known.join(', ')}`,
          ),
        ];
  const dead = [...matcher.names].filter(
    (name) => !known.includes(name) && !/^mcp__.+__/.test(name),
  );
  const make = dead.length === matcher.names.size ? never : word;
  return dead.flatMap((name) => deadNote(name, known, isTool(event) && !peer.tools, make));
}

/** Claude Code's tools come and go: there only a name that is nearly a known one is surely wrong. */
function deadNote(
  name: string,
  known: readonly string[],
  mayBeNew: boolean,
  make: (text: string, fix: string) => Note,
): Note[] {
  const text = `"matcher": nothing here is called "${name}"`;
  if (name.startsWith('mcp__'))
    return [make(text, `for every tool of the server write "${name.replace(/_+$/, '')}__.*"`)];
  const meant = suggest(name, known);
  if (meant) return [make(text, `did you mean "${meant}"? Names are case-sensitive`)];
  return [(mayBeNew ? word : make)(text, `known are ${known.join(', ')}`)];
}

/** What fires there and never here: the same that `list` says of a matcher. */
function hereNotes(
  peer: Peer,
  name: string,
  event: EventName,
  raw: string,
  matcher: Matcher,
): Note[] {
  const alone = `it fires in ${peer.title} alone`;
  const value = deadValue(event, matcher);
  if (value)
    return [elsewhere(value.elsewhere.length > 0 ? value.text : `in Wave ${value.text}`, alone)];
  if (isTool(event) && peer.tools) {
    const fate = matcherOf(peer, name, { matcher: raw });
    return 'why' in fate ? [elsewhere(fate.why, alone)] : [];
  }
  const { parts, whole, mayCome } = deadMatcherOf({ event, matcher: raw, state: 'active' });
  return (whole ? parts : []).map(({ text, fix }) =>
    elsewhere(`in Wave ${text}`, mayCome ? fix : alone),
  );
}

const isTool = (event: EventName): boolean => specOf(event).subject === 'tool_name';

/** All values that a matcher can look for there; none where they cannot be listed. */
function valuesOf(peer: Peer, event: EventName): readonly string[] {
  const { values, elsewhere: others = [] } = specOf(event);
  if (isTool(event)) return peer.toolNames;
  return values ? [...values, ...others, ...(peer.values?.[event] ?? [])] : [];
}
