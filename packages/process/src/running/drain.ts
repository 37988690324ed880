import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { twoTurns } from '../basics/turns.ts';

/** The pipes of a program, as far as there are any. */
export interface Pipes {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

const STEP_MS = 10;
/** Counted in steps: on a busy machine, where programs take longer, so do these. */
const MAX_STEPS = 9;

/**
 * After the exit, reads what is still in the pipes: until they close, or, where a child left running
 * holds them open, until nothing more comes. Then lets go of them.
 */
export async function drain(child: Pipes): Promise<void> {
  const closed = closeOf(child);
  let done = await Promise.race([closed, notYet()]);
  for (let quiet = false, steps = 0; !done && !quiet && steps < MAX_STEPS; steps++) {
    const before = readSoFar(child);
    done = await Promise.race([closed, wait(STEP_MS, false)]);
    // A timer can come due before the poll phase has read what is there: give it its turn.
    if (!done) done = await Promise.race([closed, notYet()]);
    // A filter that the hook left behind may still hold its whole answer: then all the time is given.
    quiet = readSoFar(child) === before && before > 0;
  }
  letGo(child);
}

const notYet = (): Promise<false> => twoTurns().then(() => false);

const closeOf = (child: Pipes): Promise<true> =>
  new Promise((resolve) => {
    const pipes = [child.stdout, child.stderr].filter((pipe) => pipe && !pipe.closed);
    let open = pipes.length;
    if (open === 0) resolve(true);
    for (const pipe of pipes) pipe?.once('close', () => --open === 0 && resolve(true));
  });

const readSoFar = ({ stdout, stderr }: Pipes): number => bytesRead(stdout) + bytesRead(stderr);

const bytesRead = (pipe: unknown): number =>
  (pipe as { bytesRead?: number } | null)?.bytesRead ?? 0;

/**
 * A child that a hook left running on purpose is left alone: what it goes on to print is read and
 * dropped while we live (a closed pipe would kill it), without keeping us alive for it.
 */
function letGo({ stdin, stdout, stderr }: Pipes): void {
  stdin?.destroy();
  for (const pipe of [stdout, stderr]) {
    if (!pipe || pipe.closed) continue;
    pipe.removeAllListeners('data');
    pipe.resume();
    (pipe as unknown as { unref?: () => void }).unref?.();
  }
}
