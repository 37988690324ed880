import { setImmediate as soon } from 'node:timers/promises';
import type { Stream } from '@agentclientprotocol/sdk';

/**
 * Messages begin in the order in which they came. The library asks one handler after the other, so of two that
 * arrive together the later could begin first: a session would be loaded and then closed, and not the other way round.
 */
export const inOrder = ({ readable, writable }: Stream): Stream => ({
  writable,
  readable: readable.pipeThrough(
    new TransformStream({
      transform: async (message, out) => {
        out.enqueue(message);
        await soon();
      },
    }),
  ),
});
