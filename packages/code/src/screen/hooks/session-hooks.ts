import type { Agent } from '@wavehooks/agent-sdk';
import type { Entry } from '@wavehooks/hooks';
import { type HookRow, listChecked } from '@wavehooks/settings';
import { defaultLogDir, type LogEntry } from '@wavehooks/settings/log';
import { newest } from '../../hooks/log/log-read.ts';
import { type HookStats, statsOf } from '../../hooks/log/log-stats.ts';
import { whereOf } from '../../hooks/settings/open-options.ts';

/** A hook of this session as /hooks shows it. */
export interface SessionHook {
  readonly row: HookRow;
  /** As the user knows it: one that is off for this session is not off in its file. */
  readonly state: HookState | typeof OFF;
  /** Undefined for one that is wrong in the settings. */
  readonly entry: Entry | undefined;
  readonly stats: HookStats | undefined;
  /** The last runs that the log knows, the newest first. */
  readonly last: readonly LogEntry[];
}

const LOOKED_AT = 2_000;
const LAST = 5;

export const OFF = 'off for this session';

type HookState = HookRow['state'];

/** What the user switched off in /hooks, by agent: the settings say nothing of it. */
const switchedOff = new WeakMap<Pick<Agent, 'hooks'>, Set<string>>();

/** How many hooks of an agent are off for this session. */
export const switchedOffIn = (agent: Pick<Agent, 'hooks'>): number =>
  agent.hooks.entries.filter((entry) => isOff(agent, entry)).length;

const isOff = (agent: Pick<Agent, 'hooks'>, entry: Entry): boolean =>
  !entry.enabled && (switchedOff.get(agent)?.has(keyOf(entry)) ?? false);

/** Only a hook that would run otherwise can be switched: an approval is not given by a switch. */
export const canSwitch = ({ row, entry }: SessionHook): boolean =>
  entry?.approved === true && (row.state === 'active' || row.state === 'disabled');

export function switchHook(agent: Agent, entry: Entry, on: boolean): void {
  const off = switchedOff.get(agent) ?? new Set();
  if (on) off.delete(keyOf(entry));
  else off.add(keyOf(entry));
  switchedOff.set(agent, off);
  agent.hooks.enable(entry, on);
}

const keyOf = ({ source, event, label }: Entry): string => JSON.stringify([source, event, label]);

/** The hooks in force with what the log knows of them. */
export function sessionHooks(agent: Agent): SessionHook[] {
  const rows = listChecked(agent.hooks, whereOf(agent));
  const logged = newest(defaultLogDir(), () => true, LOOKED_AT).lines.map(({ entry }) => entry);
  return rows.map((row) => {
    const runs = logged.filter(({ hook, event }) => hook === row.name && event === row.event);
    const entry = agent.hooks.entries.find((one) => isOf(one, row));
    const off = entry !== undefined && isOff(agent, entry);
    return {
      row: off ? { ...row, why: '' } : row,
      state: off ? OFF : row.state,
      entry,
      stats: statsOf(runs)[0],
      last: runs.slice(-LAST).reverse(),
    };
  });
}

const isOf = (entry: Entry, row: HookRow) =>
  entry.source === row.source && entry.event === row.event && entry.label === row.name;
