import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateElicitationRequest, PermissionOption } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { obedient, startLogin } from '../../../agent-sdk/test/mcp/login/login-server.ts';
import { startOld } from '../../../agent-sdk/test/mcp/old-server.ts';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { allow, type EditorOptions, openEditor, type TestEditor } from './editor.ts';

const SERVER = fileURLToPath(
  new URL('../../../agent-sdk/test/mcp/asked/asking-server.mjs', import.meta.url),
);
const ALLOWED = ['--allowed-tools', 'mcp__asking', '--permission-mode', 'default'];
const ask = (method: string, params: object) => [
  call('mcp__asking__ask', { method, params }),
  say('ok'),
];
const elicit = (params: object) => ask('elicitation/create', params);

/** One prompt in an editor with a server that asks; what the server got for it. */
async function asked(options: EditorOptions, more: object = {}) {
  const editor = await openEditor({ args: ALLOWED, ...options });
  editor.where.write('home/.wave/settings.json', {
    mcpServers: { asking: { command: process.execPath, args: [SERVER], ...more } },
  });
  const id = await editor.fresh();
  await editor.prompt(id, 'go');
  const got = () =>
    editor
      .of('tool_call_update')
      .flatMap(({ rawOutput }) => (rawOutput as { output?: string })?.output ?? [])
      .map((text) => JSON.parse(text));
  return { editor, id, got };
}

const FORM = {
  message: 'Which **one**?',
  requestedSchema: {
    type: 'object',
    properties: {
      size: { type: 'string', enum: ['s', 'm'], enumNames: ['small', 'medium'] },
      news: { type: 'boolean', default: true },
      name: { type: 'string', title: 'Your name', default: 'Ann' },
      note: { type: 'string' },
    },
    required: ['size'],
  },
};

test('a form of a server is a form of the editor, in our own writing', async () => {
  const forms: CreateElicitationRequest[] = [];
  const { got, editor } = await asked({
    can: { elicitation: { form: {} } },
    script: elicit({ ...FORM, requestedSchema: { ...FORM.requestedSchema, $ref: 'x' } }),
    elicit: (request) => {
      forms.push(request);
      return { action: 'accept', content: { size: 's', note: '' } };
    },
  });
  expect(got()).toEqual([{ action: 'accept', content: { size: 's', news: true, name: 'Ann' } }]);
  expect(forms).toEqual([
    {
      mode: 'form',
      sessionId: expect.any(String),
      message: 'The MCP server asking asks: Which **one**?',
      requestedSchema: {
        type: 'object',
        properties: {
          size: {
            title: 'size',
            type: 'string',
            oneOf: [
              { const: 's', title: 'small' },
              { const: 'm', title: 'medium' },
            ],
          },
          news: { title: 'news', type: 'boolean', default: true },
          name: { title: 'Your name', type: 'string', default: 'Ann' },
          note: { title: 'note', type: 'string' },
        },
        required: ['size'],
      },
    },
  ]);
  expect(editor.asked).toEqual([]);
});

test.each(['decline', 'cancel', 'whatever'])(
  'an editor that answers %s sends nothing',
  async (action) => {
    const { got } = await asked({
      can: { elicitation: { form: {} } },
      script: elicit(FORM),
      elicit: () => ({ action }),
    });
    expect(got()).toEqual([{ action: action === 'cancel' ? 'cancel' : 'decline' }]);
  },
);

const named = (options: readonly PermissionOption[], name: string) =>
  allow(options.find((one) => one.name === name)?.optionId ?? 'nothing of that name');

