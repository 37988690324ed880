import type { Writable } from 'node:stream';
import { joinSmall } from './frames.ts';

/** Frames on their way to the agent. */
export interface Mail {
  now(frame: readonly Buffer[]): void;
  /** With the next one that cannot wait, or a moment later: every write wakes the agent. */
  soon(frame: readonly Buffer[]): void;
}

const MOMENT_MS = 20;
/** More than this is not kept here. */
const MAX_BYTES = 32 * 1024;

export function openMail(agent: Writable): Mail {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const add = (frame: readonly Buffer[]) => {
    for (const part of frame) bytes += part.length;
    waiting.push(...frame);
  };
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const parts = waiting;
    waiting = [];
    bytes = 0;
    for (const part of joinSmall(parts)) agent.write(part);
  };
  return {
    now: (frame) => {
      add(frame);
      send();
    },
    soon: (frame) => {
      add(frame);
      if (bytes > MAX_BYTES) send();
      else timer ??= setTimeout(send, MOMENT_MS);
    },
  };
}
