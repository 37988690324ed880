import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { makePinCheck, type Opened, type Problem } from 'wave-hooks';
import { parseCommand } from './parse.ts';

/** A prompt that is kept in a file and called by its name. */
export interface PromptCommand {
  /** `review`, or `team:review` for a file in a directory. */
  readonly name: string;
  readonly about: string;
  /** What its arguments are, in its author's words. */
  readonly hint: string;
  readonly from: 'user' | 'project';
  readonly file: string;
  readonly body: string;
}

interface LoadOptions {
  /** The user's own directory; undefined where it is not read. */
  readonly userDir: string | undefined;
  readonly projectDir: string;
  /** Whose approvals count; undefined where the project's files are not read. */
  readonly opened: Opened | undefined;
}

export interface LoadedCommands {
  readonly commands: readonly PromptCommand[];
  readonly problems: readonly Problem[];
}

/** The user's commands and those of the project that were approved; a user's beats a project's of one name. */
export function loadCommands({ userDir, projectDir, opened }: LoadOptions): LoadedCommands {
  const own =
    userDir === undefined ? [] : below(userDir).map((file) => read(file, userDir, 'user'));
  const dir = join(projectDir, '.wave', 'commands');
  const theirs = approvedFiles(opened, projectDir).map((file) => read(file, dir, 'project'));
  const all = [...own, ...theirs];
  const commands = all.flatMap((one) => ('command' in one ? [one.command] : []));
  return {
    commands: commands.filter(
      ({ name }, at) => commands.findIndex((one) => one.name === name) === at,
    ),
    problems: all.flatMap((one) => ('problem' in one ? [one.problem] : [])),
  };
}

/** A file counts as it was approved: one that changed since waits for a review. */
function approvedFiles(opened: Opened | undefined, projectDir: string): string[] {
  const check = makePinCheck();
  return (opened?.items ?? []).flatMap(({ kind, approval, scripts }) =>
    kind === 'command' && approval?.files.every((pin) => check(pin, projectDir) === undefined)
      ? scripts.files
      : [],
  );
}

type Read = { readonly command: PromptCommand } | { readonly problem: Problem };

function read(file: string, dir: string, from: PromptCommand['from']): Read {
  const name = relative(dir, file).replace(/\.md$/, '').split(sep).join(':');
  const problem = (text: string): Read => ({
    problem: { level: 'warning', source: file, hook: '', text },
  });
  if (!/^[\w:.-]+$/.test(name))
    return problem(
      `cannot be called: a command's name has letters, digits, "-" and "_", not "${name}"`,
    );
  try {
    return { command: { name, from, file, ...parseCommand(readFileSync(file, 'utf8')) } };
  } catch (error) {
    return problem(`could not be read: ${(error as Error).message}`);
  }
}

function below(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}
