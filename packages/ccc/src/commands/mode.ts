import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { readMode, writeMode } from '../config/mode.ts';
import { placeOf } from '../config/place.ts';

const USAGE = 'usage: ccc supervisor-mode [on | off]';

/** `ccc supervisor-mode`: switches reviews for all sessions; on also wakes those that rest. */
export const supervisorMode: Command = async (args, io) => {
  const { positionals } = readArgs(args, {}, USAGE);
  const [word, ...rest] = positionals;
  const { mode } = placeOf(io.env);
  if (rest.length > 0 || (word !== undefined && word !== 'on' && word !== 'off'))
    throw new UsageError(`expected "on" or "off", got "${positionals.join(' ')}"\n${USAGE}`);
  if (word !== undefined) switchTo(mode, word === 'on');
  io.out(`supervisor mode is ${readMode(mode).on ? 'on' : 'off'}\n`);
  return 0;
};

function switchTo(file: string, on: boolean): void {
  try {
    writeMode(file, on);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written: ${(error as Error).message}`);
  }
}
