import { openSettings, projectDirOf } from '@wavehooks/settings';
import { homeOf } from '../config/place.ts';
import type { ReviewRequest } from './reviewer.ts';

/** Tools that read files. They are for the project: what lies outside of it would have to be asked for. */
const READING = ['Read', 'Grep', 'Glob', 'LS'];
const FORBIDDEN = ['Bash', 'Edit', 'MultiEdit', 'Write', 'Task', 'WebFetch', 'AskUserQuestion'];

/** What our own agent may not do as a reviewer. */
export interface ReviewRules {
  /** The model does not get these at all. */
  readonly tools: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/**
 * Nothing is allowed beyond what runs unasked, since the transcript can talk a reviewer into things and
 * what it says goes back to the agent. What the user's settings deny agents is denied here as well; what
 * they want to be asked about too, as nobody is there. Throws where settings cannot be read.
 */
export function rulesFor({ cwd, env, isAway }: ReviewRequest): ReviewRules {
  const home = homeOf(env);
  const { settings } = openSettings({ projectDir: projectDirOf(cwd, home), home, env });
  const tools = isAway ? [...FORBIDDEN, ...READING] : FORBIDDEN;
  const { ask, deny } = settings.permissions;
  return { tools, ask, deny: [...tools, ...deny] };
}
