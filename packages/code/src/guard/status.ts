import { isEventName } from '@wavehooks/hooks';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { printable } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { residents } from './resident/manage.ts';
import { residentLines } from './resident-lines.ts';
import { AGENT_NAMES, AGENTS, type AgentName } from './table/agents.ts';
import { effectsOf, fallbackLines } from './table/fallbacks.ts';
import { type Guarded, guardedAgents } from './table/guarded.ts';

const FLAGS = { json: { type: 'boolean', about: 'as JSON' } } as const;
const USAGE = usageOf({ forms: ['wave guard status [options]'], options: FLAGS });

/** `wave guard status`: which agents are guarded, where, and what becomes of what they cannot do. */
export const status: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const all = guardedAgents(io.cwd);
  const found = await residents();
  if (values.json) {
    const report = { agents: all.map(withEffects), residents: found.running };
    io.out(`${JSON.stringify(report, null, 2)}\n`);
  } else if (all.length === 0)
    io.out(`No agent is guarded here. Start with: wave guard install --agent ${AGENT_NAMES[0]}\n`);
  else io.out(`${all.map(shown).join('\n\n')}\n`);
  if (!values.json && all.length > 0) io.out(`\n${residentLines(found).join('\n')}\n`);
  return all.length > 0 && all.every((one) => isWhole(one) && isGuarded(one.agent, all)) ? 0 : 1;
};

const isWhole = ({ missing, differing }: Guarded): boolean =>
  missing.length + differing.length === 0;

/** One of its files is enough. */
const isGuarded = (agent: AgentName, all: readonly Guarded[]): boolean =>
  all.some((one) => one.agent === agent && one.state === 'guarded');

/** For programs: moment by moment. */
const withEffects = (one: Guarded) => ({
  ...one,
  effects: Object.fromEntries(
    Object.keys(AGENTS[one.agent].events)
      .filter(isEventName)
      .map((event) => [event, effectsOf(one.agent, event)]),
  ),
});

/** The three words, each with what follows from it. */
const STATES: Readonly<Record<Guarded['state'], string>> = {
  guarded: 'is guarded',
  'waits for you': 'waits for you',
  'not guarded': 'is not guarded here',
};

function shown(one: Guarded): string {
  const { agent, level, file, events, missing, differing, state, why } = one;
  const { title, guard } = AGENTS[agent];
  return [
    `${title} ${STATES[state]}: entries for ${level === 'user' ? 'all your projects' : 'this project'} in ${file}`,
    ...(why === undefined ? [] : [`  ${why}`]),
    ...askedLines(one),
    `  events: ${events.join(', ')}`,
    ...(missing.length > 0
      ? [`  missing: ${missing.join(', ')} (wave guard install --agent ${agent} adds them)`]
      : []),
    ...(differing.length > 0
      ? [
          `  changed, or of another Wave: ${differing.join(', ')} (wave guard install --agent ${agent}${level === 'user' ? ' --user' : ''} writes them anew)`,
        ]
      : []),
    ...(guard.tried ? [] : ['  What follows is by its contract; it was not tried.']),
    '  What it does with what a hook says:',
    ...fallbackLines(agent).map((line) => `    ${line}`),
  ].join('\n');
}

function askedLines({ lastAsked }: Guarded): string[] {
  if (!lastAsked) return ['  has not asked here yet'];
  const { at, failure } = lastAsked;
  return [
    `  last asked ${ago(at)}`,
    ...(failure
      ? [`  a hook failed ${ago(failure.at)}: ${printable(failure.text).replaceAll('\n', '; ')}`]
      : []),
  ];
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function ago(at: number): string {
  const seconds = (Date.now() - at) / 1_000;
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.max(0, Math.floor(seconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
