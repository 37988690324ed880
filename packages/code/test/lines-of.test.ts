import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { linesOf } from '../src/cli/lines-of.ts';

const never = new AbortController().signal;
const all = async (chunks: readonly (string | Buffer)[], most?: number) => {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  const lines: string[] = [];
  for await (const line of linesOf(stream, never, most)) lines.push(line);
  return lines;
};

test('lines come whole, whatever the pieces, also the last one', async () => {
  const [head, tail] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  expect(await all(['a', 'b\nc\n\nd', head, tail])).toEqual(['ab', 'c', '', 'dé']);
  expect(await all([])).toEqual([]);
});

test('a line without an end is refused', async () => {
  await expect(all(['x'.repeat(20)], 10)).rejects.toThrow('more than 10 characters');
});

test('each line comes as soon as it is there; an abort ends the wait', async () => {
  const stream = new PassThrough();
  const stop = new AbortController();
  const lines = linesOf(stream, stop.signal);
  stream.write('one\ntw');
  expect(await lines.next()).toEqual({ done: false, value: 'one' });
  const next = lines.next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
