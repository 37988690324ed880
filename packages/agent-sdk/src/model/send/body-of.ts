import type { IncomingMessage } from 'node:http';

/**
 * The body of an answer as it arrives. What arrived together comes as one piece: a server that writes every
 * word by itself would otherwise cost a passage through all streams for each.
 */
export function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  let held: Uint8Array[] = [];
  let due: NodeJS.Immediate | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const flush = () => {
        clearImmediate(due);
        due = undefined;
        if (held.length === 0) return;
        const [only] = held;
        controller.enqueue(only && held.length === 1 ? only : Buffer.concat(held));
        held = [];
        if ((controller.desiredSize ?? 0) <= 0) answer.pause();
      };
      answer.on('data', (piece: Buffer) => {
        held.push(piece);
        due ??= setImmediate(flush);
      });
      answer.once('end', () => {
        flush();
        controller.close();
      });
      answer.once('error', (error) => {
        flush();
        // An error empties the queue: what came before it is given out first.
        setImmediate(() => controller.error(error));
      });
      answer.pause();
    },
    pull: () => void answer.resume(),
    cancel() {
      clearImmediate(due);
      answer.removeAllListeners('data').removeAllListeners('end').destroy();
    },
  });
}
