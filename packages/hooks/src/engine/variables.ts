import type { Effect } from '../vocabulary/effect.ts';
import { readExports, type Sets } from './env-file.ts';
import type { Passage, Result } from './setting.ts';

/** Hears what the hooks of an event set for later commands of the agent. */
export type SetVariables = (set: Readonly<Record<string, string>>) => void;

/** In configuration order, each on top of the one before it: two hooks may both extend PATH. */
export async function withVariables<R extends Result>(
  results: readonly R[],
  { cwd, signal, setting }: Passage,
  setVariables: SetVariables,
): Promise<readonly R[]> {
  if (results.every(({ exports }) => exports === undefined)) return results;
  let env = setting.env;
  const told: R[] = [];
  for (const result of results) {
    const { start } = setting;
    const { set, problems } = result.exports
      ? await readExports(result.exports, { cwd, env, start, signal })
      : NO_SETS;
    env = { ...env, ...set };
    if (Object.keys(set).length > 0 && !signal.aborted) setVariables(set);
    told.push(withProblems(result, problems));
  }
  return told;
}

const NO_SETS: Sets = { set: {}, problems: [] };

const withProblems = <R extends Result>(result: R, problems: readonly string[]): R => ({
  ...result,
  asked: {
    ...result.asked,
    effects: [
      ...result.asked.effects,
      ...problems.map((problem): Effect => {
        const text = `hook "${result.asked.hook}": ${problem}`;
        return { do: 'tell-user', tone: 'warning', text, named: true };
      }),
    ],
  },
});
