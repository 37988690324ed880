import { join, relative, sep } from 'node:path';
import type { Problem } from '@wavehooks/hooks';
import { makePinCheck } from '@wavehooks/hooks/scripts';
import { MOST_WRITTEN, markdownBelow, readTextFile } from '@wavehooks/process/files';
import type { Opened } from '@wavehooks/settings';
import { parseCommand } from './parse-command.ts';

/** A prompt that is kept in a file and called by its name. */
export interface PromptCommand {
  /** `review`, or `team:review` for a file in a directory. */
  readonly name: string;
  readonly about: string;
  /** What its arguments are, in its author's words. */
  readonly hint: string;
  readonly from: 'user' | 'project' | 'wave';
  readonly file: string;
  readonly body: string;
  /** The skill that it takes up. */
  readonly skill?: string;
}

interface LoadOptions {
  /** The user's own directory; undefined where it is not read. */
  readonly userDir: string | undefined;
  readonly projectDir: string;
  /** Whose approvals count; undefined where the project's files are not read. */
  readonly opened: Opened | undefined;
}

/** A project's command that nobody has approved as it is now. */
export interface WaitingCommand {
  readonly name: string;
  readonly is: 'unapproved' | 'changed';
}

export interface LoadedCommands {
  readonly commands: readonly PromptCommand[];
  readonly waiting: readonly WaitingCommand[];
  readonly problems: readonly Problem[];
}

/** The user's commands and those of the project that were approved; a user's beats a project's of one name. */
export function loadCommands({ userDir, projectDir, opened }: LoadOptions): LoadedCommands {
  const own =
    userDir === undefined ? [] : markdownBelow(userDir).map((file) => read(file, userDir, 'user'));
  const dir = join(projectDir, '.wave', 'commands');
  const { approved, waiting } = sorted(opened, projectDir);
  const theirs = approved.map((file) => read(file, dir, 'project'));
  const all = [...own, ...theirs];
  const commands = all.flatMap((one) => ('command' in one ? [one.command] : []));
  return {
    commands: commands.filter(
      ({ name }, at) => commands.findIndex((one) => one.name === name) === at,
    ),
    waiting: waiting.map(({ file, is }) => ({ name: nameOf(file, dir), is })),
    problems: all.flatMap((one) => ('problem' in one ? [one.problem] : [])),
  };
}

/** A file counts as it was approved: one that changed since waits for a review. */
function sorted(opened: Opened | undefined, projectDir: string) {
  const check = makePinCheck();
  const approved: string[] = [];
  const waiting: { readonly file: string; readonly is: WaitingCommand['is'] }[] = [];
  for (const { kind, approval, scripts } of opened?.items ?? []) {
    if (kind !== 'command') continue;
    if (approval?.files.every((pin) => check(pin, projectDir) === undefined))
      approved.push(...scripts.files);
    else
      waiting.push(
        ...scripts.files.map(
          (file) => ({ file, is: approval ? 'changed' : 'unapproved' }) as const,
        ),
      );
  }
  return { approved, waiting };
}

const nameOf = (file: string, dir: string): string =>
  relative(dir, file).replace(/\.md$/, '').split(sep).join(':');

type Read = { readonly command: PromptCommand } | { readonly problem: Problem };

function read(file: string, dir: string, from: PromptCommand['from']): Read {
  const name = nameOf(file, dir);
  const problem = (text: string): Read => ({
    problem: { level: 'warning', source: file, hook: '', text },
  });
  if (!/^[\w:.-]+$/.test(name))
    return problem(
      `cannot be called: a command's name has letters, digits, "-" and "_", not "${name}"`,
    );
  try {
    return { command: { name, from, file, ...parseCommand(readTextFile(file, MOST_WRITTEN)) } };
  } catch (error) {
    return problem(`could not be read: ${(error as Error).message}`);
  }
}
