import { Readable } from 'node:stream';
import { needBuild } from '../../../test/need-build.ts';
import { type Surroundings, within } from '../../../test/surround.ts';
import { type Command, type Io, report } from '../src/cli/command.ts';
import { linesOf } from '../src/cli/lines-of.ts';
import { COMMANDS } from '../src/commands.ts';
import type { Result } from './start-wave.ts';

/** Every verb of a command, and the command without one. */
const ALL = 'all';

/**
 * Commands that do their work and end: run here, they say and do what a process would, without its start.
 * `in-process.test.ts` compares the two. What listens, or has a terminal, a signal or a parent, gets a process.
 */
export const HERE: Readonly<Record<string, typeof ALL | readonly string[]>> = {
  '-p': ALL,
  guard: ['install', 'uninstall', 'status'],
  hooks: [
    ...['list', 'explain', 'doctor', 'review', 'approve', 'enable', 'disable', 'import', 'init'],
    ...['test', 'run', 'sample', 'replay'],
  ],
  permissions: ALL,
  mcp: ['add', 'remove', 'list', 'test', 'import', 'logout'],
  agents: ALL,
  skills: ALL,
  models: ALL,
  sessions: ALL,
  undo: ALL,
  log: ALL,
  stats: ALL,
  shell: ALL,
  trace: ALL,
  help: ALL,
};

export function runsHere([name = '', verb = '']: readonly string[]): boolean {
  const verbs = Object.hasOwn(HERE, name) ? HERE[name] : [];
  return verbs === ALL || verbs?.includes(verb) === true;
}

/** They read files that the build puts beside them. */
const WITH_BUILT = ['guard', 'help', 'stats', 'trace'];

/** Runs one of the commands above. */
export const waveHere = (
  all: string[],
  { stdin, ...around }: Surroundings & { readonly stdin?: string },
): Promise<Result> =>
  within(around, async () => {
    const [name = '', ...args] = all;
    if (WITH_BUILT.includes(name) || args[0] === 'init') needBuild();
    if (name === '-p')
      return inProcess((await import('../src/agent/index.ts')).print, all, around.cwd, stdin);
    const command = await COMMANDS[name]?.load();
    if (!command) throw new Error(`no command ${name}`);
    return inProcess(command, args, around.cwd, stdin);
  });

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
    readLines: (signal) => linesOf(Readable.from([Buffer.from(stdin)]), signal),
    stdinIsTerminal: () => false,
    stdoutIsTerminal: () => false,
  };
  try {
    return { code: await command(args, io), ...said };
  } catch (error) {
    return { code: report(error, io), ...said };
  }
}
