import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { HookInput } from '@wavehooks/hooks';
import type { CommandWords } from '@wavehooks/shell/runs';
import type { Shell } from './incoming.ts';

type Raw = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Inputs with what their call does, for hooks that do not want to know the tools of every agent. The reader
 * of shell commands is large, and loaded only where there is one to read.
 */
export const withActions = (
  inputs: readonly HookInput[],
  shell: Shell,
  env: Variables,
): Promise<readonly HookInput[]> =>
  Promise.all(
    inputs.map(async (input) => ({
      ...input,
      ...(await actionOf(input as unknown as Raw, shell, env)),
    })),
  );

async function actionOf(
  { tool_name, tool_input, cwd }: Raw,
  shell: Shell,
  env: Variables,
): Promise<Raw> {
  if (typeof tool_name !== 'string') return {};
  const input = objectOf(tool_input);
  const { command } = input;
  const isRun = tool_name === 'Bash' && typeof command === 'string';
  const at = resolve(String(cwd), ...DIR_FIELDS.map((field) => textOf(input[field])));
  const run = isRun ? await runBy(command, at, shell, env) : undefined;
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
  env: Variables,
): Promise<Raw & { paths: readonly string[] }> {
  const [{ commandsIn }, { wordsIn }] = await Promise.all([
    import('@wavehooks/shell'),
    import('@wavehooks/shell/runs'),
  ]);
  const paths = pathsIn(wordsIn(shell === 'sh' ? text : slashed(text), env), cwd);
  if (shell === 'powershell') return { commands: [], unread: [{ part: text, why: UNREAD }], paths };
  const plain = JSON.stringify(commandsIn(text), (_, value) => value ?? null);
  return { ...(JSON.parse(plain) as Raw), paths };
}

/** Its words look like those of sh, and mean other things: `% { rm x }` would be a program `%`. */
const UNREAD = 'it is in the words of PowerShell';

/** There, a backslash stands between directories. */
export const slashed = (text: string): string => text.replaceAll('\\', '/');

/** Every file that the words of commands name, from each directory that they may run in. */
function pathsIn(commands: readonly CommandWords[], cwd: string): string[] {
  const dirs = [cwd];
  const words: string[] = [];
  for (const { program = '', path, args, files } of commands) {
    words.push(...(path?.includes('/') ? [path] : []), ...files);
    const into = CHANGES.test(program) ? args[0] : args[args.indexOf(GOES[program] ?? '') + 1];
    const isLed = CHANGES.test(program) || args.includes(GOES[program] ?? '');
    if (isLed && into) dirs.push(resolve(dirs.at(-1) ?? cwd, home(into)));
    if (!CHANGES.test(program))
      words.push(...args.flatMap((word, at) => namesIn(word, program, args[at - 1], dirs)));
  }
  const found = words.flatMap((word) => dirs.flatMap((dir) => fitting(resolve(dir, home(word)))));
  return [...new Set([...dirs.slice(1), ...found])];
}

/** Leads all that follows into another directory; the option that does so for one command. */
const CHANGES = /^(cd|chdir|pushd)$/;
const GOES: Readonly<Record<string, string>> = { git: '-C', make: '-C', tar: '-C', pnpm: '-C' };

/** An option may have a file for its value: `of=disk`, `--output=a`, `-I../include`, `-o out`. */
function namesIn(
  word: string,
  program: string,
  before: string | undefined,
  dirs: readonly string[],
): string[] {
  const value = /^(?:[\w-]+=|-\w+?(?=[.~/]))(.+)$/s.exec(word)?.[1];
  if (value !== undefined) return looksNamed(value, dirs) ? [value] : [];
  if (word.startsWith('-')) return [];
  const isFile = TAKE_FILES.has(program) || /^(-o|--out(put)?(-\w+)?)$/.test(before ?? '');
  return isFile || looksNamed(word, dirs) ? [word] : [];
}

/** With a directory or an ending, or there under that name; an address is no file. */
const looksNamed = (word: string, dirs: readonly string[]): boolean =>
  !/^\w[\w+.-]*:\/\//.test(word) &&
  (/^[.~]|\/|^[\w@.-]+\.[a-z]\w{0,9}$/i.test(word) ||
    dirs.some((dir) => fitting(resolve(dir, word)).some((path) => existsSync(path))));

/** What a wildcard fits now; where it may fit half a disk, the directory that it begins in. */
function fitting(path: string): readonly string[] {
  const parts = path.split('/');
  const wild = parts.filter((part) => WILD.test(part)).length;
  if (wild === 0) return [path];
  if (wild > MAX_WILD)
    return [
      parts
        .slice(
          0,
          parts.findIndex((part) => WILD.test(part)),
        )
        .join('/') || '/',
    ];
  const found = globSync(path.replaceAll(/\*+/g, '*'));
  return found.length > 0 ? found : [path];
}

const WILD = /[*?[]/;
const MAX_WILD = 2;

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
