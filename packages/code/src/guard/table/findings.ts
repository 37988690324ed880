import { isEventName } from '@wavehooks/hooks';
import { type Finding, type HookRow, SettingsError } from '@wavehooks/settings';
import { AGENTS } from './agents.ts';
import { effectsOf } from './fallbacks.ts';
import { type Guarded, guardedAgents } from './guarded.ts';

/** What a doctor has to say of the agents that are guarded here. */
export function guardFindings(rows: readonly HookRow[], cwd: string): Finding[] {
  try {
    const events = [...new Set(rows.map(({ event }) => event))];
    return guardedAgents(cwd).flatMap((one) => [
      ...stateFindings(one),
      ...missing(one),
      ...limits(one, events),
    ]);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const fix = 'fix the file: until then that agent may run unguarded';
    return [{ level: 'error', hook: '', source: '', text: error.message, fix }];
  }
}

function stateFindings({ agent, file, state, why = '' }: Guarded): Finding[] {
  const { title } = AGENTS[agent];
  const of = { hook: '', source: file, fix: 'then look again: "wave guard status"' };
  switch (state) {
    case 'guarded':
      return [];
    case 'waits for you':
      return [{ level: 'warning', ...of, text: `${title} waits for you: ${why}` }];
    case 'not guarded':
      return [{ level: 'error', ...of, text: why }];
  }
}

function missing({ agent, file, missing: events, level }: Guarded): Finding[] {
  if (events.length === 0) return [];
  const flag = level === 'user' ? ' --user' : '';
  return [
    {
      level: 'error',
      hook: '',
      source: file,
      text: `${AGENTS[agent].title} is guarded, but not on ${events.join(', ')}`,
      fix: `run "wave guard install --agent ${agent}${flag}"`,
    },
  ];
}

/** Only of events that hooks here are on. */
function limits({ agent, file }: Guarded, events: readonly string[]): Finding[] {
  const {
    title,
    onScreen,
    guard: { tried },
  } = AGENTS[agent];
  const how = tried ? '' : ' (by its contract, not tried)';
  return events.filter(isEventName).flatMap((event) => {
    const effects = effectsOf(agent, event);
    const lost = effects && [
      ...(onScreen?.includes(event) ? ['it comes only on its screen'] : []),
      ...effects.flatMap(({ verb, instead }) => (instead ? [`${verb} ${instead}`] : [])),
    ];
    if (lost?.length === 0) return [];
    const text = lost
      ? `in ${title}${how}, on ${event}: ${lost.join('; ')}`
      : `${title} has no ${event}: hooks on it do not run there`;
    const fix = `"wave hooks explain ${event} --agent ${agent}" has the whole row`;
    return [{ level: 'hint' as const, hook: '', source: file, text, fix }];
  });
}
