import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDecoder, encode, type Frame, KINDS, MAX_BODY_BYTES } from '../../src/wire/frames.ts';
import { orderReader, orderWriter, startOrder } from '../../src/wire/order.ts';

const frame = fc.record({
  kind: fc.constantFrom(...KINDS),
  run: fc.nat(0xffff_ffff),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

function decodeAll(chunks: readonly Buffer[]) {
  const frames: Frame[] = [];
  const decode = createDecoder((one) => void frames.push({ ...one, body: Buffer.from(one.body) }));
  const wrong = chunks.map((chunk) => decode(chunk)).find((one) => one !== undefined);
  return { frames, wrong };
}

/** The same bytes in pieces of the given sizes. */
function cutUp(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

test('frames of any bytes come out as they went in, however the stream is cut up', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), sizes, (frames, pieces) => {
      const bytes = Buffer.concat(frames.flatMap(({ kind, run, body }) => encode(kind, run, body)));
      expect(decodeAll(cutUp(bytes, pieces))).toEqual({ frames, wrong: undefined });
    }),
  );
});

test('an order arrives with every text and byte it was sent with', () => {
  const spec = {
    file: '/bin/sh',
    args: ['-c', 'a\0b "€🙂" \ud800'],
    cwd: '/tmp/ä\n',
    env: { A: '=1\n', __proto__x: '', GONE: undefined },
    stdin: Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 256)),
    timeoutMs: 1.5,
    maxBytes: 7,
    whenCut: 'end',
  } as const;
  const { stdin, ...told } = spec;
  const { frames } = decodeAll(orderWriter()('start', 9, startOrder(spec), stdin) as Buffer[]);
  const read = orderReader();
  const { GONE: _, ...env } = spec.env;
  const order = { ...told, env, umask: process.umask() };
  expect(frames.map((one) => read(one))).toEqual([{ order, stdin }]);
});

test('every order has its own environment, though most are not sent again', () => {
  const environments = [{ A: '1' }, { A: '1' }, { A: '2', B: '' }, {}].map((env) => ({ ...env }));
  const large = 'y'.repeat(2 ** 20);
  const orders = fc.array(
    fc.record({ env: fc.constantFrom(...environments), large: fc.boolean() }),
  );
  fc.assert(
    fc.property(orders, (all) => {
      const [write, read] = [orderWriter(), orderReader()];
      for (const one of all) {
        const spec = {
          file: 'x',
          args: [],
          cwd: '/',
          stdin: Buffer.alloc(0),
          timeoutMs: 1,
          maxBytes: 1,
        };
        const args = one.large ? [large] : [];
        const frame = write('start', 1, startOrder({ ...spec, args, env: one.env }), spec.stdin);
        if (frame === 'too large') continue;
        expect(decodeAll(frame).frames.map((got) => read(got).order.env)).toEqual([one.env]);
      }
    }),
    { numRuns: 30 },
  );
});

test('an order that no system would take is none', () => {
  const spec = {
    file: 'x',
    args: ['y'.repeat(2 ** 20)],
    cwd: '/',
    env: {},
    timeoutMs: 1,
    maxBytes: 1,
  };
  const order = startOrder({ ...spec, stdin: Buffer.alloc(0) });
  expect(orderWriter()('start', 1, order, Buffer.alloc(0))).toBe('too large');
});

test.each([
  ['a kind that there is none of', Buffer.from([0, 0, 0, 0, KINDS.length, 0, 0, 0, 0])],
  ['text', Buffer.from('Error: something went wrong\n')],
  ['a length beyond all', Buffer.from([...[0xff, 0, 0, 0], 1, 0, 0, 0, 0])],
])('%s is told', (_name, bytes) => {
  expect(decodeAll([bytes]).wrong).toMatch(/^a frame of kind \d+ and \d+ bytes$/);
  expect(MAX_BODY_BYTES).toBeLessThan(0xff00_0000);
});
