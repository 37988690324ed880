import { homedir } from 'node:os';
import { TARGETS } from '@wavehooks/hook-kit';
import { isEventName } from '@wavehooks/hooks';
import { projectDirOf, readSettingsText } from '@wavehooks/settings';
import { AGENT_NAMES, AGENTS, type AgentName, type Where } from './agents.ts';
import { entriesFor, installedIn } from './entries.ts';
import { runsAt } from './entry-command.ts';
import { unreadBy } from './unread.ts';

const LEVELS = ['user', 'project'] as const;

/** What entries may have been installed with. */
const OPTIONS = [[], ['--permissions']] as const;

/** An agent whose settings run this guard. */
export interface Guarded {
  readonly agent: AgentName;
  readonly level: Where['level'];
  readonly file: string;
  /** Its names of the events that have an entry, and of those that lack one. */
  readonly events: readonly string[];
  readonly missing: readonly string[];
  /** Those whose entry is not what this Wave would install. */
  readonly differing: readonly string[];
  /** Why the agent runs none of them: it does not read the file, or hooks are switched off there. */
  readonly unread?: string;
}

/** The agents that are guarded here. Throws for settings that cannot be read. */
export const guardedAgents = (cwd: string): Guarded[] =>
  AGENT_NAMES.flatMap((agent) => LEVELS.flatMap((level) => guarded(agent, level, cwd)));

function guarded(agent: AgentName, level: Where['level'], cwd: string): Guarded[] {
  const where = { level, home: homedir(), project: projectDirOf(cwd), env: process.env };
  const file = AGENTS[agent].file(where);
  const text = readSettingsText(file) ?? '';
  const installed = installedIn(agent, file, text);
  const events = installed.map(({ event }) => event);
  if (events.length === 0) return [];
  const ours = OPTIONS.flatMap((options) => entriesFor(agent, runsAt(level), options));
  const known = new Set(ours.map((one) => JSON.stringify(one)));
  const differing = installed.filter((one) => !known.has(JSON.stringify(one)));
  const wanted = Object.entries(TARGETS[agent].events)
    .filter(([event]) => isEventName(event))
    .map(([, there]) => there);
  const unread = unreadBy(agent, file, text);
  return [
    {
      ...{ agent, level, file, events },
      ...(unread === undefined ? {} : { unread }),
      missing: wanted.filter((one) => !events.includes(one)),
      differing: differing.map(({ event }) => event),
    },
  ];
}
