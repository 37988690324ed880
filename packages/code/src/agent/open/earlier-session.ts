import { findSession, latestSession, listSessions, sessionsDir } from '@wavehooks/agent-sdk';
import { projectDirOf } from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';
import type { PrintFlags } from './flags.ts';

/** The session that the command line goes on with; undefined for a new one. */
export function earlierSession(
  { goOn, resume }: Pick<PrintFlags, 'goOn' | 'resume'>,
  io: Pick<Io, 'cwd' | 'err'>,
  home: string,
): string | undefined {
  const dir = sessionsDir(home, projectDirOf(io.cwd));
  if (resume !== undefined) {
    const found = findSession(listSessions(dir), resume);
    if (typeof found === 'string') throw new UsageError(found);
    return found.id;
  }
  const last = goOn ? latestSession(dir) : undefined;
  if (goOn && !last) io.err('No session to resume; starting a new one.\n');
  return last;
}
