import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPrefixes } from '../../../src/model/provider/kept-prefix.ts';
import { createModel } from '../../../src/model/provider/provider.ts';
import { convertMessagesForAPI } from '../../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message } from '../../../src/vocabulary/messages.ts';
import type { Model } from '../../../src/vocabulary/model.ts';
import { configFor } from '../helpers.ts';

/** Takes what it is sent and answers with a refusal: only the request counts here. */
const bodies: string[] = [];
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    bodies.push(Buffer.concat(pieces).toString());
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

type Protocol = 'anthropic' | 'chat';

function modelFor(protocol: Protocol): Model {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createModel(configFor(protocol, { baseUrl, model: 'claude-sonnet-4-5' }));
}

const tool = {
  name: 'Read',
  description: 'reads "messages":[',
  inputSchema: { type: 'object' as const, properties: { messages: { type: 'array' as const } } },
};

async function sent(model: Model, messages: readonly Message[]): Promise<string> {
  const request = {
    system: 'You are "messages":[ here.',
    messages: convertMessagesForAPI(messages),
    tools: [tool],
    effort: 'off' as const,
  };
  const { signal } = new AbortController();
  const ask = async () => {
    for await (const _ of model.stream(request as never, { signal }));
  };
  await ask().catch(() => {});
  return bodies.at(-1) ?? '';
}

let ids = 0;
const long = (text: string) => `${text} ${'ü"\\n🌊 '.repeat(5_000)}`;
const user = (...blocks: Block[]): Message => ({ id: `m${++ids}`, role: 'user', blocks });
const answer = (...blocks: Block[]): Message => ({ id: `m${++ids}`, role: 'assistant', blocks });
const said = (content: string): Block => ({ type: 'text', content });
const call = (more: Partial<Extract<Block, { type: 'tool' }>> = {}): Block => ({
  type: 'tool',
  id: `call ${++ids}`,
  name: 'Read',
  parameters: { file_path: 'a' },
  stage: 'end',
  success: true,
  result: long('read'),
  ...more,
});
const png = 'iVBORw0KGgo=';

/** Steps as a session has them. */
const STEPS: Readonly<Record<string, () => Message[]>> = {
  read: () => [answer(said('I read.'), call())],
  two: () => [answer(call(), call({ success: false, result: 'no such file' }))],
  picture: () => [
    answer(call({ images: [{ type: 'image', content: png, mediaType: 'image/png' }] })),
  ],
  thought: () => [
    answer(
      { type: 'reasoning', content: 'hm', metadata: { anthropic: { signature: 's' } } },
      said('So.'),
      call(),
    ),
  ],
  prompt: () => [answer(said(long('Done.'))), user(said(long('go on')))],
  note: () => [answer(call()), { ...user(said('a hook says')), from: 'hook' }, user(said('more'))],
  notice: () => [answer({ type: 'notice', tone: 'info', content: 'for the user' })],
  searched: () => [
    answer(said('I search.'), {
      type: 'tool',
      id: `s${++ids}`,
      name: 'WebSearch',
      parameters: { query: 'q' },
      stage: 'end',
      served: { output: [{ url: 'http://x' }] },
    }),
    user(said('and?')),
  ],
};

describe.each(['anthropic', 'chat'] as const)('%s', (protocol) => {
  test('however a conversation goes, what is sent is what the library alone would send', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
      { weight: 1, arbitrary: fc.constant('rewind') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        const model = modelFor(protocol);
        let messages: readonly Message[] = [user(said(long('begin')))];
        for (const name of steps) {
          messages =
            name === 'rewind'
              ? messages.slice(0, Math.ceil(messages.length / 2))
              : [...messages, ...(STEPS[name]?.() ?? [])];
          const kept = await sent(model, messages);
          expect(kept === (await sent(modelFor(protocol), messages))).toBe(true);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('a conversation of another agent at the same model does not take the place', async () => {
    const model = modelFor(protocol);
    const main: Message[] = [user(said('begin'))];
    const other = [user(said('another')), answer(call()), answer(call())];
    for (let n = 0; n < 20; n++) {
      main.push(answer(call()));
      expect(JSON.parse(await sent(model, main))).toEqual(
        JSON.parse(await sent(modelFor(protocol), main)),
      );
      const own = await sent(model, other);
      expect(own).not.toContain('begin');
    }
  });
});

test('of a long conversation the library gets only what is new', async () => {
  const messages: Message[] = [user(said('begin'))];
  for (let n = 0; n < 40; n++) messages.push(answer(call()));
  const body = await sent(modelFor('anthropic'), messages);
  const shorten = keepPrefixes({ protocol: 'anthropic', provider: 'anthropic' });
  expect(shorten(convertMessagesForAPI(messages)).whole(body)).toEqual([body]);
  messages.push(answer(call()));
  const next = shorten(convertMessagesForAPI(messages));
  expect(next.messages.length).toBeLessThan(8);
  expect(next.whole('{"messages":[]}')).toBeUndefined();
});
