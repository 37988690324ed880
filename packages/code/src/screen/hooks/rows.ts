import type { Agent } from 'wave-agent-sdk';
import { defaultLogDir, type Entry, type HookRow, type LogEntry, listChecked } from 'wave-hooks';
import { newest } from '../../hooks/log-read.ts';
import { type HookStats, statsOf } from '../../hooks/log-stats.ts';
import { whereOf } from '../../hooks/options.ts';

/** A hook of this session as /hooks shows it. */
export interface SessionHook {
  readonly row: HookRow;
  /** Undefined for one that is wrong in the settings. */
  readonly entry: Entry | undefined;
  readonly stats: HookStats | undefined;
  /** The last runs that the log knows, the newest first. */
  readonly last: readonly LogEntry[];
}

const LOOKED_AT = 2_000;
const LAST = 5;

/** The hooks in force with what the log knows of them. */
export function sessionHooks(agent: Agent): SessionHook[] {
  const rows = listChecked(agent.hooks, whereOf(agent));
  const logged = newest(defaultLogDir(), () => true, LOOKED_AT).lines.map(({ entry }) => entry);
  return rows.map((row) => {
    const runs = logged.filter(({ hook, event }) => hook === row.name && event === row.event);
    return {
      row,
      entry: agent.hooks.entries.find((entry) => isOf(entry, row)),
      stats: statsOf(runs)[0],
      last: runs.slice(-LAST).reverse(),
    };
  });
}

const isOf = (entry: Entry, row: HookRow) =>
  entry.source === row.source && entry.event === row.event && entry.label === row.name;
