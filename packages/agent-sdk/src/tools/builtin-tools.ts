import type { Tool } from '../vocabulary/tool.ts';
import { askUserQuestion } from './ask-user-question.ts';
import { exitPlanMode } from './exit-plan-mode.ts';
import { edit } from './files/edit-file.ts';
import { read } from './files/read-file.ts';
import { write } from './files/write-file.ts';
import { glob } from './search/glob.ts';
import { grep } from './search/grep.ts';
import { bash } from './shell/bash.ts';
import { bashOutput } from './shell/bash-output.ts';
import { killShell } from './shell/kill-shell.ts';
import { todoWrite } from './todo-write.ts';
import { webFetch } from './web/web-fetch.ts';

/** The tools that every agent has, each under its name. A new one is a file and a line here. */
const BUILTIN = {
  Bash: bash,
  BashOutput: bashOutput,
  KillShell: killShell,
  Read: read,
  Write: write,
  Edit: edit,
  Glob: glob,
  Grep: grep,
  WebFetch: webFetch,
  TodoWrite: todoWrite,
  AskUserQuestion: askUserQuestion,
} as const;

/** For plan mode, and never for a subagent. */
const PLANNING = { ExitPlanMode: exitPlanMode } as const;

export const planTools = (): readonly Tool[] => Object.values<Tool>(PLANNING);

export const builtinTools = (): readonly Tool[] => Object.values<Tool>(BUILTIN);

/** What each of them gets. */
export type ToolInputs = InputsOf<typeof BUILTIN> & InputsOf<typeof PLANNING>;

type InputsOf<T> = { [N in keyof T]: T[N] extends Tool<infer I> ? I : never };
