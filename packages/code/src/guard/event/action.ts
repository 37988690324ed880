import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { HookInput } from '@wavehooks/hooks';
import type { ShellCommand } from '@wavehooks/shell';
import type { Shell } from './incoming.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Inputs with what their call does, for hooks that do not want to know the tools of every agent. The reader
 * of shell commands is large, and loaded only where there is one to read.
 */
export const withActions = (
  inputs: readonly HookInput[],
  shell: Shell,
): Promise<readonly HookInput[]> =>
  Promise.all(
    inputs.map(async (input) => ({
      ...input,
      ...(await actionOf(input as unknown as Raw, shell)),
    })),
  );

async function actionOf({ tool_name, tool_input, cwd }: Raw, shell: Shell): Promise<Raw> {
  if (typeof tool_name !== 'string') return {};
  const input = objectOf(tool_input);
  const { command } = input;
  const isRun = tool_name === 'Bash' && typeof command === 'string';
  const at = resolve(String(cwd), ...DIR_FIELDS.map((field) => textOf(input[field])));
  const run = isRun ? await runBy(command, at, shell) : undefined;
  return {
    ...(run ? { commands: run.commands, unread: run.unread } : {}),
    paths: [
      ...PATH_FIELDS.map((field) => input[field])
        .filter((path) => typeof path === 'string')
        .map((path) => resolve(String(cwd), path)),
      ...(run?.paths ?? []),
    ],
  };
}

/** In the form of `wave shell parse`, where what is unknown is null. */
async function runBy(
  text: string,
  cwd: string,
  shell: Shell,
): Promise<Raw & { paths: readonly string[] }> {
  const { commandsIn } = await import('@wavehooks/shell');
  const found = commandsIn(shell === 'sh' ? text : slashed(text));
  if (shell === 'powershell')
    return {
      commands: [],
      unread: [{ part: text, why: UNREAD }],
      paths: pathsIn(found.commands, cwd),
    };
  const plain = JSON.parse(JSON.stringify(found, (_, value) => value ?? null)) as Raw;
  return { ...plain, paths: pathsIn(found.commands, cwd) };
}

/** Its words look like those of sh, and mean other things: `% { rm x }` would be a program `%`. */
const UNREAD = 'it is in the words of PowerShell';

/** There, a backslash stands between directories. */
export const slashed = (text: string): string => text.replaceAll('\\', '/');

/** Every file that the words of commands name, from each directory that they may run in. */
function pathsIn(commands: readonly ShellCommand[], cwd: string): string[] {
  const dirs = [cwd];
  const words: string[] = [];
  for (const { program, path, args, redirects } of commands) {
    words.push(
      ...(path?.includes('/') ? [path] : []),
      ...redirects.flatMap(({ file }) => file || []),
    );
    if (program === 'cd' && args[0]) dirs.push(resolve(dirs.at(-1) ?? cwd, home(args[0])));
    else words.push(...args.flatMap((word) => (word ? namesIn(word, program ?? '', dirs) : [])));
  }
  const found = words.flatMap((word) => dirs.map((dir) => resolve(dir, home(word))));
  return [...new Set([...dirs.slice(1), ...found])];
}

/** An option may have a file for its value: `of=disk`, `--output=a`, `-I../include`. */
function namesIn(word: string, program: string, dirs: readonly string[]): string[] {
  const value = /^(?:[\w-]+=|-\w+?(?=[.~/]))(.+)$/s.exec(word)?.[1];
  if (value !== undefined) return looksNamed(value, dirs) ? [value] : [];
  if (word.startsWith('-')) return [];
  return TAKE_FILES.has(program) || looksNamed(word, dirs) ? [word] : [];
}

const looksNamed = (word: string, dirs: readonly string[]): boolean =>
  /^[.~]|\//.test(word) || dirs.some((dir) => existsSync(resolve(dir, word)));

const home = (word: string) => word.replace(/^~(?=\/|$)/, homedir());

/** Programs whose words are files, whether there are any of that name or not. */
const TAKE_FILES = new Set(
  'cat cp dd head install less ln ls mkdir more mv rm rmdir rsync scp shred tail tee touch truncate unlink'.split(
    ' ',
  ),
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '.');

const objectOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};

/** Where a call names the directory that its command runs in. */
const DIR_FIELDS = ['workdir', 'dir_path', 'directory'];

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'dir_path'];
