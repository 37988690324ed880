import type { Readable, Writable } from 'node:stream';

/** No message may be longer. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

const TOO_LONG = `${JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: `a message has at most ${MAX_MESSAGE / 2 ** 20} MB` },
})}\n`;

/** Answers a stream of messages, a line each, until it ends; answers go back in the order they are ready. */
export async function serveLines(
  input: Readable,
  output: Writable,
  answer: (text: string) => Promise<string | undefined>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  const take = (line: string) => {
    if (line.trim() === '') return;
    const one = answer(line).then((text) => void (text && output.write(`${text}\n`)));
    open.add(one);
    void one.finally(() => open.delete(one));
  };
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    let from = 0;
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      take(Buffer.concat([...held, bytes.subarray(from, at)]).toString('utf8'));
      [held, size, from] = [[], 0, at + 1];
    }
    held.push(bytes.subarray(from));
    size += bytes.length - from;
    // Where its end is, nobody can tell: what follows would be read as another message.
    if (size > MAX_MESSAGE) return void output.end(TOO_LONG);
  }
  take(Buffer.concat(held).toString('utf8'));
  await Promise.all(open);
}
