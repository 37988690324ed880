import { createAnthropic } from '@ai-sdk/anthropic';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { withSystemMark } from '../../../src/model/provider/system-mark.ts';
import { say } from '../../wire/reply.ts';
import { startWire } from '../../wire/server.ts';
import { modelAt, partsOf, request, user } from '../helpers.ts';

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** What the library itself writes, with or without its own mark. */
async function written(system: string, marked: boolean): Promise<string> {
  let body = '';
  const fetch = async (_: unknown, init?: { body?: unknown }) => {
    body = String(init?.body);
    throw new Error('only looked at');
  };
  const model = createAnthropic({ apiKey: 'k', fetch: fetch as typeof globalThis.fetch })(
    'claude-sonnet-4-5',
  );
  const message = { role: 'system' as const, content: system };
  const said = [{ type: 'text' as const, text: `${system} "system":[{` }];
  await Promise.resolve(
    model.doStream({
      prompt: [
        { ...message, ...(marked ? { providerOptions: CACHED } : {}) },
        { role: 'user', content: said },
      ],
    }),
  ).catch(() => {});
  return body;
}

test('the mark stands where the library would have put it, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
      const system = `S${text}`.toWellFormed();
      const plain = await written(system, false);
      expect(withSystemMark(plain, { protocol: 'anthropic', system })).toBe(
        await written(system, true),
      );
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['without a system prompt', 'anthropic', ' ', '{"messages":[]}', '{"messages":[]}'],
  ['for another protocol', 'chat', 'S', '{"messages":[]}', '{"messages":[]}'],
  ['where the library wrote something else', 'anthropic', 'S', '{"system":"S"}', undefined],
] as const)('%s', (_, protocol, system, body, expected) => {
  expect(withSystemMark(body, { protocol, system })).toBe(expected);
});

test('every request has its four marks at most, and the system prompt one of them', async () => {
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('a'));
  const { model } = modelAt(server, 'anthropic');
  await partsOf(model, request(user('one')));
  const [{ body } = { body: undefined }] = server.requests;
  expect(body?.system).toEqual([
    { type: 'text', text: 'You are a test.', cache_control: { type: 'ephemeral' } },
  ]);
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3);
  expect(JSON.stringify(body)).not.toContain('eager_input_streaming');
  expect(server.faults).toEqual([]);
});
