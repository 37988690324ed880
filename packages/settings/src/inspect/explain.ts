import type { EventName } from '@wavehooks/hooks';
import {
  compileMatcher,
  type Held,
  isAboutTool,
  matches,
  names,
  specOf,
  suggest,
} from '@wavehooks/hooks/vocabulary';
import type { HookRow } from './list.ts';

/** Whether a hook fires for an event and a tool, and why not. */
export interface Explained extends HookRow {
  readonly fires: boolean;
  readonly because: string;
}

/**
 * Goes through every hook. Without a tool, only the event decides. `heldBy` says whether the rule of an
 * `if` holds, where a call is known.
 */
export const explainHooks = (
  rows: readonly HookRow[],
  event: EventName,
  tool: string | undefined,
  heldBy?: (rule: string) => Held,
): Explained[] => rows.map((row) => ({ ...row, ...explain(row, event, tool, heldBy) }));

function explain(
  row: HookRow,
  event: EventName,
  tool: string | undefined,
  heldBy: ((rule: string) => Held) | undefined,
) {
  const no = (because: string) => ({ fires: false, because });
  if (row.event !== event)
    return no(row.state === 'invalid' ? `invalid: ${row.why}` : `it is for ${row.event}`);
  if (row.state === 'changed')
    return no(`changed since approval: paused, and it blocks until you review it: ${row.why}`);
  if (row.state !== 'active' && row.state !== 'command not found')
    return no(`${row.state}: ${row.why}`);
  const miss =
    specOf(event).subject && tool !== undefined ? mismatch(row.matcher, tool, event) : undefined;
  if (miss) return no(miss);
  const held = row.if === undefined ? undefined : heldBy?.(row.if);
  if (held && !held.holds) return no(`its "if": ${row.if} ${held.why}`);
  return row.state === 'command not found'
    ? { fires: true, because: `it fires and fails: ${row.why}` }
    : {
        fires: true,
        because: [matchText(row.matcher, event, tool), ...terms(row, held)].join('; '),
      };
}

/** What else decides whether it runs, and whether somebody waits. */
const terms = ({ if: rule, once, async, scope }: HookRow, held: Held | undefined): string[] => [
  ...(rule === undefined ? [] : [`its "if": ${rule} ${held?.why ?? 'must hold for the call'}`]),
  ...(scope === undefined ? [] : [`only ${scope}`]),
  ...(once ? ['once a session'] : []),
  ...(async ? ['nobody waits for it'] : []),
];

function matchText(matcher: string, event: EventName, tool: string | undefined): string {
  if (!specOf(event).subject) return `every ${event}`;
  const what = nounFor(event);
  if (tool === undefined) return `for every ${what} that matches "${matcher}"`;
  return matcher === '*' ? `it matches every ${what}` : `"${matcher}" matches ${tool}`;
}

/** What a matcher looks at, in a word. */
const nounFor = (event: EventName): string =>
  isAboutTool(event) ? 'tool' : (specOf(event).subject ?? event);

function mismatch(text: string, tool: string, event: EventName): string | undefined {
  const matcher = compileMatcher(text);
  if ('error' in matcher) return `its matcher is ${matcher.error}`;
  if (specOf(event).onlyByName?.includes(tool) && !names(matcher, tool))
    return `${tool} reaches only hooks whose matcher names it`;
  if (matches(matcher, tool, specOf(event).subject)) return undefined;
  const near = matcher.is === 'names' ? suggest(tool, [...matcher.names]) : undefined;
  return `"${text}" does not match ${tool}${near === undefined ? '' : ` (${nearText(near, tool)})`}`;
}

const nearText = (near: string, tool: string): string =>
  near.toLowerCase() === tool.toLowerCase()
    ? `names are case-sensitive: "${near}"`
    : `is "${near}" misspelt?`;
