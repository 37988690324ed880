import type { CommandOutput } from '@wavehooks/agent-sdk';
import type { State } from './state.ts';

/** A command that runs in the background. */
export interface Shell {
  /** Two agents may name theirs alike. */
  readonly key: string;
  readonly id: string;
  readonly command: string;
  readonly since: number;
  readonly output: CommandOutput;
}

/** What a command prints: with its call while that runs, else among those in the background. */
export function onOutput(
  state: State,
  { call, shell, output }: { call: string; shell: string; output: CommandOutput },
  now: number,
): State {
  if (output.shell) return { ...state, shells: shellsWith(state.shells, shell, output, now) };
  const at = state.open.findIndex((item) => item.is === 'tool' && item.block.id === call);
  const item = state.open[at];
  // What comes behind the end of its call was on its way.
  if (item?.is !== 'tool' || item.block.stage !== 'running') return state;
  return { ...state, open: state.open.with(at, { ...item, output }) };
}

function shellsWith(
  shells: readonly Shell[],
  key: string,
  output: CommandOutput,
  now: number,
): readonly Shell[] {
  const others = shells.filter((one) => one.key !== key);
  if (output.ended || !output.shell) return others;
  const since = shells.find((one) => one.key === key)?.since ?? now - output.ms;
  const shell = { key, ...output.shell, since, output };
  return [...others, shell].sort((a, b) => a.since - b.since);
}
