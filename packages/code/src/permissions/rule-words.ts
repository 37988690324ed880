import { homedir } from 'node:os';
import { projectDirOf, type RuleKind } from '@wavehooks/settings';
import { type Io, UsageError } from '../cli/command.ts';

/** The lists of rules, in the order in which they are shown. */
export const LISTS: readonly RuleKind[] = ['allow', 'ask', 'deny'];

export const listNamed = (word: string | undefined): RuleKind | undefined =>
  LISTS.find((list) => list === word);

/** Where rules of the user's are: those for this project, and those for all. */
export const SCOPE_FLAGS = {
  user: { type: 'boolean' },
  project: { type: 'boolean' },
} as const;

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
