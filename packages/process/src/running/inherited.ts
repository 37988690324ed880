import type { Outcome } from '../basics/outcome.ts';
import { endKin } from '../kin/kin.ts';
import { release } from '../kin/survivors.ts';
import { type Program, spawnGroup } from './spawn-group.ts';

/** Runs a program on this process's own input and output, until it ends or the signal does. Never rejects. */
export async function runInherited(program: Program, signal: AbortSignal): Promise<Outcome> {
  const spawned = spawnGroup(program, ['inherit', 'inherit', 'inherit']);
  if (spawned.is === 'failed') return spawned.why;
  const { pid, exited } = spawned;
  const end = () => void endKin(pid, exited);
  signal.addEventListener('abort', end, { once: true });
  const outcome = await exited;
  signal.removeEventListener('abort', end);
  release(pid);
  return outcome;
}
