import { EVENT_NAMES } from './events.ts';
import { list, show } from './shape.ts';
import { commandMeant, suggest } from './suggest.ts';

/** Events of Claude Code for which there is no moment here: reported as that, never as typos. */
export const EVENTS_ELSEWHERE: readonly string[] = [
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'InstructionsLoaded',
  'MessageDisplay',
  'PostModelSwitch',
  'PreModelSwitch',
  'Setup',
  'TaskCompleted',
  'TaskCreated',
  'TeammateIdle',
  'WorktreeCreate',
  'WorktreeRemove',
];

/** Fields of its inputs that no input has here, of events that both have. */
export const INPUTS_ELSEWHERE: readonly string[] = [
  'background_tasks',
  'context_tokens',
  'effort',
  'estimated_cache_write_usd',
  'mcp_server',
  'prompt_cache_likely_expired',
  'seconds_since_last_response',
  'session_crons',
  'session_title',
];

export const isElsewhere = (name: unknown): boolean => EVENTS_ELSEWHERE.some((one) => one === name);

/** The event that a name was probably meant to be. */
export const eventMeant = (name: string): string | undefined =>
  isElsewhere(name) ? undefined : suggest(name, EVENT_NAMES);

/** What is wrong with the name of an event. */
export function wrongEvent(name: unknown): string {
  if (isElsewhere(name)) return `${name} is an event of Claude Code; Wave has no such moment`;
  const meant = typeof name === 'string' ? commandMeant(name, EVENT_NAMES) : undefined;
  const told = `expected ${list(EVENT_NAMES)}, got ${show(name)}`;
  return meant === undefined ? told : `did you mean "${meant}"? ${told}`;
}
