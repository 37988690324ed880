import { homedir } from 'node:os';
import { TARGETS } from '@wavehooks/hook-kit';
import { isEventName } from '@wavehooks/hooks';
import { projectDirOf, readSettingsText } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { AGENT_NAMES, AGENTS, type AgentName, type Where } from './agents.ts';
import { installedIn } from './entries.ts';
import { fallbackLines } from './fallbacks.ts';

const FLAGS = { json: { type: 'boolean', about: 'as JSON' } } as const;
const USAGE = usageOf({ forms: ['wave guard status [options]'], options: FLAGS });

const LEVELS = ['user', 'project'] as const;

interface Guarded {
  readonly agent: AgentName;
  readonly level: Where['level'];
  readonly file: string;
  /** Its names of the events that have an entry, and of those that lack one. */
  readonly events: readonly string[];
  readonly missing: readonly string[];
}

/** `wave guard status`: which agents are guarded, where, and what becomes of what they cannot do. */
export const status: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const all = AGENT_NAMES.flatMap((agent) =>
    LEVELS.flatMap((level) => guarded(agent, level, io.cwd)),
  );
  if (values.json) io.out(`${JSON.stringify(all, null, 2)}\n`);
  else if (all.length === 0)
    io.out(`No agent is guarded here. Start with: wave guard install --agent ${AGENT_NAMES[0]}\n`);
  else io.out(`${all.map(shown).join('\n\n')}\n`);
  return all.some(({ missing }) => missing.length > 0) ? 1 : 0;
};

function guarded(agent: AgentName, level: Where['level'], cwd: string): Guarded[] {
  const where = { level, home: homedir(), project: projectDirOf(cwd), env: process.env };
  const file = AGENTS[agent].file(where);
  const events = installedIn(agent, file, readSettingsText(file)).map(({ event }) => event);
  if (events.length === 0) return [];
  const wanted = Object.entries(TARGETS[agent].events)
    .filter(([event]) => isEventName(event))
    .map(([, there]) => there);
  return [{ agent, level, file, events, missing: wanted.filter((one) => !events.includes(one)) }];
}

function shown({ agent, level, file, events, missing }: Guarded): string {
  const { title, afterwards } = AGENTS[agent];
  return [
    `${title} is guarded for ${level === 'user' ? 'all your projects' : 'this project'}, by ${file}`,
    `  events: ${events.join(', ')}`,
    ...(missing.length > 0
      ? [`  missing: ${missing.join(', ')} (wave guard install --agent ${agent} adds them)`]
      : []),
    ...(afterwards ? [`  ${afterwards}`] : []),
    '  What it cannot do as asked:',
    ...fallbackLines(agent).map((line) => `    ${line}`),
  ].join('\n');
}
