import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { splitWords, type Word } from './words.ts';

/** The files that a command runs, as far as they can be told. */
export interface Scripts {
  /**
   * As the command names them, with variables filled in: absolute, or relative to where it runs. The
   * program itself is among them even when it is missing, so that none can appear unseen.
   */
  readonly files: readonly string[];
  /** Whether all that the command runs is among them; else part of its content is not covered. */
  readonly coverage: 'full' | 'partial' | 'none';
}

/** Programs that run a script given as their first argument. */
export const INTERPRETERS: ReadonlySet<string> = new Set([
  ...[
    'sh',
    'bash',
    'dash',
    'zsh',
    'ksh',
    'fish',
    'python',
    'python3',
    'node',
    'nodejs',
    'deno',
    'bun',
  ],
  ...['ruby', 'perl', 'php', 'lua', 'tsx', 'ts-node'],
]);

/** Finds the script files of a shell command, relative ones seen from the project's root. */
export function scriptsOf(
  command: string,
  projectDir: string,
  home = homedir(),
  more: Readonly<Record<string, string>> = {},
): Scripts {
  const variables = { WAVE_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir, HOME: home };
  const { words, simple } = splitWords(command, { ...variables, ...more });
  return scriptsIn(words.filter(isNoAssignment), simple, projectDir);
}

/** The same for a program with its arguments, as an MCP server has them; undefined are those nobody knows. */
export const scriptsOfProgram = (
  argv: readonly (string | undefined)[],
  projectDir: string,
): Scripts =>
  scriptsIn(
    argv.map((text) => ({ text })),
    true,
    projectDir,
  );

function scriptsIn(words: readonly Word[], simple: boolean, projectDir: string): Scripts {
  const run = words.filter(({ written }) => !written);
  const named = run.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const program = programOf(named) ?? '';
  const isMissing = program.includes('/') && !existsSync(resolve(projectDir, program));
  const found = named.filter((text) => isScript(text, projectDir));
  const files = [...new Set(isMissing ? [...found, program] : found)];
  if (files.length === 0) return { files, coverage: 'none' };
  const full = simple && named.length === run.length && files.includes(program);
  return { files, coverage: full ? 'full' : 'partial' };
}

/** What really runs: the program itself, or the script that its interpreter was given. */
function programOf([program, ...args]: readonly string[]): string | undefined {
  if (program === undefined || !INTERPRETERS.has(basename(program))) return program;
  return args[0]?.startsWith('-') ? undefined : args[0];
}

const isNoAssignment = ({ text }: Word) => text === undefined || !/^[A-Za-z_]\w*=/.test(text);

/** A file whose content matters: any in the project, and elsewhere one that is no compiled program. */
function isScript(name: string, projectDir: string): boolean {
  const path = resolve(projectDir, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  const inside = relative(projectDir, path);
  return (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) || !isBinary(path);
}

function isBinary(path: string): boolean {
  const start = Buffer.alloc(512);
  try {
    const fd = openSync(path, 'r');
    const length = readSync(fd, start, 0, start.length, 0);
    closeSync(fd);
    return start.subarray(0, length).includes(0);
  } catch {
    return true;
  }
}