test('without forms a server asks by choices, and you see all of it before it is sent', async () => {
  const answers = ['medium', 'No', 'Send it'];
  const { got, editor } = await asked({
    script: elicit(FORM),
    permit: ({ options }) => named(options, answers.shift() ?? ''),
  });
  expect(got()).toEqual([{ action: 'accept', content: { size: 'm', news: false, name: 'Ann' } }]);
  expect(editor.asked.map(({ options }) => options.map(({ name }) => name))).toEqual([
    ['small', 'medium', 'Send nothing'],
    ['Yes', 'No', 'Send nothing'],
    ['Send it', 'Send nothing'],
  ]);
  expect(editor.asked[0]?.toolCall.title).toBe('The MCP server asking asks: Which **one**?');
  expect(JSON.stringify(editor.asked[2]?.toolCall.content)).toContain('Your name: Ann');
  // Every question is a call of its own, and none stays open.
  const ids = editor.asked.map(({ toolCall }) => toolCall.toolCallId);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids)
    expect(
      editor.updates.flatMap((one) =>
        'toolCallId' in one && one.toolCallId === id ? [one.status] : [],
      ),
    ).toEqual(['pending', 'completed']);
});

test('a no, or an answer that was not offered, sends nothing', async () => {
  for (const answer of ['no', 'always', 'answer-99']) {
    const { got } = await asked({ script: elicit(FORM), permit: () => allow(answer) });
    expect(got()).toEqual([{ action: 'decline' }]);
  }
});

test('what has to be typed in is declined with a sentence where there are no forms', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const { got, editor, id } = await asked({
    can: { session: { notices: {} } },
    script: [...elicit({ message: 'Who?', requestedSchema: schema }), say('next')],
  });
  expect(got()).toEqual([{ action: 'decline' }]);
  await editor.prompt(id, 'next');
  expect(editor.of('notice').map(({ title }) => title)).toContain(
    'MCP server "asking": it asked for something, and Wave declined: "name" has to be typed in, and your editor has no forms.',
  );
});

const PAGE = {
  mode: 'url',
  message: 'Please pay',
  url: 'https://pay.example/1',
  elicitationId: 'x',
};

test('a page goes to the editor that shows pages, else its address stands in a question', async () => {
  const pages: CreateElicitationRequest[] = [];
  const first = await asked({
    can: { elicitation: { url: {} } },
    script: elicit(PAGE),
    elicit: (request) => {
      pages.push(request);
      return { action: 'accept' };
    },
  });
  expect(first.got()).toEqual([{ action: 'accept' }]);
  expect(pages).toEqual([
    {
      mode: 'url',
      sessionId: expect.any(String),
      elicitationId: expect.any(String),
      message: 'The MCP server asking asks: Please pay',
      url: 'https://pay.example/1',
    },
  ]);
  const second = await asked({
    script: elicit(PAGE),
    permit: ({ options }) => named(options, 'No'),
  });
  expect(second.got()).toEqual([{ action: 'decline' }]);
  expect(JSON.stringify(second.editor.asked[0]?.toolCall.content)).toContain(
    '<https://pay.example/1>',
  );
});

const SAMPLE = {
  maxTokens: 50,
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: { type: 'text', text: 'What is 1 + 1?' } }],
};

test('a server that asks your model needs your yes, and you see all of it', async () => {
  const [first, last] = ask('sampling/createMessage', SAMPLE);
  const { got, editor } = await asked(
    {
      script: [first, say('two'), last] as never,
      permit: ({ options }) => named(options, 'Ask the model this once'),
    },
    { sampling: true },
  );
  expect(got()).toEqual([
    expect.objectContaining({ content: { type: 'text', text: 'two' }, stopReason: 'endTurn' }),
  ]);
  expect(JSON.stringify(editor.asked[0]?.toolCall.content)).toContain('user: What is 1 + 1?');
  const own = editor.server.requests.find(({ body }) => body.tools === undefined);
  expect(own?.body).toMatchObject({ max_tokens: 50 });
  const no = await asked(
    { script: ask('sampling/createMessage', SAMPLE), permit: () => allow('no') },
    { sampling: true },
  );
  expect(no.got()).toEqual([
    { error: expect.objectContaining({ message: expect.stringContaining('you said no') }) },
  ]);
});

