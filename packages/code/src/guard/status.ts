import { TARGETS } from '@wavehooks/hook-kit';
import { isEventName } from '@wavehooks/hooks';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { residents } from './resident/manage.ts';
import { residentLines } from './resident-lines.ts';
import { AGENT_NAMES, AGENTS } from './table/agents.ts';
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
  return all.every(isWhole) ? 0 : 1;
};

const isWhole = ({ missing, differing, unread }: Guarded): boolean =>
  missing.length + differing.length === 0 && unread === undefined;

/** For programs: moment by moment. */
const withEffects = (one: Guarded) => ({
  ...one,
  effects: Object.fromEntries(
    Object.keys(TARGETS[one.agent].events)
      .filter(isEventName)
      .map((event) => [event, effectsOf(one.agent, event)]),
  ),
});

function shown({ agent, level, file, events, missing, differing, unread }: Guarded): string {
  const { title, afterwards, tried } = AGENTS[agent];
  const is = unread === undefined ? 'is guarded' : 'has entries of Wave';
  return [
    `${title} ${is} for ${level === 'user' ? 'all your projects' : 'this project'}, by ${file}`,
    ...(unread === undefined ? [] : [`  ${unread}`]),
    `  events: ${events.join(', ')}`,
    ...(missing.length > 0
      ? [`  missing: ${missing.join(', ')} (wave guard install --agent ${agent} adds them)`]
      : []),
    ...(differing.length > 0
      ? [
          `  changed, or of another Wave: ${differing.join(', ')} (wave guard install --agent ${agent}${level === 'user' ? ' --user' : ''} writes them anew)`,
        ]
      : []),
    ...(afterwards ? [`  ${afterwards}`] : []),
    ...(tried ? [] : ['  What follows is by its contract; it was not tried.']),
    '  What it does with what a hook says:',
    ...fallbackLines(agent).map((line) => `    ${line}`),
  ].join('\n');
}
