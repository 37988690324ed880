import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Pipes } from './drain.ts';

/** Takes a pipe that has carried much. All that was read of it has been passed on by then. */
export type HandOn = (stream: 'stdout' | 'stderr', pipe: Socket, passed: number) => void;

/** The pipes of a program of which some are somebody else's to read by now. */
export interface Given {
  /** Those that are still read here. */
  rest(): Pipes;
}

/** So much is read here first: handing a pipe on costs more than passing on so much. */
export const LONG_BYTES = 256 * 1024;
/** And so much more must be wanted of it: whoever has it also has to drop what is not. */
export const WORTH_BYTES = 1024 * 1024;

/** Hands on what turns out to be long. To be called when its listeners have theirs: they see each piece first. */
export function handOnLong({ stdin, ...out }: Pipes, maxBytes: number, handOn: HandOn): Given {
  const gone = new Set<Readable | null>();
  const watch = (name: 'stdout' | 'stderr') => {
    const pipe = out[name];
    let seen = 0;
    const look = (chunk: Buffer) => {
      seen += chunk.length;
      if (seen < LONG_BYTES || !pipe) return;
      pipe.off('data', look);
      if (maxBytes - seen < WORTH_BYTES || !stopReading(pipe)) return;
      gone.add(pipe);
      handOn(name, pipe as Socket, seen);
    };
    pipe?.on('data', look);
  };
  watch('stdout');
  watch('stderr');
  const still = (pipe: Readable | null) => (gone.has(pipe) ? null : pipe);
  return { rest: () => ({ stdin, stdout: still(out.stdout), stderr: still(out.stderr) }) };
}

/**
 * Node reads on while it sends a pipe to another process, and drops what it reads. A stream that is paused
 * reads on, too, until its buffer is full. Where there is no such way to stop it, the pipe stays here.
 */
function stopReading(pipe: Readable): boolean {
  const { _handle: handle } = pipe as { _handle?: { readStop?: () => number } | null };
  return handle?.readStop?.() === 0;
}
