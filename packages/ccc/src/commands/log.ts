import { type Command, readFlags, UsageError } from '../cli/command.ts';
import { oneLine, shortened } from '../cli/text.ts';
import { placeOf } from '../config/place.ts';
import { type LogLine, readLog } from '../state/log.ts';

const USAGE = 'usage: ccc log [--session TEXT] [-n LINES] [--json]';

/** `ccc log`: what was reviewed, oldest first. */
export const log: Command = async (args, io) => {
  const flags = {
    json: { type: 'boolean' },
    session: { type: 'string' },
    lines: { type: 'string', short: 'n' },
  } as const;
  const values = readFlags(args, flags, USAGE);
  const most = Number(values.lines ?? 50);
  if (!Number.isSafeInteger(most) || most < 1)
    throw new UsageError(`-n: expected a whole number from 1 on, got ${values.lines}\n${USAGE}`);
  const lines = readLog(placeOf(io.env).log)
    .filter(({ session }) => values.session === undefined || session.includes(values.session))
    .slice(-most);
  for (const line of lines) io.out(`${values.json ? JSON.stringify(line) : textOf(line)}\n`);
  if (lines.length === 0 && !values.json) io.out('nothing has been reviewed yet\n');
  return 0;
};

const textOf = ({ at, session, event, iteration, verdict, reason, ms }: LogLine): string =>
  [
    at,
    oneLine(session),
    `${event} ${iteration}`,
    `${verdict} after ${(ms / 1000).toFixed(1)} s`,
    shortened(oneLine(reason), 200),
  ].join('  ');
