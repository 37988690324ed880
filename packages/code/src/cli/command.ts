import { type ParseArgsConfig, parseArgs } from 'node:util';
import { commandMeant, optionFault } from '@wavehooks/hooks/vocabulary';

/** Something the user asked for wrongly: told in one text, exit 1. */
export class UsageError extends Error {
  /** Told apart by this, since each bundle has a class of its own. */
  readonly isUsage = true;
}

/**
 * Whether the text of an error is all that its user needs: a wrong call, a settings file that cannot
 * be read, or a file that the system does not give out. Everything else is a fault of ours.
 */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Error &&
  ('isUsage' in error || 'isSettings' in error || ('syscall' in error && 'path' in error));

/** The user asked how to call a command. */
export class HelpRequest extends Error {
  readonly isHelp = true;
}

export const isHelpRequest = (error: unknown): error is HelpRequest =>
  error instanceof Error && 'isHelp' in error;

/** Why nothing more can be written: nobody reads it, or it does not go where it should, e.g. a full disk. */
export type Broken = { readonly is: 'unread' } | { readonly is: 'failed'; readonly reason: string };

/** What a command needs of the world, so that it can be run anywhere. */
export interface Io {
  readonly out: (text: string) => void;
  /** What to do when stdout breaks, in place of leaving at once. What is written later goes nowhere. */
  readonly whenBroken: (act: (broken: Broken) => void) => void;
  readonly err: (text: string) => void;
  readonly readStdin: () => Promise<string>;
  /** The same, but given up where not even a first byte or the end comes in time: undefined. */
  readonly readPiped: (firstByteMs: number) => Promise<string | undefined>;
  /** Line by line as they come, without their ends. */
  readonly readLines: (signal: AbortSignal) => AsyncIterable<string>;
  readonly stdinIsTerminal: () => boolean;
  readonly stdoutIsTerminal: () => boolean;
  readonly cwd: string;
  readonly color: boolean;
}

/** How long a first byte may take: an open input that nobody writes to is common where programs start programs. */
export const FIRST_BYTE_MS = 3_000;

/** Returns the exit code. */
export type Command = (args: string[], io: Io) => Promise<number>;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads arguments; what is wrong with them ends with the command's usage. */
export function readArgs<const O extends Options>(args: string[], options: O, usage: string) {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.includes('--help') || own.includes('-h')) throw new HelpRequest(usage);
  try {
    const read = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
    refuseSecond(read.tokens);
    refuseEmpty(read.tokens);
    return read;
  } catch (error) {
    throw new UsageError(
      `${faultOf((error as Error).message, args, Object.keys(options))}\n${usage}`,
    );
  }
}

/** The last one wins; but a file of guards that is named first must not be passed over in silence. */
function refuseSecond(tokens: readonly Token[]): void {
  const given = tokens.flatMap((token) =>
    token.kind === 'option' && token.name === 'settings' ? [token.value] : [],
  );
  const other = given.find((file) => file !== given[0]);
  if (other !== undefined)
    throw new Error(`--settings: expected once, got "${given[0]}" and "${other}"`);
}

/** An unset variable of a script, as in `--settings "$GUARDS"`, must not start anything without its guards. */
function refuseEmpty(tokens: readonly Token[]): void {
  for (const token of tokens)
    if (token.kind === 'option' && token.value === '' && Object.hasOwn(NAMED, token.name))
      throw new Error(`--${token.name}: expected ${NAMED[token.name]}, got ""`);
}

/** Options that mean nothing without a value. */
const NAMED: Readonly<Record<string, string>> = {
  settings: 'a file',
  'mcp-config': 'a file',
  'output-schema': 'a file',
  model: 'the name of a model',
  'add-dir': 'a directory',
  'append-system-prompt': 'a text',
  'append-system-prompt-file': 'a file',
};

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** For commands that take no further words: one that is ignored was meant for something. */
export function refuseMore(words: readonly string[], usage: string): void {
  if (words.length > 0) throw new UsageError(`unexpected words: ${words.join(' ')}\n${usage}`);
}

/** Node's advice for a value that begins with a dash is to write what is no value here either. */
function faultOf(message: string, args: readonly string[], known: readonly string[]): string {
  const option = /^Option '(-[^' ,]+)[^']*' argument is ambiguous/.exec(message)?.[1];
  if (option === undefined) return optionFault(message, known);
  return `${option}: expected a value, got "${args[args.indexOf(option) + 1] ?? ''}"`;
}

/** What a table of commands does not have: the one that was probably meant, else all there are. */
export function noCommand(
  of: string,
  name: string,
  known: readonly string[],
  help: string,
  elsewhere?: Readonly<Record<string, string>>,
): UsageError {
  const meant = commandMeant(name, known, elsewhere);
  return new UsageError(
    meant === undefined
      ? `${of} has no command "${name}"\n\n${help}`
      : `${of} has no command "${name}"; did you mean "${of} ${meant}"?\n"${of} --help" lists them all.`,
  );
}

/** Every end has a text that a person can use. Returns the exit code. */
export function report(error: unknown, io: Pick<Io, 'out' | 'err'>): number {
  if (isHelpRequest(error)) {
    io.out(`${error.message}\n`);
    return 0;
  }
  const expected = isExpected(error);
  const text = error instanceof Error ? error.message : String(error);
  io.err(`wave: ${expected ? '' : 'this should not have happened: '}${text}\n`);
  if (!expected && process.env['WAVE_DEBUG'] && error instanceof Error) io.err(`${error.stack}\n`);
  return 1;
}
