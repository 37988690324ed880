import type { Tool } from '../vocabulary/tool.ts';
import { askUserQuestion } from './ask-user-question.ts';
import { bash } from './bash.ts';
import { bashOutput } from './bash-output.ts';
import { edit } from './edit.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { killShell } from './kill-shell.ts';
import { read } from './read.ts';
import { todoWrite } from './todo-write.ts';
import { write } from './write.ts';

export { type Resolved, resolvePath } from '../files/paths.ts';
export { type ParsedInput, parseInput, type ReadInput, readInput, toolSpec } from './schema.ts';
export { endShells } from './shell/background.ts';

/** The tools that every agent has. A new one is a file and a line here. */
export const builtinTools = (): readonly Tool[] => [
  bash,
  bashOutput,
  killShell,
  read,
  write,
  edit,
  glob,
  grep,
  todoWrite,
  askUserQuestion,
];
