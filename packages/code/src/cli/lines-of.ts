import type { Readable } from 'node:stream';
import { UsageError } from './command.ts';

/** An image in a prompt is some megabytes; a line without an end is refused. */
const MAX_CHARS = 64 * 1024 * 1024;

/** The lines of a stream as they come. An abort ends it, and what was read of a line is dropped. */
export async function* linesOf(
  stream: Readable,
  signal: AbortSignal,
  maxChars = MAX_CHARS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of untilAborted(stream, signal)) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += first;
    for (const next of more) {
      yield rest;
      rest = next;
    }
    if (rest.length > maxChars)
      throw new UsageError(`stdin: a line has more than ${maxChars} characters`);
  }
  if (!signal.aborted && rest !== '') yield rest;
}

async function* untilAborted(stream: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const chunks = stream.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await Promise.race([chunks.next(), aborted]);
    if (next === undefined || next.done) break;
    yield Buffer.from(next.value as Buffer);
  }
  stream.pause();
  // It must not keep the process alive for what nobody reads any more.
  (stream as { unref?: () => void }).unref?.();
}
