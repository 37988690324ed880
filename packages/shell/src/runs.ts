/** What the engine needs to find the files of a command: every run with its words, and what is known filled in. */
export { namesSetBy } from './code/builtins.ts';
export type { Given } from './code/fill-words.ts';
export { type Run, runsIn } from './runs/every-run.ts';
export { literal, type Word } from './text/command.ts';
