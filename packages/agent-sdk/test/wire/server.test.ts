import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from './issued.ts';
import { say } from './reply.ts';
import { startWire, type WireServer } from './server.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => {
  // What is refused is what these tests look at.
  void server.faults;
  return server.close();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl.anthropic + path, { method: 'POST', headers, body: JSON.stringify(body) });

const text = (words: string) => ({ type: 'text', text: words });
const user = (...content: object[]) => ({ role: 'user', content });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const hi = user(text('hi'));
/** Calls that a server of another file gave out without a thought are known in this process as well. */
const ownId = newId();

const MARK = { cache_control: { type: 'ephemeral' } };
const refusedByAnthropic: [string, object, RegExp][] = [
  ['no max_tokens', { max_tokens: undefined }, /max_tokens/],
  ['no model', { model: '' }, /model: Field required/],
  ['no messages', { messages: [] }, /at least one message/],
  ['an answer first', { messages: [assistant(text('a')), hi] }, /first message/],
  ['an answer last', { messages: [hi, assistant(text('a'))] }, /assistant message prefill/],
  ['two of a role', { messages: [hi, hi] }, /alternate/],
  ['a blank text', { messages: [user(text(' '))] }, /non-whitespace/],
  ['a blank system', { system: [text('')] }, /non-whitespace/],
  ['nothing', { messages: [user()] }, /must have non-empty content/],
  ['a call without result', { messages: [hi, assistant(use('a')), hi] }, /immediately after: a/],
  ['a result without call', { messages: [user(result('a'))] }, /unexpected `tool_use_id`.*: a/],
  [
    'a result too late',
    { messages: [hi, assistant(use('a')), user(text('x'), result('a'))] },
    /immediately after/,
  ],
  [
    'a bad id',
    { messages: [hi, assistant(use('a.b')), user(result('a.b'))] },
    /tool_use.id: String should match/,
  ],
  [
    'an id twice',
    { messages: [hi, assistant(use('a'), use('a')), user(result('a'), result('a'))] },
    /unique/,
  ],
  [
    'an unsigned thought',
    { messages: [hi, assistant({ type: 'thinking' }, text('a')), hi] },
    /Invalid `signature` in `thinking` block/,
  ],
  [
    'a call by the user',
    { messages: [user(use('a'))] },
    /`tool_use` blocks are not permitted in `user`/,
  ],
  ['half a character', { messages: [user(text('\ud83d'))] }, /surrogate/],
  [
    'half a character in an input',
    {
      messages: [hi, assistant({ ...use('a'), input: { deep: ['\ude00'] } }), user(result('a'))],
    },
    /input\.deep\.0: invalid.*surrogate/,
  ],
  [
    'five marks',
    { system: Array(5).fill({ ...text('a'), ...MARK }) },
    /maximum of 4 blocks .* Found 5/,
  ],
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
  ['no messages', { messages: [] }, /empty array/],
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
  [
    'a long id',
    { messages: [ask, asks('a'.repeat(41)), tells('a'.repeat(41))] },
    /maximum length 40/,
  ],
];
test.each(refusedByOpenAI)('OpenAI refuses %s', async (_, change, message) => {
  const body = { model: 'm', stream: true, messages: [ask], ...change };
  expect((await post('/v1/chat/completions', body)).status).toBe(400);
  expect(server.faults.join('\n')).toMatch(message);
});

const thought = { type: 'thinking', thinking: 'hm', signature: 'server-test' };
const KEYS = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
const tool = (name: string, schema: object = {}) => ({
  name,
  input_schema: { type: 'object', ...schema },
});

