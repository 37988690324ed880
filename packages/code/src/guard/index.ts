import { leave } from '@wavehooks/process';
import { type Command, report } from '../cli/command.ts';
import { processIo, whenWritten } from '../cli/io.ts';
import { answer } from './answer.ts';
import { AGENT_NAMES, AGENTS } from './table/agents.ts';

/** Each loaded when it is called: an event of an agent pays for none of them. */
export const COMMANDS: Readonly<
  Record<string, { readonly about: string; readonly load: () => Promise<Command> }>
> = {
  install: {
    about: "add entries for Wave to an agent's own settings",
    load: async () => (await import('./install.ts')).install,
  },
  uninstall: {
    about: 'take them out again, to the byte',
    load: async () => (await import('./install.ts')).uninstall,
  },
  status: {
    about: 'which agents are guarded, what they cannot do, and the resident process',
    load: async () => (await import('./status.ts')).status,
  },
  test: {
    about: 'start an agent once, and see that it asks',
    load: async () => (await import('./trial/test-agent.ts')).testAgent,
  },
  stop: {
    about: 'end the resident process that answers the entries',
    load: async () => (await import('./resident/manage.ts')).stop,
  },
  serve: {
    about: 'the resident process itself; the first event starts it',
    load: async () => (await import('./resident/serve.ts')).serve,
  },
};

/** `wave guard`: the hooks of this project for another agent. */
export const guard: Command = async (args, io) => {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.load() : undefined;
  return command ? command(rest, io) : answer(args, io);
};

/** What `bin/guard.cjs` calls. */
export async function main(args: string[]): Promise<void> {
  const code = await guard(args, processIo).catch((error) => report(error, processIo));
  process.exitCode = code;
  whenWritten(() => leave(code));
}

const help = () =>
  [
    "wave guard: this project's hooks for another agent",
    '',
    'usage: wave guard <command> [options]',
    '       wave guard <agent> < event.json     what the entries run',
    '',
    ...Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`),
    '',
    ...AGENT_NAMES.map((name) => `  ${name.padEnd(12)} ${AGENTS[name].title}`),
    '',
  ].join('\n');
