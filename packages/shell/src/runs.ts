/** What the engine needs to find the files of a command: every run with its words, and what is known put in. */
import { filled, type Given } from './code/fill-words.ts';
import { type Runs, runsIn } from './runs/every-run.ts';

export { namesSetBy } from './code/builtins.ts';
export type { Given } from './code/fill-words.ts';
export type { Run } from './runs/every-run.ts';
export { literal, type Word } from './text/command.ts';
export { type CommandWords, wordsIn } from './words-in.ts';

/** Everything that a shell would run for a text, as it most likely is. */
export const likelyRuns = (text: string, given: Given): Runs =>
  runsIn(text, (commands) => filled(commands, given));
