import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isStarter, readText, type Variables } from './names/commands.ts';
import { familyOf } from './names/interpreters.ts';

/** What a command starts first, as far as that can be told without a shell. */
export interface Started {
  readonly program: string;
  /** The file that an interpreter is given to run. */
  readonly script?: string;
}

/** Words of the shell that read a file, as interpreters do. */
const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);

/** undefined where only a shell could tell. */
export function startedBy(command: string, variables: Variables): Started | undefined {
  const { commands } = readText(command, variables);
  if (commands.some(({ sets }) => sets.some(isShells))) return undefined;
  const at = commands.findIndex(({ argv, starts }) => argv.length > 0 && !starts);
  const { argv: [program, ...rest] = [], reads = [] } = commands[at] ?? {};
  // Options of `env` and the like may change where a program is looked for, or start none.
  const before = commands.slice(0, at).flatMap(({ argv }) => argv.slice(1));
  if (!program || isStarter(program) || before.some((arg) => arg?.startsWith('-')))
    return undefined;
  const args = [...rest, ...reads];
  const script = runsFile(program) ? scriptAmong(program, args) : undefined;
  return { program, ...(script === undefined ? {} : { script }) };
}

/** The same for a program with its arguments, which no shell touches. */
export function startedByProgram([program = '', ...args]: readonly string[]): Started {
  const script = familyOf(program) === undefined ? undefined : scriptAmong(program, args);
  return { program, ...(script === undefined ? {} : { script }) };
}

/** What is put together by the shell, perhaps by programs of its own, and where it looks for the next ones. */
const isShells = ([name, value]: readonly [string, string | undefined]) =>
  name === 'PATH' || value === undefined;

const runsFile = (program: string) => SOURCES.has(program) || familyOf(program) !== undefined;

/** Options that come with the program's text, or with a module's name, in place of a file. */
const WITHOUT_FILE = { shell: /^-(\w*[cs]\w*)?$/, other: /^-(\w*[cemprE]\w*|-eval|-print)?$/ };

/** Only an argument that is clearly a file is one; after options, which may have values, still more so. */
function scriptAmong(program: string, args: readonly (string | undefined)[]): string | undefined {
  const at = args.findIndex((arg) => !arg?.startsWith('-'));
  const options = at === -1 ? args : args.slice(0, at);
  const ends = WITHOUT_FILE[/sh$/.test(program) ? 'shell' : 'other'];
  if (options.some((option = '') => ends.test(option))) return undefined;
  const script = args[at];
  const isFile = options.length === 0 ? /[/.]/ : /^\.{0,2}\/|\.\w{1,4}$/;
  return script !== undefined && isFile.test(script) && !/^\w+:/.test(script) ? script : undefined;
}

/** Node finds a file also without its ending. */
export const isThere = (dir: string, name: string): boolean =>
  ['', '.js'].some((ending) => existsSync(resolve(dir, name) + ending));
