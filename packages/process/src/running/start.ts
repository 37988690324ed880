import type { Ending } from '../basics/outcome.ts';
import { stopwatch } from '../basics/stopwatch.ts';
import { collect } from './collect.ts';
import type { Printed } from './follow.ts';
import { runProcess } from './run.ts';
import type { Program } from './spawn-group.ts';

/** A program to run and the bounds it runs in. */
export interface ProcessSpec extends Program {
  readonly stdin: Buffer;
  /** Covers everything from the start to the last byte. */
  readonly timeoutMs: number;
  /** How many bytes of each stream are kept. */
  readonly maxBytes: number;
  /** What happens to a program that prints more: by default it goes on, and the rest is dropped. */
  readonly whenCut?: 'go on' | 'end';
  readonly signal?: AbortSignal | undefined;
  /** Told while it runs, a few times a second at the most, also of what is beyond `maxBytes`. */
  readonly onOutput?: ((printed: Printed) => void) | undefined;
}

/** Where a process is started can change without its users knowing: they hold only this. */
export interface ProcessHandle {
  /** Its process group, once it has started. */
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
}

export type Start = (spec: ProcessSpec) => ProcessHandle;

/** Starts a program from this very process. */
export const start: Start = (spec) => {
  const ms = stopwatch();
  const { keep, ending } = collect();
  const { pid, ended } = runProcess(spec, keep);
  return { pid, ended: ended.then((end) => ending(end, ms())) };
};
