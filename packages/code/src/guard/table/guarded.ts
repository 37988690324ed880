import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Where } from '@wavehooks/hook-kit';
import { isEventName } from '@wavehooks/hooks';
import { projectDirOf, readSettingsText, SettingsError } from '@wavehooks/settings';
import { type LastAsked, lastAsked } from '../notes/last-asked.ts';
import { AGENT_NAMES, AGENTS, type AgentName } from './agents.ts';
import { entriesFor, installedIn, withEntries } from './entries.ts';
import { runsAt, SCRIPT } from './entry-command.ts';
import { hasScript } from './project-script.ts';
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
  /** Those whose entry is not what this Wave would install, and the project's script if it is not. */
  readonly differing: readonly string[];
  /** Whether an agent that is started in this directory asks the guard. */
  readonly state: 'guarded' | 'waits for you' | 'not guarded';
  /** What is in the way, or what there is to do. */
  readonly why?: string;
  readonly lastAsked?: Pick<LastAsked, 'at' | 'failure'>;
}

/** The agents that have entries here. Throws for settings that cannot be read. */
export const guardedAgents = (cwd: string): Guarded[] =>
  AGENT_NAMES.flatMap((agent) => LEVELS.flatMap((level) => guarded(agent, level, cwd)));

function guarded(agent: AgentName, level: Where['level'], cwd: string): Guarded[] {
  const project = projectDirOf(cwd);
  const { file, installed, text } = entriesAt(agent, level, project);
  const events = installed.map(({ event }) => event);
  if (events.length === 0) return [];
  const ours = OPTIONS.flatMap((options) => entriesFor(agent, runsAt(level), options));
  const known = new Set(ours.map((one) => JSON.stringify(one)));
  const differing = installed.filter((one) => !known.has(JSON.stringify(one)));
  const wanted = Object.entries(AGENTS[agent].events)
    .filter(([event]) => isEventName(event))
    .map(([, there]) => there);
  const asked = askedThrough(agent, level, project);
  const script = level === 'user' || hasScript(project) ? [] : [SCRIPT];
  const isPlugin = AGENTS[agent].guard.form === 'plugin';
  const plugin = isPlugin && withEntries(agent, '', installed, file) !== text ? [file] : [];
  return [
    {
      ...{ agent, level, file, events },
      missing: wanted.filter((one) => !events.includes(one)),
      differing: [...script, ...plugin, ...differing.map(({ event }) => event)],
      ...stateOf(agent, level, cwd, { file, text, asked }),
      ...(asked ? { lastAsked: asked } : {}),
    },
  ];
}

/** Whether any agent has entries in a project. */
export const isGuardedProject = (project: string): boolean =>
  AGENT_NAMES.some((agent) => entriesAt(agent, 'project', project).installed.length > 0);

function entriesAt(agent: AgentName, level: Where['level'], project: string) {
  const where = { level, home: homedir(), project, env: process.env };
  const file = AGENTS[agent].guard.settingsFile(where);
  const text = readSettingsText(file) ?? '';
  return { file, text, installed: installedIn(agent, file, text) };
}

/** The last time that it asked through entries of this level. In a project with entries of its own, it may have used those. */
const askedThrough = (agent: AgentName, level: Where['level'], project: string) =>
  lastAsked(agent)
    .filter((one) =>
      level === 'project' ? one.project === project : !hasOwnEntries(agent, one.project),
    )
    .sort((one, other) => other.at - one.at)[0];

/** Settings of another project that cannot be read prove nothing, and are for that project to tell. */
function hasOwnEntries(agent: AgentName, project: string): boolean {
  try {
    return entriesAt(agent, 'project', project).installed.length > 0;
  } catch (error) {
    if (error instanceof SettingsError) return true;
    throw error;
  }
}

function stateOf(
  agent: AgentName,
  level: Where['level'],
  cwd: string,
  { file, text, asked }: { file: string; text: string; asked: LastAsked | undefined },
): Pick<Guarded, 'state' | 'why'> {
  const why = unreadBy(agent, file, text) ?? unreadFrom(agent, level, cwd);
  if (why !== undefined) return { state: 'not guarded', why };
  const todo = todoFor(agent, level);
  const isProven = asked !== undefined && asked.at > statSync(file).mtimeMs;
  return todo === undefined || isProven
    ? { state: 'guarded' }
    : { state: 'waits for you', why: todo };
}

/** What the user has to do before the agent runs entries of this level. */
export const todoFor = (agent: AgentName, level: Where['level']): string | undefined => {
  const { trust } = AGENTS[agent].guard;
  return trust && (trust.of === 'all' || level === 'project') ? trust.todo : undefined;
};

/** Most agents read only the settings of the directory that they are started in. */
function unreadFrom(agent: AgentName, level: Where['level'], cwd: string): string | undefined {
  const project = projectDirOf(cwd);
  const { title, guard } = AGENTS[agent];
  if (level === 'user' || guard.readsAbove || resolve(cwd) === resolve(project)) return undefined;
  return `${title} reads no settings of a directory above: start it in ${project}, or guard it wherever it starts: wave guard install --agent ${agent} --user`;
}
