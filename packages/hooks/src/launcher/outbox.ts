import type { Writable } from 'node:stream';

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
    socket.cork();
    for (const frame of frames) for (const part of frame()) socket.write(part);
    socket.uncork();
  };
  return (frame) => {
    if (waiting.push(frame) === 1) setImmediate(flush);
  };
}
