import { readSync, writeSync } from 'node:fs';
import { namelessFile } from '../basics/nameless.ts';

// What the launcher has begun, in a file that agent and launcher both hold. A frame would wake the agent,
// which has no use for it; the file is looked at only when the launcher is gone, and outlives it.

/** Each run has a place, which later ones use again: number of the run (u32), its process group (u32). */
const PLACES = 256;
const BYTES = 8;

/** All its room is taken now: a launcher that cannot note what it begins is of no use. Throws where there is none. */
export const openJournal = (): number =>
  namelessFile((fd) => void writeSync(fd, Buffer.alloc(PLACES * BYTES), 0, PLACES * BYTES, 0));

const placeOf = (run: number) => (run % PLACES) * BYTES;

/** Said before a program is started, with 0, and once it was. */
export function note(journal: number, run: number, pid: number): void {
  const bytes = Buffer.allocUnsafe(BYTES);
  bytes.writeUInt32LE(run);
  bytes.writeUInt32LE(pid, 4);
  writeSync(journal, bytes, 0, BYTES, placeOf(run));
}

/** Whether a run was begun, and its process group if that is known. */
export interface Begun {
  readonly isTaken: boolean;
  readonly pid: number | undefined;
}

/** Orders are taken as they come: a place that a later run has used was used by this one. */
export function lookUp(journal: number, run: number): Begun {
  const bytes = Buffer.alloc(BYTES);
  readSync(journal, bytes, 0, BYTES, placeOf(run));
  const noted = bytes.readUInt32LE(0);
  const isTaken = noted !== 0 && (noted - run) >>> 0 < 2 ** 31;
  return { isTaken, pid: (noted === run && bytes.readUInt32LE(4)) || undefined };
}