describe('thoughts', () => {
  const ask = (change: object = {}) => ({
    ...{ model: 'claude-sonnet-5-5', max_tokens: 9_000, stream: true },
    ...{ system: [text('S')], tools: [tool('Bash')], messages: [hi], ...change },
  });
  /** An answer with a thought before each of two calls, and the next request as it should be. */
  async function answered(change: object = {}) {
    const think = (signature: string) => ({ thinking: 'hm', signature });
    const use = (id: string) => ({ call: 'Bash', input: {}, id });
    server.script({ blocks: [think('t1'), use('a'), think('t2'), use('b')] }, say('ok'));
    const first = await post('/v1/messages', ask(change), KEYS);
    expect(first.status).toBe(200);
    await first.text();
    const said = [
      { ...thought, signature: 't1' },
      { type: 'tool_use', id: 'a', name: 'Bash', input: {} },
      { ...thought, signature: 't2' },
      { type: 'tool_use', id: 'b', name: 'Bash', input: {} },
    ];
    return { said, rest: user(result('a'), result('b')) };
  }
  const refusal = async (body: object) => {
    const answer = await post('/v1/messages', body, KEYS);
    return `${answer.status} ${await answer.text()}`;
  };
  const BOUND = /400.*messages.1.content.\d: Invalid .signature.*bound to a different conversation/;

  test('go back as they came, whatever is marked for the cache', async () => {
    const { said, rest } = await answered();
    const marked = user({ ...text('hi'), ...MARK });
    expect(await refusal(ask({ messages: [marked, assistant(...said), rest] }))).toMatch(/^200/);
  });

  test.each<[string, { first?: object; system?: object[]; tools?: object[] }]>([
    ['another system prompt', { system: [text('T')] }],
    ['another tool', { tools: [tool('Bash'), tool('Read')] }],
    ['another first prompt', { first: user(text('HI')) }],
  ])('%s voids them', async (_, change) => {
    const { said, rest } = await answered();
    const { first = hi, ...more } = change;
    const body = ask({ ...more, messages: [first, assistant(...said), rest] });
    expect(await refusal(body)).toMatch(BOUND);
    expect(await refusal({ ...body, model: 'claude-sonnet-4-6' })).toMatch(/^200/);
  });

  test('another order, a missing one and a changed one are refused by every model', async () => {
    const { said, rest } = await answered({ model: 'claude-sonnet-4-5' });
    const [one, two, three, four] = said;
    for (const wrong of [
      [one, three, two, four],
      [one, two, four],
      [{ ...one, thinking: 'changed' }, two, three, four],
    ])
      expect(
        await refusal(
          ask({
            model: 'claude-sonnet-4-5',
            messages: [hi, assistant(...(wrong as object[])), rest],
          }),
        ),
      ).toMatch(/400.*in the latest assistant message cannot be modified/);
  });

  test('drop_block takes what is bound elsewhere', async () => {
    const { said, rest } = await answered();
    const thinking = {
      ...{ type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    };
    const body = ask({ thinking, system: [text('T')], messages: [hi, assistant(...said), rest] });
    expect(await refusal(body)).toMatch(/block_binding: Extra inputs/);
    const beta = { ...KEYS, 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
    expect((await post('/v1/messages', body, beta)).status).toBe(200);
  });

  test.each<[string, object, RegExp]>([
    [
      'a final thought',
      { messages: [hi, assistant(text('a'), thought), hi] },
      /final block in an assistant message cannot be `thinking`/,
    ],
    [
      'a budget for a model that adapts',
      { thinking: { type: 'enabled', budget_tokens: 2_000 } },
      /Use ."thinking.type.adaptive."/,
    ],
    [
      'a turn that goes on without a thought',
      {
        model: 'claude-sonnet-4-5',
        thinking: { type: 'enabled', budget_tokens: 2_000 },
        messages: [hi, assistant(use(ownId)), user(result(ownId))],
      },
      /Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
    ],
    ['an unknown effort', { output_config: { effort: 'extreme' } }, /output_config.effort/],
    ['too long an answer', { max_tokens: 200_000 }, /200000 > 128000, which is the maximum/],
    ['a choice as input', { tools: [tool('a', { anyOf: [] })] }, /does not support oneOf/],
  ])('%s is refused', async (_, change, words) => {
    expect(await refusal(ask(change))).toMatch(words);
  });
});

describe('the Responses API', () => {
  const item = (role: string, words: string) => ({
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: words }],
  });
  const asked = item('user', 'hi');
  const call = (id: string, more: object = {}) => ({
    ...{ type: 'function_call', call_id: id, name: 'Bash', arguments: '{}' },
    ...more,
  });
  const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'ok' });
  const reasoning = (more: object = {}) => ({
    ...{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'unknown' },
    ...more,
  });
  const send = (change: object) =>
    post(
      '/v1/responses',
      { model: 'gpt-5.5', stream: true, store: false, input: [asked], ...change },
      { authorization: 'Bearer k' },
    );

  test.each<[string, object, RegExp]>([
    ['a call without output', { input: [asked, call('a')] }, /No tool output found for function/],
    ['an output without call', { input: [asked, output('a')] }, /No tool call found/],
    [
      'a thought that is not there',
      { input: [asked, reasoning({ encrypted_content: null }), item('assistant', 'a'), asked] },
      /404.*rs_1' not found. Items are not persisted when `store` is set to false/,
    ],
    [
      'a thought of somebody else',
      { input: [asked, reasoning(), item('assistant', 'a'), asked] },
      /could not be verified/,
    ],
    ['a thought alone', { input: [asked, reasoning()] }, /could not be verified/],
    ['an unknown effort', { reasoning: { effort: 'minimal' } }, /Supported values are: 'none'/],
    [
      'effort where none is',
      { model: 'gpt-4.1', reasoning: { effort: 'low' } },
      /reasoning.effort' is not supported/,
    ],
    ['an unknown field', { messages: [] }, /Unknown parameter: 'messages'/],
    ['few tokens', { max_output_tokens: 1 }, /below minimum value/],
    ['a long key', { prompt_cache_key: 'k'.repeat(65) }, /maximum length 64/],
    [
      'a tool that is strict by default',
      { tools: [{ type: 'function', name: 'a', parameters: { type: 'object' } }] },
      /'additionalProperties' is required/,
    ],
    [
      'many tools',
      {
        tools: Array.from({ length: 129 }, (_, i) => ({
          ...{ type: 'function', name: `t${i}`, strict: false, parameters: { type: 'object' } },
        })),
      },
      /maximum length 128/,
    ],
  ])('refuses %s', async (_, change, words) => {
    const answer = await send(change);
    expect(`${answer.status} ${await answer.text()}`).toMatch(words);
  });

  test('a call under its id comes with its thought', async () => {
    server.script({
      blocks: [
        { thinking: 'hm', signature: 'enc-1' },
        { call: 'Bash', input: {}, id: 'c1' },
      ],
    });
    const stream = await (await send({})).text();
    const ids = [...stream.matchAll(/"id":"((?:rs|fc)_\w+)"/g)].map(([, id]) => id);
    const [thoughtId, callId] = [...new Set(ids)];
    const back = reasoning({ id: thoughtId, encrypted_content: 'enc-1' });
    const again = call('c1', { id: callId });
    const without = await send({ input: [asked, again, output('c1')] });
    expect(await without.text()).toMatch(/without its required 'reasoning' item: 'rs_/);
    server.script(say('ok'));
    expect((await send({ input: [asked, back, again, output('c1')] })).status).toBe(200);
    const last = await send({ input: [asked, back] });
    expect(await last.text()).toMatch(/without its required following item/);
  });
});

