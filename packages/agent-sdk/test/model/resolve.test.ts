import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveModel } from '../../src/model/resolve.ts';
import { say } from '../wire/reply.ts';
import { startWire, type WireServer } from '../wire/server.ts';
import { partsOf, textOf } from './helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

const A = { ANTHROPIC_API_KEY: 'a' };
const O = { OPENAI_API_KEY: 'o' };

const found: [Parameters<typeof resolveModel>[0], string][] = [
  [{ env: A }, 'claude-sonnet-5-5'],
  [{ env: O }, 'gpt-6.1-sol'],
  [{ env: { ...A, ...O } }, 'claude-sonnet-5-5'],
  [{ env: { ...A, WAVE_MODEL: 'claude-opus-4-8' } }, 'claude-opus-4-8'],
  [{ env: { ...A, WAVE_MODEL: 'x' }, model: 'anthropic/claude-haiku-4-5' }, 'claude-haiku-4-5'],
  [{ env: { ...A, ...O }, settings: { model: 'openai/gpt-5-mini' } }, 'gpt-5-mini'],
  [{ env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, model: 'qwen/qwen3' }, 'qwen/qwen3'],
  [{ env: {}, model: 'practice' }, 'practice'],
  [{ env: { WAVE_MODEL: 'practice' } }, 'practice'],
  // A key that is not used hurts nobody.
  [{ env: { ...A, OPENAI_API_KEY: 'a\nb' } }, 'claude-sonnet-5-5'],
];
test.each(found)('%j is %s', (options, id) => {
  expect(resolveModel(options)).toMatchObject({ id });
});

const missing: [Parameters<typeof resolveModel>[0], RegExp][] = [
  [{ env: {} }, /ANTHROPIC_API_KEY.*OPENAI_API_KEY.*--model practice/s],
  [{ env: O, model: 'claude-x' }, /"claude-x" needs a key.*ANTHROPIC_API_KEY.*--model practice/],
  [{ env: A, model: 'openai/gpt-5' }, /"gpt-5" needs a key.*OPENAI_API_KEY/],
  [{ env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } }, /no model is named.*WAVE_MODEL/],
  [{ env: A, model: 'openai/' }, /"openai\/" has no name: expected openai\/NAME/],
  [{ env: A, model: 'anthropic/ ' }, /"anthropic\/" has no name/],
  [{ env: { ANTHROPIC_API_KEY: ' \r\n' } }, /there is no key/],
  [
    { env: { ANTHROPIC_API_KEY: 'sk\r\nx' } },
    /^ANTHROPIC_API_KEY cannot be sent: expected .*, got U\+000D as character 3\. Set it again\.$/,
  ],
  [{ env: { ANTHROPIC_AUTH_TOKEN: 'schlüssel' } }, /^ANTHROPIC_AUTH_TOKEN .*U\+00FC/],
  [{ env: { OPENAI_API_KEY: 'sk-…' } }, /^OPENAI_API_KEY .*U\+2026/],
  [{ env: { ...A, ANTHROPIC_BASE_URL: 'localhost' } }, /ANTHROPIC_BASE_URL is no web address/],
];
test.each(missing)('%j says what is missing', (options, text) => {
  expect(resolveModel(options)).toMatch(text);
});

const addresses: [string, string][] = [
  ['anthropic', ''],
  ['anthropic', '/'],
  ['anthropic', '/v1'],
  ['chat', '/'],
];
test.each(addresses)('the address of %s may end with "%s"', async (protocol, ending) => {
  server.script(say('ok'));
  const env = server.env(protocol as 'anthropic');
  const name = protocol === 'chat' ? 'OPENAI_BASE_URL' : 'ANTHROPIC_BASE_URL';
  const model = resolveModel({ env: { ...env, [name]: env[name] + ending } });
  if (typeof model === 'string') throw new Error(model);
  expect(textOf(await partsOf(model))).toBe('ok');
  expect(server.faults).toEqual([]);
});

test.each(['anthropic', 'chat'] as const)(
  'a line end behind the key of %s is dropped',
  async (protocol) => {
    server.script(say('ok'));
    const env = server.env(protocol);
    const name = `${protocol.toUpperCase()}_API_KEY`;
    const model = resolveModel({ env: { ...env, [name]: ' test-key\r\n' } });
    if (typeof model === 'string') throw new Error(model);
    expect(textOf(await partsOf(model))).toBe('ok');
    const { headers } = server.requests[0] ?? {};
    expect([headers?.['x-api-key'], headers?.authorization]).toContain(
      protocol === 'anthropic' ? 'test-key' : 'Bearer test-key',
    );
  },
);

test('the key, the bearer token and no key at all arrive as they should', async () => {
  server.script(say('1'), say('2'), say('3'));
  const { ANTHROPIC_BASE_URL, WAVE_MODEL } = server.env('anthropic');
  const open = server.env('chat');
  for (const env of [
    { ANTHROPIC_BASE_URL, WAVE_MODEL, ANTHROPIC_API_KEY: 'k' },
    { ANTHROPIC_BASE_URL, WAVE_MODEL, ANTHROPIC_API_KEY: 'k', ANTHROPIC_AUTH_TOKEN: 't' },
    { OPENAI_BASE_URL: open['OPENAI_BASE_URL'], WAVE_MODEL: open['WAVE_MODEL'] },
  ]) {
    const model = resolveModel({ env });
    if (typeof model === 'string') throw new Error(model);
    await partsOf(model);
  }
  const sent = server.requests.map(({ headers }) => [headers['x-api-key'], headers.authorization]);
  expect(sent).toEqual([
    ['k', undefined],
    [undefined, 'Bearer t'],
    [undefined, undefined],
  ]);
});
