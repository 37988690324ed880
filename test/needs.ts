import type { Need } from './platforms.ts';

const NAMED = ['curl', 'jq', 'perl', 'python3'] as const satisfies readonly Need[];

/** The tags of a test that runs this: the programs it names that not every machine has. */
export const needsOf = (...commands: readonly string[]): Need[] =>
  NAMED.filter((name) => commands.some((command) => new RegExp(`\\b${name}\\b`).test(command)));
