import { rmSync } from 'node:fs';
import { guardAgainstKills } from '@wavehooks/process';
import { giveBack, holdLock, isAlive, ownName } from '@wavehooks/process/files';
import { type Command, readArgs, refuseMore, UsageError } from '../../cli/command.ts';
import { onSignals } from '../../cli/signals.ts';
import { usageOf } from '../../cli/usage.ts';
import { buildOnDisk, faultOfPlace, placeOf } from './place.ts';
import { openServer } from './server.ts';

const FLAGS = {
  idle: { type: 'string', value: 'SECONDS', about: 'end after so long without an event; 600' },
} as const;

const USAGE = usageOf({ forms: ['wave guard serve [options]'], options: FLAGS });

const IDLE_S = 600;

/** `wave guard serve`: the resident process. One for each build: a second one ends at once. */
export const serve: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const idleS = Number(values.idle ?? IDLE_S);
  if (!(idleS > 0))
    throw new UsageError(`--idle: expected seconds, got "${values.idle}"\n${USAGE}`);
  const build = buildOnDisk();
  if (build === undefined) throw new UsageError('this Wave is not built');
  const place = placeOf(build);
  const fault = faultOfPlace(place);
  if (fault !== undefined) throw new UsageError(fault);
  const me = ownName();
  if (holdLock(place.lock, me, isAlive) !== undefined) return 0;
  guardAgainstKills();
  // Whoever had it is dead: the lock says so.
  rmSync(place.socket, { force: true });
  const server = await openServer({ place, build, idleMs: idleS * 1_000 });
  onSignals(server.stop);
  await server.ended;
  giveBack(place.lock, me);
  io.out('');
  return 0;
};
