import { type Command, type Io, report } from '../src/cli/command.ts';
import { COMMANDS } from '../src/commands.ts';
import type { Result } from './start-wave.ts';

/**
 * Commands that read files, write files and end: run here, they say and do what a process would, without its start.
 * `bin.test.ts` compares the two. What runs hooks, asks a model or listens gets a process.
 */
export const HERE = {
  guard: ['install', 'uninstall', 'status'],
  hooks: ['list', 'explain', 'doctor', 'review', 'approve', 'enable', 'disable', 'import', 'init'],
  permissions: ['list', 'add', 'remove', 'explain'],
  mcp: ['add', 'remove'],
} as const satisfies Partial<Record<keyof typeof COMMANDS, readonly string[]>>;

export const runsHere = ([name = '', verb = '']: readonly string[]): boolean =>
  Object.hasOwn(HERE, name) &&
  (HERE as Record<string, readonly string[]>)[name]?.includes(verb) === true;

interface Around {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

/** One at a time: a process has one environment and one current directory. */
let last: Promise<unknown> = Promise.resolve();

/** Runs one of the commands above. */
export async function waveHere([name = '', ...args]: string[], around: Around): Promise<Result> {
  const run = last.then(async () => {
    const command = await COMMANDS[name]?.load();
    if (!command) throw new Error(`no command ${name}`);
    return within(around, () => inProcess(command, args, around.cwd, around.stdin));
  });
  last = run.catch(() => {});
  return run;
}

/** Runs something in another environment, and puts back the one that was. */
async function within<T>({ cwd, env }: Around, run: () => Promise<T>): Promise<T> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  surround({ cwd, env });
  try {
    return await run();
  } finally {
    surround(before);
  }
}

function surround({ cwd, env }: Pick<Around, 'cwd' | 'env'>): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value;
  process.chdir(cwd);
}

/** A command with a world of its own: no terminal, and what it says is kept. */
export async function inProcess(
  command: Command,
  args: string[],
  cwd: string,
  stdin = '',
): Promise<Result> {
  const said = { stdout: '', stderr: '' };
  const io: Io = {
    cwd,
    color: false,
    out: (text) => {
      said.stdout += text;
    },
    err: (text) => {
      said.stderr += text;
    },
    whenBroken: () => {},
    readStdin: async () => stdin,
    readPiped: async () => stdin,
    readLines: async function* () {},
    stdinIsTerminal: () => false,
    stdoutIsTerminal: () => false,
  };
  try {
    return { code: await command(args, io), ...said };
  } catch (error) {
    return { code: report(error, io), ...said };
  }
}
