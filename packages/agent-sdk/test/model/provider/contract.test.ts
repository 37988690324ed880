import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fail, say } from '../../wire/reply.ts';
import { type Protocol, startWire, type WireServer } from '../../wire/server.ts';
import { failureOf, modelAt, partsOf, textOf } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

const event = (type: string) => ({
  body: `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message: 'Sorry' } })}\n\n`,
});

/** Anthropic's errors in a stream have no status, only a type (API docs, errors). */
test.each([
  ['overloaded_error', 'server', 6],
  ['api_error', 'server', 6],
  ['rate_limit_error', 'limit', 8],
  ['authentication_error', 'auth', 1],
])('%s in a stream: %s, %i tries', async (type, kind, tries) => {
  server.script(...Array.from({ length: tries }, () => event(type)));
  const { error } = await failureOf(modelAt(server, 'anthropic').model);
  expect(error.kind).toBe(kind);
  expect(server.requests).toHaveLength(tries);
});

/** How long to wait, in words (Gemini and OpenAI, rate limits). */
test.each([
  ['gemini', 'You exceeded your current quota. Please retry in 34.07s.', 34_070],
  ['responses', 'Rate limit reached for gpt-5.5. Please try again in 900ms.', 900],
] as const)('%s says when to come back', async (protocol, message, ms) => {
  server.script(fail(429, { message }), say('ok'));
  const { model, waits } = modelAt(server, protocol);
  expect(textOf(await partsOf(model))).toBe('ok');
  expect(waits).toEqual([ms]);
});

test('a wrong key at Gemini is about the key, though its status is 400', async () => {
  server.script(fail(400, { message: 'API key not valid. Please pass a valid API key.' }));
  const { error } = await failureOf(modelAt(server, 'gemini').model);
  expect(error.message).toContain('Check GEMINI_API_KEY.');
});

test.each(['anthropic', 'responses'] as Protocol[])(
  '%s may say that a try is of no use',
  async (at) => {
    server.script(fail(500, { headers: { 'x-should-retry': 'false' }, message: 'No.' }));
    await failureOf(modelAt(server, at).model);
    expect(server.requests).toHaveLength(1);
  },
);

test('a key that expired is printed anew by its program, once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wave-key-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'n');
  writeFileSync(file, 'k');
  const keyCommand = `cat ${file}; printf k >> ${file}`;
  const { model } = modelAt(server, 'anthropic', { keyCommand, key: undefined });
  server.script(say('one'), fail(401, { message: 'expired' }), say('two'), fail(401), fail(401));
  expect(textOf(await partsOf(model))).toBe('one');
  expect(textOf(await partsOf(model))).toBe('two');
  expect((await failureOf(model)).error.kind).toBe('auth');
  const keys = server.requests.map(({ headers }) => headers['x-api-key']);
  expect(keys).toEqual(['k', 'k', 'kk', 'kk', 'kkk']);
});
