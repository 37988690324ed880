import type { EventName } from 'wave-hooks';
import { compileMatcher, matches, specOf, suggest } from 'wave-hooks/vocabulary';
import type { Peer } from '../import/peers/peer.ts';
import { short } from '../import/peers/rules.ts';
import { type Note, never, word } from './judged.ts';

/** `Bash(git *)`: what permissions are written in. */
const RULE = /^\s*[A-Za-z]\w*\(.*\)\s*$/s;

/** What is wrong with a group's matcher. */
export function matcherNotes(peer: Peer, event: EventName | undefined, raw: unknown): Note[] {
  if (raw === undefined || raw === null || raw === '' || raw === '*') return [];
  if (event && !specOf(event).subject)
    return [word(`"matcher": ${event} takes none, so it is ignored`, 'leave it out')];
  if (typeof raw !== 'string')
    return [never(`"matcher": expected a text, got ${short(raw)}`, 'write the name of a tool')];
  if (RULE.test(raw) && !/[|\\^$]/.test(raw)) return [ruleNote(raw)];
  const matcher = compileMatcher(raw);
  if ('error' in matcher)
    return [never(`"matcher" ${short(raw)} is ${matcher.error}`, 'mend the pattern')];
  return event ? valueNotes(peer, event, raw) : [];
}

function ruleNote(raw: string): Note {
  const tool = raw.trim().replace(/\(.*$/s, '');
  return never(
    `"matcher" ${short(raw)} is a permission rule: a matcher sees only the tool's name`,
    `write "matcher": "${tool}", and "if": ${JSON.stringify(raw.trim())} in the hook`,
  );
}

/** Of a list some names may be an older version's; a matcher of which nothing is left never fires. */
function valueNotes(peer: Peer, event: EventName, raw: string): Note[] {
  const known = valuesOf(peer, event);
  const matcher = compileMatcher(raw);
  if (known.length === 0 || 'error' in matcher || matcher.is === 'all') return [];
  if (matcher.is === 'pattern')
    return /mcp/.test(raw) || known.some((name) => fits(matcher, name))
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

const isTool = (event: EventName): boolean => specOf(event).subject === 'tool_name';

/** All values that a matcher can look for; none where they cannot be listed. */
function valuesOf(peer: Peer, event: EventName): readonly string[] {
  return isTool(event) ? peer.toolNames : (specOf(event).values ?? []);
}

function fits(matcher: Parameters<typeof matches>[0], name: string): boolean {
  try {
    return matches(matcher, name);
  } catch {
    return true;
  }
}