describe('Gemini', () => {
  const said = (...parts: object[]) => ({ role: 'user', parts });
  const model = (...parts: object[]) => ({ role: 'model', parts });
  const asked = said({ text: 'hi' });
  const fc = (more: object = {}) => ({ functionCall: { name: 'Bash', args: {} }, ...more });
  const fr = { functionResponse: { name: 'Bash', response: { output: 'ok' } } };
  const send = (change: object, name = 'gemini-3.5-pro') =>
    post(
      `/v1beta/models/${name}:streamGenerateContent?alt=sse`,
      { contents: [asked], ...change },
      { 'x-goog-api-key': 'k' },
    );
  const declared = (parameters: object, name = 'Bash') => ({
    tools: [{ functionDeclarations: [{ name, parameters }] }],
  });
  const object = (property: object) => ({ type: 'OBJECT', properties: { a: property } });

  test.each<[string, object, RegExp]>([
    ['nothing', { contents: [] }, /contents is not specified/],
    ['no parts', { contents: [said()] }, /must not be empty/],
    ['an empty part', { contents: [said({})] }, /required oneof field/],
    ['an unsigned call', { contents: [asked, model(fc()), said(fr)] }, /missing a thought_sig/],
    [
      'a made-up signature',
      { contents: [asked, model(fc({ thoughtSignature: 'x' })), said(fr)] },
      /Corrupted thought signature/,
    ],
    [
      'too few results',
      { contents: [asked, model(fc(), fc()), said(fr)] },
      /number of function response parts is equal/,
    ],
    ['a call first', { contents: [model(fc()), said(fr)] }, /immediately after a user turn/],
    ['an answer last', { contents: [asked, model({ text: 'a' })] }, /end with a user role/],
    [
      'what is not in its part of JSON Schema',
      declared(object({ type: 'INTEGER', exclusiveMinimum: 0 })),
      /Unknown name ."exclusiveMinimum.*parameters.properties\[0\].value': Cannot find field/,
    ],
    [
      'numbers to choose from',
      declared(object({ type: 'INTEGER', enum: [1] })),
      /only allowed for/,
    ],
    ['a list of anything', declared(object({ type: 'ARRAY' })), /items: missing field/],
    ['a bad name', declared(object({ type: 'STRING' }), '1x'), /Invalid function name/],
    [
      'two measures of thought',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low', thinkingBudget: 1 } } },
      /only one of thinking budget and thinking level/,
    ],
  ])('refuses %s', async (_, change, words) => {
    const answer = await send(change);
    expect(`${answer.status} ${await answer.text()}`).toMatch(words);
  });

  test('takes back the signature it gave, and older models need none', async () => {
    server.script({ blocks: [{ call: 'Bash', input: {} }] }, say('ok'), say('ok'));
    const stream = await (await send({})).text();
    const [, thoughtSignature] = /"thoughtSignature":"(.*?)"/.exec(stream) ?? [];
    const back = [asked, model(fc({ thoughtSignature })), said(fr)];
    expect((await send({ contents: back })).status).toBe(200);
    const unsigned = { contents: [asked, model(fc()), said(fr)] };
    expect((await send(unsigned, 'gemini-2.5-flash')).status).toBe(200);
  });
});

