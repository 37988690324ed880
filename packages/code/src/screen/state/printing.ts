import type { CommandOutput } from '@wavehooks/agent-sdk';
import type { State } from './state.ts';

/** A command in the background, also when it has ended. */
export interface Shell {
  /** Two agents may name theirs alike. */
  readonly key: string;
  readonly id: string;
  /** The subagent that started it. */
  readonly agent?: string;
  readonly command: string;
  readonly since: number;
  readonly output: CommandOutput;
}

interface Told {
  readonly call: string;
  readonly shell: string;
  readonly agent: string | undefined;
  readonly output: CommandOutput;
}

/** What a command prints: with its call while that runs, else among those in the background. */
export function onOutput(state: State, { call, shell, agent, output }: Told, now: number): State {
  if (output.shell)
    return { ...state, shells: shellsWith(state.shells, shell, agent, output, now) };
  const at = state.open.findIndex((item) => item.is === 'tool' && item.block.id === call);
  const item = state.open[at];
  // What comes behind the end of its call was on its way.
  if (item?.is !== 'tool' || item.block.stage !== 'running') return state;
  return { ...state, open: state.open.with(at, { ...item, output }) };
}

/** So many are remembered: the oldest goes first. */
const MOST_SHELLS = 30;

export const isUnderWay = ({ output }: Shell): boolean => !output.ended;

function shellsWith(
  shells: readonly Shell[],
  key: string,
  agent: string | undefined,
  output: CommandOutput,
  now: number,
): readonly Shell[] {
  const others = shells.filter((one) => one.key !== key).slice(-MOST_SHELLS);
  if (!output.shell) return others;
  const since = shells.find((one) => one.key === key)?.since ?? now - output.ms;
  const shell = { key, ...output.shell, ...(agent ? { agent } : {}), since, output };
  return [...others, shell].sort((a, b) => a.since - b.since);
}
