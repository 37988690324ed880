import { homedir } from 'node:os';
import { projectDirOf, type RuleKind } from '@wavehooks/settings';
import { type Io, UsageError } from '../cli/command.ts';
import type { OptionRows } from '../cli/usage.ts';

/** The lists of rules, in the order in which they are shown. */
export const LISTS: readonly RuleKind[] = ['allow', 'ask', 'deny'];

export const listNamed = (word: string | undefined): RuleKind | undefined =>
  LISTS.find((list) => list === word);

/** Where rules of the user's are: those for this project, and those for all. */
export const RULE_FLAGS = {
  project: { type: 'boolean', about: 'for this project: .wave/settings.local.json' },
  user: { type: 'boolean', about: 'for all projects: ~/.wave/settings.json' },
  json: { type: 'boolean', about: 'print JSON' },
} as const satisfies OptionRows;

interface ScopeValues {
  readonly user?: boolean | undefined;
  readonly project?: boolean | undefined;
}

export function placeNamed({ user, project }: ScopeValues): 'user' | 'local' | undefined {
  if (user && project) throw new UsageError('--user and --project exclude each other');
  return user ? 'user' : project ? 'local' : undefined;
}

export const whereOf = (io: Pick<Io, 'cwd'>) => ({
  projectDir: projectDirOf(io.cwd),
  home: homedir(),
});
