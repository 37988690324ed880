import { type ParseArgsConfig, parseArgs } from 'node:util';
import { optionFault } from '@wavehooks/hooks/vocabulary';
import type { Patience, Sink, Stdin } from './stdin.ts';

/** Something the user asked for wrongly: told in one text, exit 1. */
export class UsageError extends Error {}

/** The user asked how to call a command. */
export class HelpRequest extends Error {}

/** What a command needs of the world, so that it can be run anywhere. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads stdin, however it was left: closed, a file, or held open by somebody who forgot it. */
  readonly drain: (patience: Patience, sink: Sink) => Promise<Stdin['ended']>;
  /** Whether stdin is a terminal or the like. */
  readonly stdinIsDevice: () => boolean;
}

/** Returns the exit code. */
export type Command = (args: string[], io: Io) => Promise<number>;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads options. A stray word is more likely a mistake than meant to be ignored. */
export function readFlags<const O extends Options>(args: string[], options: O, usage: string) {
  const { values, positionals } = readArgs(args, options, usage);
  if (positionals.length > 0) throw new UsageError(`what is "${positionals[0]}"?\n${usage}`);
  return values;
}

/** Reads options and words; what is wrong with them ends with the command's usage. */
export function readArgs<const O extends Options>(args: string[], options: O, usage: string) {
  if (args.includes('--help') || args.includes('-h')) throw new HelpRequest(usage);
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const fault = optionFault((error as Error).message, Object.keys(options));
    throw new UsageError(`${fault}\n${usage}`);
  }
}

/** Every end has a text that a person can use. Returns the exit code. */
export function report(error: unknown, io: Pick<Io, 'out' | 'err'>): number {
  if (error instanceof HelpRequest) {
    io.out(`${error.message}\n`);
    return 0;
  }
  const expected = error instanceof UsageError;
  const text = error instanceof Error ? error.message : String(error);
  io.err(`ccc: ${expected ? '' : 'this should not have happened: '}${text}\n`);
  return 1;
}