test('how far a call is stands in the call', async () => {
  const { editor } = await asked({ script: [call('mcp__asking__steps', {}), say('ok')] });
  const texts = editor
    .of('tool_call_update')
    .filter(({ status }) => status === 'in_progress')
    .map(({ content }) => JSON.stringify(content ?? []));
  expect(texts.some((text) => text.includes('2 of 4: step 2'))).toBe(true);
});

/** A server of the editor's that asks as soon as it is up: before the editor knows the session. */
const EARLY = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') {
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'e', version: '1' } } });
  } else if (method === 'notifications/initialized') {
    send({ id: 9, method: 'elicitation/create', params: { message: 'Now?', requestedSchema: { type: 'object', properties: {} } } });
  } else if (id === 9) writeFileSync(process.argv[2], JSON.stringify(result));
  else if (id !== undefined) send({ id, result: { tools: [] } });
});`;

test('a server that asks before the session is known asks in that session', async () => {
  const editor = await openEditor({ permit: ({ options }) => named(options, 'Send it') });
  const server = editor.where.write('home/early.mjs', EARLY);
  const answer = join(editor.where.home, 'answer.json');
  const id = await editor.fresh({
    mcpServers: [{ name: 'early', command: process.execPath, args: [server, answer], env: [] }],
  });
  await until(() => existsSync(answer));
  expect(JSON.parse(readFileSync(answer, 'utf8'))).toEqual({ action: 'accept', content: {} });
  expect(editor.asked.map(({ sessionId }) => sessionId)).toEqual([id]);
});

const pageIn = (editor: TestEditor) => /^ {2}(http\S+)$/m.exec(editor.said())?.[1];

test('/mcp login shows the page, takes the answer, and the server is there; /mcp logout forgets it', async () => {
  const { url, log } = await startLogin();
  const editor = await openEditor({
    env: { BROWSER: join(process.cwd(), 'no-such-browser') },
    script: [call('mcp__tickets__count', {}), say('ok')],
  });
  const id = await editor.fresh({
    mcpServers: [{ type: 'http', name: 'tickets', url, headers: [] }],
  });
  const login = editor.prompt(id, '/mcp login tickets');
  await until(() => pageIn(editor) !== undefined);
  const back = await obedient({ url: pageIn(editor) ?? '' });
  expect((await fetch(back)).status).toBe(200);
  expect(await login).toEqual({ stopReason: 'end_turn' });
  expect(editor.said()).toContain('tickets: ready');
  await editor.prompt(id, 'count them');
  expect(log.at(-1)).toMatch(/^called with access-/);
  await editor.prompt(id, '/mcp logout tickets');
  expect(editor.said()).toContain('Forgot the login to tickets.');
  expect(editor.lines().join('\n')).not.toMatch(/access-|refresh-/);
});

test('a login that you cancel ends, and the session goes on', async () => {
  const { url } = await startLogin();
  const editor = await openEditor({ script: [say('fine')] });
  const id = await editor.fresh({
    mcpServers: [{ type: 'http', name: 'tickets', url, headers: [] }],
  });
  const login = editor.prompt(id, '/mcp login tickets');
  await until(() => pageIn(editor) !== undefined);
  await editor.agent.notify('session/cancel', { sessionId: id });
  expect(await login).toEqual({ stopReason: 'cancelled' });
  expect(await editor.prompt(id, 'hi')).toEqual({ stopReason: 'end_turn' });
});

test('an old server of the editor works', async () => {
  const { url, log } = await startOld();
  const editor = await openEditor({ script: [call('mcp__old__greet', {}), say('ok')] });
  const id = await editor.fresh({ mcpServers: [{ type: 'sse', name: 'old', url, headers: [] }] });
  await editor.prompt(id, 'go');
  expect(JSON.stringify(editor.server.requests.at(-1)?.body)).toContain('hello from before');
  expect(log[0]).toBe('GET /sse');
});
