import { afterEach, beforeEach, expect, test } from 'vitest';
import { say } from './reply.ts';
import { startWire, type WireServer } from './server.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl.anthropic + path, { method: 'POST', headers, body: JSON.stringify(body) });

const text = (words: string) => ({ type: 'text', text: words });
const user = (...content: object[]) => ({ role: 'user', content });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const hi = user(text('hi'));

const MARK = { cache_control: { type: 'ephemeral' } };
const refusedByAnthropic: [string, object, RegExp][] = [
  ['no max_tokens', { max_tokens: undefined }, /max_tokens/],
  ['no model', { model: '' }, /model: field/],
  ['no messages', { messages: [] }, /first message must use the "user" role/],
  ['an answer first', { messages: [assistant(text('a')), hi] }, /first message/],
  ['an answer last', { messages: [hi, assistant(text('a'))] }, /last message/],
  ['two of a role', { messages: [hi, hi] }, /alternate/],
  ['a blank text', { messages: [user(text(' '))] }, /non-whitespace/],
  ['a blank system', { system: [text('')] }, /non-whitespace/],
  ['nothing', { messages: [user()] }, /must not be empty/],
  ['a call without result', { messages: [hi, assistant(use('a')), hi] }, /each call has one/],
  ['a result without call', { messages: [user(result('a'))] }, /each call has one/],
  [
    'a result too late',
    { messages: [hi, assistant(use('a')), user(text('x'), result('a'))] },
    /first/,
  ],
  ['a bad id', { messages: [hi, assistant(use('a.b')), user(result('a.b'))] }, /bad characters/],
  [
    'an id twice',
    { messages: [hi, assistant(use('a'), use('a')), user(result('a'), result('a'))] },
    /unique/,
  ],
  [
    'an unsigned thought',
    { messages: [hi, assistant({ type: 'thinking' }, text('a')), hi] },
    /signature/,
  ],
  ['a call by the user', { messages: [user(use('a'))] }, /user has no tool_use/],
  ['half a character', { messages: [user(text('\ud83d'))] }, /surrogate/],
  [
    'half a character in an input',
    {
      messages: [hi, assistant({ ...use('a'), input: { deep: ['\ude00'] } }), user(result('a'))],
    },
    /input\.deep\.0: invalid.*surrogate/,
  ],
  ['five marks', { system: Array(5).fill({ ...text('a'), ...MARK }) }, /at most 4/],
  ['a tool without schema', { tools: [{ name: 'a' }] }, /input_schema/],
];
test.each(refusedByAnthropic)('Anthropic refuses %s', async (_, change, message) => {
  const headers = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
  const body = { model: 'm', max_tokens: 1, stream: true, messages: [hi], ...change };
  const answer = await post('/v1/messages', body, headers);
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('invalid_request_error'),
  ]);
  expect(server.faults.join('\n')).toMatch(message);
});

const asks = (id: string, args = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'Bash', arguments: args } }],
});
const tells = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const ask = { role: 'user', content: 'hi' };
const refusedByOpenAI: [string, object, RegExp][] = [
  ['no model', { model: '' }, /model/],
  ['no messages', { messages: [] }, /messages must not be empty/],
  ['a blank text', { messages: [{ role: 'user', content: '' }] }, /empty content/],
  ['a late system prompt', { messages: [ask, { role: 'system', content: 'x' }] }, /come first/],
  ['a call without result', { messages: [ask, asks('a'), ask] }, /no result for a in front/],
  ['a last call without result', { messages: [ask, asks('a')] }, /no result for a/],
  ['a result without call', { messages: [ask, tells('a')] }, /no call in front/],
  ['a result twice', { messages: [ask, asks('a'), tells('a'), tells('a')] }, /no call in front/],
  ['half a character', { messages: [{ role: 'user', content: 'a\ud83d' }] }, /surrogate/],
  [
    'half a character in arguments',
    { messages: [ask, asks('a', '{"b":"\\ud83d"}'), tells('a')] },
    /arguments of Bash\.b: invalid.*surrogate/,
  ],
  ['a long id', { messages: [ask, asks('a'.repeat(41)), tells('a'.repeat(41))] }, /1 to 40/],
];
test.each(refusedByOpenAI)('OpenAI refuses %s', async (_, change, message) => {
  const body = { model: 'm', stream: true, messages: [ask], ...change };
  expect((await post('/v1/chat/completions', body)).status).toBe(400);
  expect(server.faults.join('\n')).toMatch(message);
});

test('what is missing around the body, and a script that is at its end', async () => {
  const body = { model: 'm', max_tokens: 1, stream: true, messages: [hi] };
  await post('/messages', body);
  await post('/v1/messages', body);
  await post('/v1/messages', body, { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' });
  expect(server.faults).toEqual([
    'no such path: /messages',
    'anthropic-version: header is required',
    'x-api-key header is required',
    'the script of the wire server has no reply left',
  ]);
});

test('a reply may be made of the request', async () => {
  server.script(({ body }) => say(`you are ${body.model}`));
  const answer = await post('/v1/chat/completions', { model: 'm', stream: true, messages: [ask] });
  const said = [...(await answer.text()).matchAll(/"content":"(.*?)"/g)].map(([, each]) => each);
  expect(said.join('')).toBe('you are m');
});