test.each<[string, string, object, RegExp]>([
  ['tools at a model that takes none here', 'gpt-5.5', {}, /use \/v1\/responses instead/],
  ['a model of another protocol', 'gpt-5.3-codex', {}, /only supported in v1\/responses/],
  [
    'a thought',
    'gpt-5.1',
    { messages: [ask, { ...asks('a'), reasoning_content: 'hm' }, tells('a')] },
    /Unrecognized/,
  ],
  [
    'a prompt behind a result',
    'mistral-large',
    { messages: [ask, asks('abcdefghi'), tells('abcdefghi'), ask] },
    /Unexpected role 'user'/,
  ],
  [
    'a call without its thought',
    'deepseek-v4',
    { messages: [ask, asks('a'), tells('a')] },
    /reasoning_content/,
  ],
])('chat completions refuse %s', async (_, model, change, words) => {
  const tools = [{ type: 'function', function: { name: 'a', parameters: {} } }];
  const body = { model, stream: true, messages: [ask], tools, ...change };
  expect(await (await post('/v1/chat/completions', body)).text()).toMatch(words);
});

test.each([
  [
    '/v1/messages',
    { model: 'm', max_tokens: 1, messages: [hi] },
    /prompt is too long: \d+ tokens > 5/,
  ],
  ['/v1/chat/completions', { model: 'm', messages: [ask] }, /maximum context length is 5 tokens/],
  ['/v1/responses', { model: 'm', input: [ask] }, /exceeds the context window/],
  [
    '/v1beta/models/m:streamGenerateContent',
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    /input token count \(\d+\) exceeds/,
  ],
])('%s has its own words for too much', async (path, body, words) => {
  const small = await startWire({ window: 5 });
  const headers = { ...KEYS, authorization: 'Bearer k' };
  const answer = await fetch(small.baseUrl.anthropic + path, {
    ...{ method: 'POST', headers, body: JSON.stringify({ stream: true, ...body }) },
  });
  void small.faults;
  await small.close();
  expect(await answer.text()).toMatch(words);
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
