import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { writePrivate } from '@wavehooks/process/files';
import { type Addition, projectDirOf, readSettingsText, writeSettings } from '@wavehooks/settings';
import { type Command, type Io, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { AGENT_NAMES, AGENTS, type AgentName, isAgentName } from './table/agents.ts';
import { entriesFor, installedIn, withEntries, withoutEntries } from './table/entries.ts';
import { type Runs, runsAt } from './table/entry-command.ts';
import { isGuardedProject, todoFor } from './table/guarded.ts';
import { dropScript, findsWave, putScript } from './table/project-script.ts';
import { unreadBy } from './table/unread.ts';

const FLAGS = {
  agent: { type: 'string', value: 'AGENT', about: AGENT_NAMES.join(', ') },
  user: { type: 'boolean', about: 'for all your projects' },
  project: { type: 'boolean', about: 'for this project; the default' },
  permissions: { type: 'boolean', about: "with install: Wave's permission rules count as well" },
} as const;

const usage = (verb: string) =>
  usageOf({ forms: [`wave guard ${verb} --agent AGENT [options]`], options: FLAGS });

/** A settings file of another agent, and what it was before we came. */
interface Target {
  readonly agent: AgentName;
  readonly level: 'user' | 'project';
  readonly file: string;
  readonly runs: Runs;
  readonly options: readonly string[];
  readonly backup: string;
}

/** `wave guard install`: one entry for each event in that agent's own settings. */
export const install: Command = async (args, io) => {
  const { agent, level, file, backup, runs, options } = targetOf('install', args, io);
  const old = readSettingsText(file);
  const wanted = entriesFor(agent, runs, options);
  const project = projectDirOf(io.cwd);
  if (level === 'project') putScript(project);
  if (level === 'project' && !findsWave(project)) said(io, NO_WAVE);
  const isPlugin = AGENTS[agent].guard.form === 'plugin';
  if (
    isPlugin
      ? old === withEntries(agent, '', wanted, file)
      : isSame(installedIn(agent, file, old), wanted)
  ) {
    said(io, `${file}: nothing to do`);
    return warned(agent, file, old ?? '', io);
  }
  const clean = withoutEntries(agent, old ?? '', file);
  const before = kept(backup);
  // What another install made of the file is not built on: to take it out leaves traces.
  const isOursAlone = old !== undefined && before && isAsInstalled(agent, file, old, before);
  const text = withEntries(agent, isOursAlone ? (before.text ?? '') : clean, wanted, file);
  // The first one without our entries is what the user had.
  if (clean === (old ?? '')) keep(backup, old);
  writeSettings(file, text, old);
  const { title, guard } = AGENTS[agent];
  const todo = todoFor(agent, level);
  const isGuarded = unreadBy(agent, file, text) === undefined && todo === undefined;
  said(io, `${isGuarded ? `${title} is guarded: entries` : 'Entries'} added to ${file}`);
  said(io, `Take them out again: wave guard uninstall --agent ${agent}${levelFlag(args)}`);
  if (todo) said(io, `${title} waits for you: ${todo}`);
  if (level === 'project' && !guard.readsAbove)
    said(
      io,
      `Start ${title} in ${project}: in a directory below, it does not read this file. With --user it is guarded wherever it starts.`,
    );
  return warned(agent, file, text, io);
};

const NO_WAVE =
  'There is no Wave in this project, and none on your PATH: until there is, the entries refuse everything. With --user they run this one.';

/** Entries that the agent does not read guard nothing: nobody must take them for a guard. */
function warned(agent: AgentName, file: string, text: string, io: Io): number {
  const why = unreadBy(agent, file, text);
  if (why === undefined) return 0;
  io.err(`wave guard: ${file}: ${why}\n`);
  return 1;
}

/** `wave guard uninstall`: what was there before comes back to the byte, unless the file was changed since. */
export const uninstall: Command = async (args, io) => {
  const { agent, level, file, backup } = targetOf('uninstall', args, io);
  const old = readSettingsText(file);
  const rest = withoutEntries(agent, old ?? '', file);
  if (old === undefined || rest === old) return said(io, `${file}: nothing to do`);
  const before = kept(backup);
  if (before && isAsInstalled(agent, file, old, before)) {
    if (before.text === undefined) rmSync(file);
    else writeSettings(file, before.text, old);
  } else writeSettings(file, rest, old);
  rmSync(backup, { force: true });
  const project = projectDirOf(io.cwd);
  if (level === 'project' && !isGuardedProject(project)) dropScript(project);
  return said(io, `${AGENTS[agent].title} is no longer guarded: entries taken out of ${file}`);
};

const isSame = (one: readonly Addition[], other: readonly Addition[]): boolean =>
  JSON.stringify(one.map((entry) => JSON.stringify(entry)).sort()) ===
  JSON.stringify(other.map((entry) => JSON.stringify(entry)).sort());

/** Whether nobody but us has changed it: which Wave the entries start makes no difference. */
function isAsInstalled(agent: AgentName, file: string, now: string, before: Kept): boolean {
  const then = withEntries(agent, before.text ?? '', entriesFor(agent, { by: 'project' }), file);
  return withoutEntries(agent, now, file) === withoutEntries(agent, then, file);
}

function targetOf(verb: string, args: string[], io: Io): Target {
  const { values, positionals } = readArgs(args, FLAGS, usage(verb));
  refuseMore(positionals, usage(verb));
  const { agent } = values;
  if (!isAgentName(agent))
    throw new UsageError(
      `--agent: expected one of ${AGENT_NAMES.join(', ')}, got ${JSON.stringify(agent ?? null)}\n${usage(verb)}`,
    );
  if (values.user && values.project)
    throw new UsageError(`--user and --project exclude each other\n${usage(verb)}`);
  const level = values.user ? 'user' : 'project';
  const home = homedir();
  const project = projectDirOf(io.cwd);
  const file = AGENTS[agent].guard.settingsFile({ level, home, project, env: process.env });
  const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
  const options = values.permissions ? ['--permissions'] : [];
  return {
    ...{ agent, level, file },
    runs: runsAt(level),
    options,
    backup: join(home, '.wave', 'guard', `${id}.json`),
  };
}

interface Kept {
  /** Absent where there was no file. */
  readonly text?: string;
}

function keep(backup: string, text: string | undefined): void {
  mkdirSync(dirname(backup), { recursive: true, mode: 0o700 });
  writePrivate(backup, JSON.stringify(text === undefined ? {} : { text }));
}

function kept(backup: string): Kept | undefined {
  const text = readSettingsText(backup);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

const levelFlag = (args: readonly string[]) => (args.includes('--user') ? ' --user' : '');

const said = (io: Io, line: string): number => {
  io.out(`${line}\n`);
  return 0;
};
