import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { familyOf } from './names/interpreters.ts';
import { splitWords, type Variables, type Word } from './names/words.ts';

/** What a command starts first, as far as that can be told without a shell. */
export interface Started {
  readonly program: string;
  /** The file that an interpreter is given to run. */
  readonly script?: string;
}

/** Words that run the command after them. */
const PREFIXES: ReadonlySet<string> = new Set(['exec', 'env', 'command', 'nohup', 'time']);
/** Words of the shell that read a file, as interpreters do. */
const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);

/** undefined where only a shell could tell. */
export function startedBy(command: string, variables: Variables): Started | undefined {
  const all = splitWords(command, variables).words;
  if (all.some(isShells)) return undefined;
  const words = all.filter(isCommand);
  const first = words.findIndex(({ text = '' }) => !PREFIXES.has(basename(text)));
  const [program, ...args] = words.slice(Math.max(first, 0));
  // What follows `env` or `exec` may also be an option, or the number of a stream.
  if (!program?.text || (first > 0 && /^(-|\d+$)/.test(program.text))) return undefined;
  const script = runsFile(program.text) ? scriptAmong(program.text, args) : undefined;
  return { program: program.text, ...(script === undefined ? {} : { script }) };
}

/** What is put together by the shell, perhaps by programs of its own, and where it looks for the next ones. */
const isShells = ({ sets, text }: Word) =>
  sets === 'PATH' || (sets !== undefined && text === undefined);

const isCommand = ({ sets, written }: Word) => !written && sets === undefined;

const runsFile = (program: string) => SOURCES.has(program) || familyOf(program) !== undefined;

/** Options that come with the program's text, or with a module's name, in place of a file. */
const WITHOUT_FILE = { shell: /^-(\w*[cs]\w*)?$/, other: /^-(\w*[cemprE]\w*|-eval|-print)?$/ };

/** Only an argument that is clearly a file is one; after options, which may have values, still more so. */
function scriptAmong(program: string, args: readonly Word[]): string | undefined {
  const at = args.findIndex(({ text }) => !text?.startsWith('-'));
  const options = at === -1 ? args : args.slice(0, at);
  const ends = WITHOUT_FILE[/sh$/.test(program) ? 'shell' : 'other'];
  if (options.some(({ text = '' }) => ends.test(text))) return undefined;
  const script = args[at]?.text;
  const isFile = options.length === 0 ? /[/.]/ : /^\.{0,2}\/|\.\w{1,4}$/;
  return script !== undefined && isFile.test(script) && !/^\w+:/.test(script) ? script : undefined;
}

/** Node finds a file also without its ending. */
export const isThere = (dir: string, name: string): boolean =>
  ['', '.js'].some((ending) => existsSync(resolve(dir, name) + ending));

/** The file that a command is to start and that is not there, seen from where it runs. */
export function missingFile(
  command: string,
  dir: string,
  variables: Variables,
): string | undefined {
  const { program = '', script } = startedBy(command, variables) ?? {};
  const files = [...(program.includes('/') ? [program] : []), ...(script ? [script] : [])];
  const missing = files.find((name) => !isThere(dir, name));
  return missing && resolve(dir, missing);
}
