import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { isExecutable } from '@wavehooks/process/files';
import type { Variables } from './names/commands.ts';
import { isThere, type Started, startedBy } from './started.ts';

/** Where a command is looked for. */
export interface Where {
  readonly projectDir: string;
  readonly path: string;
}

/** Words that the shell itself understands. */
const SHELL_WORDS = new Set(
  ': . [ [[ { ! alias bg break case cd command continue echo eval exec exit export false fg for getopts hash if jobs kill local printf pwd read readonly return set shift source test times trap true type ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
);

/** Why a command cannot start, with its entry's variables; undefined when it can, or when only a shell could tell. */
export function commandProblem(
  command: string,
  place: Where,
  env: Variables = {},
): string | undefined {
  const where = { ...place, path: env['PATH'] ?? place.path };
  const variables = {
    HOME: homedir(),
    ...env,
    WAVE_PROJECT_DIR: where.projectDir,
    CLAUDE_PROJECT_DIR: where.projectDir,
  };
  const started = startedBy(command, variables);
  if (!started) return undefined;
  return startProblem(started, where, SHELL_WORDS);
}

/** Why a program or its script cannot start; `known` are names that need no file. */
export function startProblem(
  { program, script }: Started,
  where: Where,
  known: ReadonlySet<string> = new Set(),
): string | undefined {
  const fault = known.has(program) ? undefined : programProblem(program, where);
  if (fault || script === undefined || isThere(where.projectDir, script)) return fault;
  return `there is no script ${resolve(where.projectDir, script)}`;
}

function programProblem(program: string, { projectDir, path }: Where): string | undefined {
  if (!program.includes('/'))
    return path.split(delimiter).some((dir) => isProgram(join(dir, program)))
      ? undefined
      : `${program} is not in the PATH`;
  const file = resolve(projectDir, program);
  if (!isFile(file)) return `there is no ${file}`;
  return isProgram(file)
    ? undefined
    : `${file} is not executable (chmod +x, or name its interpreter)`;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const isProgram = (path: string) => isExecutable(path) && isFile(path);
