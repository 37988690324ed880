import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinDeltas, joining } from '../../../src/model/send/join-deltas.ts';
import type { Incoming, Outgoing } from '../../../src/model/send/send.ts';

const sse = (event: { readonly type: string }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const text = (said: string, index = 0) =>
  sse({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: said } } as never);
const thought = (said: string) =>
  sse({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'thinking_delta', thinking: said },
  } as never);
const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;

test('pieces of one text that follow each other become one', () => {
  expect(joinDeltas(text('a') + text('b') + text('c'))).toBe(text('abc'));
  expect(joinDeltas(chunk({ content: 'a' }) + chunk({ content: 'b' }))).toBe(
    chunk({ content: 'ab' }),
  );
});

test('what is of another kind, another block or another answer stays apart', () => {
  for (const events of [
    text('a') + text('b', 1),
    text('a') + thought('b'),
    `${text('a')}: a sign of life\n\n${text('b')}`,
    text('a') + sse({ type: 'ping' }) + text('b'),
    chunk({ content: 'a' }) + chunk({ content: 'b' }, { id: 'd' }),
    chunk({ content: 'a' }) + chunk({ content: 'b' }, { usage: { total: 2 } }),
    chunk({ role: 'assistant', content: 'a' }) + chunk({ content: 'b' }),
    chunk({ content: 'a', reasoning: 'b' }) + chunk({ content: 'a', reasoning: 'b' }),
    'data: [DONE]\n\ndata: {"broken\n\n',
  ])
    expect(joinDeltas(events)).toBe(events);
});

test('however the network cuts a stream, each block gets the text that was sent, in order', async () => {
  const said = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.nat({ max: 2 })), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(said, fc.array(fc.integer({ min: 1, max: 90 })), async (pieces, cuts) => {
      const stream = pieces.map(([one, index]) => text(one, index)).join('');
      const got = await through(stream, cuts);
      expect(blocksOf(got)).toEqual(blocksOf(stream));
    }),
    { numRuns: 200 },
  );
});

test('a server that ends its lines with a carriage return is not held back', async () => {
  const stream = (text('a') + text('b')).replaceAll('\n', '\r\n');
  expect(await through(stream, [40])).toBe(stream);
});

test('an end without a blank line is given out as it is', async () => {
  const stream = text('a') + text('b').trimEnd();
  expect(await through(stream, [7])).toBe(stream);
});

/** The text of each block as a reader puts it together, in the order in which blocks were spoken of. */
function blocksOf(stream: string): readonly (readonly [number, string])[] {
  const blocks: [number, string][] = [];
  for (const [, json] of stream.matchAll(/^data: (.*)$/gm)) {
    const { index, delta } = JSON.parse(json ?? '') as { index: number; delta: { text: string } };
    const last = blocks.at(-1);
    if (last?.[0] === index) last[1] += delta.text;
    else blocks.push([index, delta.text]);
  }
  return blocks;
}

async function through(stream: string, cuts: readonly number[]): Promise<string> {
  const bytes = Buffer.from(stream);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let at = 0;
      for (const cut of cuts) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + cut));
        at += cut;
      }
      if (at < bytes.length) controller.enqueue(bytes.subarray(at));
      controller.close();
    },
  });
  const answer: Incoming = { status: 200, statusText: 'OK', headers: new Map(), body };
  const { body: given } = await joining(async () => answer)({} as Outgoing);
  const got: Uint8Array[] = [];
  for await (const piece of given) got.push(piece);
  return Buffer.concat(got).toString();
}
