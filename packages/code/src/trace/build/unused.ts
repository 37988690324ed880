import { isEventName } from '@wavehooks/hooks';
import { isAboutTool, specOf } from '@wavehooks/hooks/vocabulary';
import { explainHooks, type HookRow } from '@wavehooks/settings';
import type { InventoryRecord } from '@wavehooks/settings/log';
import type { HookRun, Unused } from './trace.ts';

export interface Happened {
  readonly runs: readonly HookRun[];
  /** The tools that were called. */
  readonly tools: readonly string[];
  /** The hooks that the session began with; undefined where the log does not say. */
  readonly inventory: InventoryRecord | undefined;
}

/** Hooks that are set up today and did not run, each with why. */
export const unusedOf = (rows: readonly HookRow[], happened: Happened): readonly Unused[] =>
  rows
    .filter((row) => !happened.runs.some((run) => isSame(row, run)))
    .map((row) => ({
      hook: row.name,
      event: row.event,
      source: row.source,
      why: whyNot(row, happened),
    }));

const isSame = (
  row: HookRow,
  other: { readonly hook: string; readonly event: string; readonly source: string },
): boolean => row.name === other.hook && row.event === other.event && row.source === other.source;

function whyNot(row: HookRow, { inventory, tools }: Happened): string {
  const { event, state, why, matcher, if: rule } = row;
  if (state !== 'active' && state !== 'command not found') return `${state}: ${why}`;
  if (inventory && !inventory.hooks.some((one) => isSame(row, one)))
    return 'it was not set up like this when the session began';
  if (!isEventName(event) || !specOf(event).subject) return `there was no ${event}`;
  if (!isAboutTool(event))
    return matcher === '*' ? `there was no ${event}` : `no ${event} matched "${matcher}"`;
  if (tools.length === 0) return 'no tool was called';
  const fits = tools.filter((tool) => explainHooks([row], event, tool)[0]?.fires);
  if (fits.length === 0)
    return `"${matcher}" matches none of the tools called: ${tools.join(', ')}`;
  const called = `${fits.join(', ')} ${fits.length === 1 ? 'was' : 'were'} called`;
  return rule === undefined
    ? `${called}, but there was no ${event}`
    : `${called}, but its "if" (${rule}) held for no call`;
}
