import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inputsIn, KEEPS_INPUT } from '../subagent/delegate.ts';

export type Input = Record<string, unknown>;

/** Hooks that keep what they get, one for each event. */
export const keeping = (...events: string[]) =>
  Object.fromEntries(events.map((event) => [event, [{ hooks: [hook(KEEPS_INPUT)] }]]));

export const hook = (command: string, more: object = {}) => ({
  type: 'command',
  name: 'thehook',
  command,
  ...more,
});

/** One hook on one event, with a matcher where there is one. */
export const on = (event: string, command: string, matcher?: string, more: object = {}) => ({
  [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [hook(command, more)] }],
});

/** What hooks got, of one event or of all. */
export const heard = (dir: string, event?: string): Input[] =>
  existsSync(join(dir, 'inputs'))
    ? inputsIn(dir).filter(
        ({ hook_event_name }) => event === undefined || hook_event_name === event,
      )
    : [];

export const names = (dir: string): unknown[] =>
  heard(dir).map(({ hook_event_name }) => hook_event_name);

/** An answer with a section of its event. */
export const section = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
