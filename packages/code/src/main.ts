import { leave } from '@wavehooks/process';
import { type Command, FIRST_BYTE_MS, noCommand, report, UsageError } from './cli/command.ts';
import { processIo, whenWritten } from './cli/io.ts';
import { COMMANDS } from './commands.ts';

declare const WAVE_VERSION: string;

/** Commands that people look for here, and where they are. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['init', 'test', 'list', 'doctor', 'explain', 'review', 'approve', 'import', 'log'].map(
      (name) => [name, `hooks ${name}`],
    ),
  ),
  run: '-p',
  ask: '-p',
  exec: '-p',
  version: '--version',
  continue: '--continue',
  history: 'sessions',
  rewind: 'undo',
  demo: 'tour',
  docs: 'help',
  man: 'help',
  manual: 'help',
};

const help = () =>
  `wave ${WAVE_VERSION}\n\nusage: wave [options]      the agent, in the terminal (wave -p --help lists the options)\n       wave -p "prompt"    answer one prompt, without a screen; a piped prompt works too:\n                           echo "prompt" | wave [options]\n       wave <command>\n\n${Object.entries(
    COMMANDS,
  )
    .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
    .join('\n')}\n\n  --version  print the version\n  --help     print this\n`;

const wave: Command = async (all, io) => {
  const [name, ...args] = all;
  // A command's own arguments may hold one: `wave mcp add db -- serve -p 5432`.
  const isCommand = name !== undefined && Object.hasOwn(COMMANDS, name);
  if (!isCommand && (all.some((arg) => PRINTS.test(arg)) || readsLines(all, io)))
    return (await import('./agent/index.ts')).print(all, io);
  if (name === '--version' || name === '-v') io.out(`${WAVE_VERSION}\n`);
  else if (name === '--help' || name === '-h') io.out(help());
  else if (startsScreen(name, io)) return (await import('./screen/load.ts')).screen(all, io);
  else if (takesPrompt(name, all, io)) return piped(all, io);
  else if (name === undefined) io.out(help());
  else if (isCommand) return (await COMMANDS[name]?.load())?.(args, io) ?? 0;
  else if (name.startsWith('-')) throw await lacksTerminal(all);
  else throw noCommand('wave', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return 0;
};

const PRINTS = /^(-p|--print)$/;

/** Prompts that come line by line are not to be read to their end first. */
const readsLines = (all: readonly string[], io: typeof processIo) =>
  all.some((arg) => /^--input-format(=|$)/.test(arg)) && !io.stdinIsTerminal();

/** `echo prompt | wave`: the same as with -p. Without a word on stdin there is nothing to send. */
const piped: Command = async (all, io) => {
  const prompt = (await io.readPiped(FIRST_BYTE_MS))?.trim();
  if (prompt) return (await import('./agent/index.ts')).printPiped(prompt)(all, io);
  if (all.length > 0) throw await lacksTerminal(all);
  io.out(help());
  return 0;
};

/** Options that are wrong are wrong with a terminal as well, so that comes first. */
async function lacksTerminal(all: string[]): Promise<UsageError> {
  (await import('./agent/index.ts')).readFlags(all);
  return new UsageError(NEEDS_TERMINAL);
}

const NEEDS_TERMINAL =
  'the screen, and --plain, need a terminal as stdin and stdout. Without one: wave -p "prompt" (wave --help lists the rest)';

/** Without a command, at a terminal: the screen, with whatever options are given. */
const startsScreen = (name: string | undefined, io: typeof processIo) =>
  (name === undefined || name.startsWith('-')) && io.stdinIsTerminal() && io.stdoutIsTerminal();

/** Without a command, and with something else than a terminal to read from. */
const takesPrompt = (name: string | undefined, all: readonly string[], io: typeof processIo) =>
  (name === undefined || name.startsWith('-')) && !io.stdinIsTerminal() && !all.includes('--plain');

async function main(): Promise<void> {
  const all = process.argv.slice(2);
  const code = await wave(all, processIo).catch((error) => report(error, processIo));
  process.exitCode = code;
  if (isStartedOften(all)) whenWritten(() => leave(code));
}

/** What scripts and other agents start again and again. When it returns, nothing is left to do. */
function isStartedOften([name, verb]: readonly string[]): boolean {
  if (name === undefined || name.startsWith('-')) return !startsScreen(name, processIo);
  return (name === 'hooks' && verb === 'run') || (name === 'guard' && verb !== 'serve');
}

void main();
