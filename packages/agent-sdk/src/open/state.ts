import type { Opened } from '@wavehooks/settings';
import { absolutePath } from '../files/paths.ts';
import type { Given, PermissionMode } from '../permissions/rules/rule.ts';
import { DEFAULT_EFFORT, type Effort, type Model } from '../vocabulary/model.ts';
import type { AgentOptions } from './options/agent-options.ts';

/** What changes while an agent lives. */
export interface State {
  model: Model;
  mode: PermissionMode;
  effort: Effort;
  /** What the user, or a hook in the user's place, gave while it worked. */
  readonly given: { allow: string[]; ask: string[]; deny: string[]; directories: string[] };
  cwd: string;
  /** The id of the prompt that is under way. */
  promptId?: string | undefined;
}

export const firstState = (
  options: AgentOptions,
  settings: Opened['settings'] | undefined,
  model: Model,
  workdir: string,
): State => ({
  model,
  mode: options.permissionMode ?? settings?.defaultMode ?? 'default',
  effort: options.effort ?? settings?.effort ?? DEFAULT_EFFORT,
  given: {
    ...{ allow: [], ask: [], deny: [] },
    directories: (options.directories ?? []).map((dir) => absolutePath(workdir, dir)),
  },
  cwd: workdir,
});

/** Adds what an answer gave for the session; `onDirectories` hears of new ones. */
export function grantTo(state: State, onDirectories: () => void): (given: Given) => void {
  return ({ rules = {}, directories = [], mode }) => {
    if (mode !== undefined) state.mode = mode;
    for (const kind of ['allow', 'ask', 'deny'] as const)
      state.given[kind].push(...(rules[kind] ?? []));
    // Seen from where the agent is now: it may move.
    state.given.directories.push(...directories.map((dir) => absolutePath(state.cwd, dir)));
    if (directories.length > 0) onDirectories();
  };
}
