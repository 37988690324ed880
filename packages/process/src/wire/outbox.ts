import type { Writable } from 'node:stream';
import { joinSmall } from './frames.ts';

export type Post = (frame: () => readonly Buffer[]) => void;

/**
 * Frames on their way out. They are made and written in the loop's next turn, all in one go: whoever
 * posts them goes on at once, and ten hooks of one event cost one write.
 */
export function openOutbox(socket: Writable): Post {
  let waiting: (() => readonly Buffer[])[] = [];
  const flush = () => {
    const frames = waiting;
    waiting = [];
    for (const part of joinSmall(frames.flatMap((frame) => frame()))) socket.write(part);
  };
  return (frame) => {
    if (waiting.push(frame) === 1) setImmediate(flush);
  };
}
