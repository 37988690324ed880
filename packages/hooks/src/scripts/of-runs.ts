import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { commandProblem, startProblem, type Where } from './command.ts';
import { filledIn } from './filled-in.ts';
import type { Variables } from './names/commands.ts';
import {
  type Reach,
  reachOf,
  reachOfProgram,
  type Scripts,
  scriptsOf,
  scriptsOfProgram,
} from './scripts.ts';
import { isThere, type Started, startedBy, startedByProgram } from './started.ts';

/** What runs for a hook: a text for a shell, or a program with its arguments. */
export type Runs = ({ readonly shell: string } | { readonly argv: readonly string[] }) & {
  readonly env?: { readonly inherit: boolean; readonly set: Readonly<Record<string, string>> };
};

/** The files that it names. */
export const scriptsOfRuns = (runs: Runs, projectDir: string, more: Variables = {}): Scripts => {
  const env = { ...runs.env?.set, ...more };
  return 'shell' in runs
    ? scriptsOf(runs.shell, projectDir, homedir(), env)
    : scriptsOfProgram(argvOf(runs.argv, projectDir, env), { dir: projectDir, projectDir, env });
};

/** The same with all that these load. */
export const reachOfRuns = (runs: Runs, projectDir: string): Reach => {
  const env = runs.env?.set ?? {};
  return 'shell' in runs
    ? reachOf(runs.shell, projectDir, homedir(), env)
    : reachOfProgram(argvOf(runs.argv, projectDir, env), { dir: projectDir, projectDir, env });
};

/** Why it cannot start; undefined when it can, or when only a shell could tell. */
export const problemOfRuns = (runs: Runs, where: Where): string | undefined => {
  const env = runs.env?.set ?? {};
  return 'shell' in runs
    ? commandProblem(runs.shell, where, env)
    : startProblem(startedByProgram(argvOf(runs.argv, where.projectDir, env)), {
        ...where,
        path: env['PATH'] ?? where.path,
      });
};

/** What it starts first, with all the variables it gets. */
const startedByRuns = (runs: Runs, variables: Variables): Started | undefined =>
  'shell' in runs
    ? startedByText(runs.shell, variables)
    : startedByProgram(filledIn(runs.argv, variables));

/** A text is read once for an environment: a hook's is the same object for each of its runs. */
function startedByText(text: string, variables: Variables): Started | undefined {
  const last = read.get(variables);
  if (last?.text === text) return last.started;
  const started = startedBy(text, variables);
  read.set(variables, { text, started });
  return started;
}

const read = new WeakMap<
  Variables,
  { readonly text: string; readonly started: Started | undefined }
>();

/** The file that it is to start and that is not there, seen from where it runs. */
export function missingFile(runs: Runs, dir: string, variables: Variables): string | undefined {
  const { program = '', script } = startedByRuns(runs, variables) ?? {};
  const files = [...(program.includes('/') ? [program] : []), ...(script ? [script] : [])];
  const missing = files.find((name) => !isThere(dir, name));
  return missing && resolve(dir, missing);
}

const argvOf = (argv: readonly string[], projectDir: string, env: Variables): string[] =>
  filledIn(argv, { ...env, WAVE_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir });
