import { commandsIn, type ShellCommands } from '@wavehooks/shell';
import { type Command, type Io, readArgs, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';

const OPTIONS = {
  event: { type: 'boolean', about: "a hook's event on stdin; reads its tool_input.command" },
} as const;

const USAGE = usageOf({
  forms: [
    "wave shell parse COMMAND          the command as one argument: wave shell parse 'git push -f'",
    'wave shell parse < FILE           the command on stdin',
    'wave shell parse --event < FILE',
  ],
  about: `Prints as JSON every command that a shell would run, one on a line, and under "unread" what cannot be
known before it runs. Unknown values are null. See "wave help shell".`,
  options: OPTIONS,
});

/** `wave shell parse`: exit 0 with the JSON, exit 1 with a text where there is no command to read. */
export const parse: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const text = values.event
    ? await commandOfEvent(positionals, io)
    : await commandGiven(positionals, io);
  io.out(asJson(commandsIn(text)));
  return 0;
};

/** Words that a shell has already taken apart cannot be put together again: quotes are gone. */
async function commandGiven(words: readonly string[], io: Io): Promise<string> {
  const [text, ...more] = words;
  if (more.length > 0)
    throw new UsageError(`expected the command as one argument, got ${words.length}\n${USAGE}`);
  const given = text ?? (io.stdinIsTerminal() ? '' : await io.readStdin());
  // An unset variable in a script must not look like a command that runs nothing.
  if (given.trim() === '') throw new UsageError(`expected a command, got nothing\n${USAGE}`);
  return given;
}

async function commandOfEvent(words: readonly string[], io: Io): Promise<string> {
  if (words.length > 0)
    throw new UsageError(`--event reads stdin and takes no argument, got "${words[0]}"\n${USAGE}`);
  const { tool_input: input } = objectOf(await eventGiven(io));
  const { command } = objectOf(input);
  if (typeof command === 'string') return command;
  throw new UsageError(`stdin: expected an event with a text in tool_input.command`);
}

async function eventGiven(io: Io): Promise<unknown> {
  try {
    return JSON.parse(await io.readStdin());
  } catch (error) {
    throw new UsageError(`stdin: expected an event as JSON: ${(error as Error).message}`);
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** One command on a line, its fields always in the same order: tools that go by lines can read it, too. */
const asJson = ({ commands, unread }: ShellCommands): string =>
  `{"commands":[${linesOf(commands)}],"unread":[${linesOf(unread)}]}\n`;

const linesOf = (list: readonly object[]): string =>
  list.map((one) => `\n${JSON.stringify(one, unknownAsNull)}`).join(',') +
  (list.length > 0 ? '\n' : '');

const unknownAsNull = (_: string, value: unknown): unknown => (value === undefined ? null : value);
