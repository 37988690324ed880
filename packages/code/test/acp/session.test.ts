import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { PERMISSION_MODES } from '../../../agent-sdk/src/permissions/rules/rule.ts';
import { DOT } from '../../../agent-sdk/test/mcp/dot.ts';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { wave } from '../helpers.ts';
import { openEditor, type TestEditor } from './editor.ts';

const sentTo = ({ server }: TestEditor) => JSON.stringify(server.requests.map(({ body }) => body));

test('a prompt is answered in pieces, and stdout carries the protocol alone', async () => {
  const editor = await openEditor({
    script: [{ blocks: [{ thinking: 'let me think', signature: 's' }, { text: 'Hello there.' }] }],
  });
  const id = await editor.fresh();
  expect(await editor.prompt(id, 'hi')).toEqual({ stopReason: 'end_turn' });
  expect(editor.said()).toBe('Hello there.');
  expect(
    editor
      .of('agent_thought_chunk')
      .map(({ content }) => 'text' in content && content.text)
      .join(''),
  ).toBe('let me think');
  expect(editor.updates.every(({ session }) => session === id)).toBe(true);
  expect(editor.of('usage_update').at(-1)).toMatchObject({ size: expect.any(Number) });
  expect(editor.of('session_info_update').at(-1)).toMatchObject({ title: 'hi' });
  for (const line of editor.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  editor.leave();
  expect(await editor.ended).toBe(0);
  expect(editor.server.faults).toEqual([]);
});

test('an image, a linked file and an embedded text reach the model; a file is read as a mention', async () => {
  const editor = await openEditor({ script: [say('seen')] });
  const file = editor.where.write('project/my notes.md', 'the notes');
  const id = await editor.fresh();
  await editor.agent.request('session/prompt', {
    sessionId: id,
    prompt: [
      { type: 'text', text: 'Compare' },
      { type: 'resource_link', name: 'my notes.md', uri: `file://${encodeURI(file)}#L1:2` },
      { type: 'text', text: ' with ' },
      { type: 'resource', resource: { uri: 'zed:///selection', text: 'the selected words' } },
      { type: 'image', mimeType: 'image/png', data: DOT },
    ],
  });
  const sent = sentTo(editor);
  expect(sent).toContain('the notes');
  expect(sent).toContain('the selected words');
  expect(sent).toContain(DOT);
  const words = `Compare @"${file}" (lines 1 to 2) with [zed:///selection]`;
  expect(sent).toContain(JSON.stringify(words).slice(1, -1));
  expect(editor.server.faults).toEqual([]);
});

test('a session begun in an editor goes on in the terminal, and back', async () => {
  const editor = await openEditor({ script: [say('I will remember 42.')] });
  const id = await editor.fresh();
  await editor.prompt(id, 'remember 42');
  const busy = await wave(['-p', '--resume', id, 'again'], editor.where, {
    env: editor.server.env('anthropic'),
  });
  expect(busy).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('in use by another process'),
  });
  await editor.agent.request('session/close', { sessionId: id });
  editor.server.script(say('It was 42.'));
  const { code, stdout } = await wave(['-p', '--resume', id, 'what was it?'], editor.where, {
    env: editor.server.env('anthropic'),
  });
  expect([code, stdout]).toEqual([0, 'It was 42.\n']);
  const list = await editor.agent.request('session/list', { cwd: editor.where.project });
  expect(list.sessions).toEqual([
    {
      sessionId: id,
      cwd: editor.where.project,
      title: 'remember 42',
      updatedAt: expect.any(String),
    },
  ]);
  editor.updates.length = 0;
  const loaded = await editor.agent.request('session/load', {
    sessionId: id,
    cwd: editor.where.project,
    mcpServers: [],
  });
  expect(loaded).toMatchObject({ modes: { currentModeId: 'default' } });
  const replayed = editor.updates.flatMap((update) =>
    'content' in update && update.content && 'text' in update.content
      ? [[update.sessionUpdate, update.content.text]]
      : [],
  );
  expect(replayed).toEqual([
    ['user_message_chunk', 'remember 42'],
    ['agent_message_chunk', 'I will remember 42.'],
    ['user_message_chunk', 'what was it?'],
    ['agent_message_chunk', 'It was 42.'],
  ]);
  editor.server.script(say('Still 42.'));
  await editor.prompt(id, 'and now?');
  expect(sentTo(editor)).toContain('It was 42.');
});

test('resume goes on without telling it again, and delete removes it', async () => {
  const first = await openEditor({ script: [say('one')] });
  const id = await first.fresh();
  await first.prompt(id, 'first');
  first.leave();
  await first.ended;
  const editor = await openEditor({ at: first, script: [say('two')] });
  const { project: cwd } = editor.where;
  await editor.agent.request('session/resume', { sessionId: id, cwd });
  expect(editor.of('user_message_chunk')).toEqual([]);
  await editor.prompt(id, 'second');
  expect(sentTo(editor)).toContain('first');
  await expect(editor.agent.request('session/delete', { sessionId: id })).rejects.toMatchObject({
    message: expect.stringContaining('in use'),
  });
  await editor.agent.request('session/close', { sessionId: id });
  await editor.agent.request('session/delete', { sessionId: id });
  expect((await editor.agent.request('session/list', { cwd })).sessions).toEqual([]);
});

test('modes, models and thinking can be set, and what changes by itself is told', async () => {
  const editor = await openEditor({ script: [say('ok')] });
  const { project: cwd } = editor.where;
  const made = await editor.agent.request('session/new', { cwd, mcpServers: [] });
  const { sessionId } = made;
  expect(made.modes?.availableModes.map(({ id }) => id)).toEqual([...PERMISSION_MODES]);
  expect(made.configOptions?.map(({ id, category }) => [id, category])).toEqual([
    ['mode', 'mode'],
    ['model', 'model'],
    ['effort', 'thought_level'],
  ]);
  await editor.agent.request('session/set_mode', { sessionId, modeId: 'plan' });
  await until(() => editor.of('current_mode_update').length === 1);
  expect(editor.of('current_mode_update')).toMatchObject([{ currentModeId: 'plan' }]);
  const set = (configId: string, value: string) =>
    editor.agent.request('session/set_config_option', { sessionId, configId, value });
  const { configOptions } = await set('model', 'practice');
  expect(configOptions.find(({ id }) => id === 'model')).toMatchObject({
    currentValue: 'practice',
  });
  await set('effort', 'high');
  await editor.prompt(sessionId, 'what do you know?');
  expect(editor.said()).toContain('practice model');
  await expect(set('effort', 'wild')).rejects.toMatchObject({ code: -32602 });
  await expect(set('colour', 'red')).rejects.toMatchObject({ code: -32602 });
  await expect(
    editor.agent.request('session/set_mode', { sessionId, modeId: 'root' }),
  ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('permissionMode') });
});

test('without a key a session says what to set, and the practice model needs none', async () => {
  const bare = {
    ANTHROPIC_API_KEY: '',
    OPENAI_API_KEY: '',
    WAVE_MODEL: '',
    ANTHROPIC_BASE_URL: '',
  };
  const editor = await openEditor({ env: bare });
  await expect(editor.fresh()).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('ANTHROPIC_API_KEY'),
  });
  const login = (methodId: string) => editor.agent.request('authenticate', { methodId });
  await expect(login('api-key')).rejects.toMatchObject({ code: -32000 });
  await expect(login('magic')).rejects.toMatchObject({ code: -32602 });
  await login('practice');
  const id = await editor.fresh();
  await editor.prompt(id, 'what do you know?');
  expect(editor.said()).toContain('practice model');
});

test('a failed turn is an error with its reason, and the session goes on', async () => {
  const editor = await openEditor({
    script: [{ status: 401, message: 'the key is wrong' }, say('now it works')],
  });
  const id = await editor.fresh();
  await expect(editor.prompt(id, 'hi')).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('the key is wrong'),
  });
  expect(await editor.prompt(id, 'again')).toEqual({ stopReason: 'end_turn' });
});

test('settings, hooks of the start and the end, and what hooks say to the user', async () => {
  const editor = await openEditor({ script: [say('ok')], can: { session: { notices: {} } } });
  const { where } = editor;
  const hook = (event: string, command: string) => ({
    [event]: [{ hooks: [{ type: 'command', name: `on-${event}`, command }] }],
  });
  where.write('home/.wave/settings.json', {
    hooks: {
      ...hook('SessionStart', 'echo start >> events; echo \'{"systemMessage": "welcome"}\''),
      ...hook('SessionEnd', 'echo end >> events'),
      ...hook('Stop', 'echo \'{"systemMessage": "well done"}\''),
    },
    permissions: { deny: ['Bsh'] },
  });
  const id = await editor.fresh();
  await editor.prompt(id, 'hi');
  // The answer that names a session comes before anything that is told of it.
  const lines = editor.lines().filter((line) => line.includes(id));
  expect(lines[0]).toContain('"result":{"sessionId"');
  expect(editor.of('notice')).toContainEqual(
    expect.objectContaining({ title: expect.stringContaining('there is no tool Bsh') }),
  );
  expect(editor.of('notice')).toContainEqual(
    expect.objectContaining({ severity: 'warning', description: 'welcome' }),
  );
  expect(editor.of('notice')).toContainEqual(
    expect.objectContaining({ severity: 'warning', description: 'well done' }),
  );
  editor.leave();
  expect(await editor.ended).toBe(0);
  expect(readFileSync(join(where.project, 'events'), 'utf8')).toBe('start\nend\n');
});

test('without notices, what a hook says stands as a quotation in the conversation', async () => {
  const editor = await openEditor();
  editor.where.write('home/.wave/settings.json', {
    hooks: {
      UserPromptSubmit: [
        { hooks: [{ type: 'command', name: 'gate', command: 'echo not today >&2; exit 2' }] },
      ],
    },
  });
  const id = await editor.fresh();
  expect(await editor.prompt(id, 'hi')).toEqual({ stopReason: 'refusal' });
  expect(editor.said()).toContain('> ✗');
  expect(editor.said()).toContain('not today');
  expect(editor.server.requests).toEqual([]);
});

test("a project's hooks that nobody approved stop the session, as without a screen", async () => {
  const editor = await openEditor();
  editor.where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] },
  });
  await expect(editor.fresh()).rejects.toMatchObject({
    message: expect.stringContaining('waiting for your approval'),
  });
});

test('commands: ours, saved prompts, and what is not one', async () => {
  const editor = await openEditor({ script: [say('reviewed')] });
  editor.where.write('home/.wave/commands/greet.md', 'Greet $ARGUMENTS warmly.');
  const id = await editor.fresh();
  await until(() => editor.of('available_commands_update').length > 0);
  const [{ availableCommands = [] } = {}] = editor.of('available_commands_update');
  expect(availableCommands.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'status',
      'undo',
      'compact',
      'hooks',
      'mcp',
      'init',
      'review',
      'greet',
    ]),
  );
  await editor.prompt(id, '/status');
  expect(editor.said()).toContain(`Session:  ${id}`);
  await editor.prompt(id, '/greet Ada');
  expect(sentTo(editor)).toContain('Greet Ada warmly.');
  await editor.prompt(id, '/statsu');
  expect(editor.said()).toContain('there is no command /statsu');
  expect(editor.server.requests.length).toBe(1);
});

test('/undo puts files back, in the same way as on the screen', async () => {
  const editor = await openEditor({
    args: ['--permission-mode', 'acceptEdits'],
    script: [],
  });
  const file = join(editor.where.project, 'new.txt');
  editor.server.script(call('Write', { file_path: file, content: 'made' }), say('done'));
  const id = await editor.fresh();
  await editor.prompt(id, 'make it');
  expect(readFileSync(file, 'utf8')).toBe('made');
  await editor.prompt(id, '/undo');
  expect(editor.said()).toContain('make it');
  await editor.prompt(id, '/undo 1');
  expect(() => readFileSync(file)).toThrow();
  expect(editor.said()).toContain('Back at the moment before prompt 1');
});

test('servers of the editor are there, with their tools and prompts, and more directories', async () => {
  const editor = await openEditor({ script: [say('ok')] });
  const other = join(editor.where.home, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'a.txt'), 'elsewhere');
  const server = editor.where.write('home/server.mjs', MCP_SERVER);
  const id = await editor.fresh({
    additionalDirectories: [other],
    mcpServers: [
      {
        name: 'helper',
        command: process.execPath,
        args: [server],
        env: [{ name: 'WORD', value: 'hello' }],
      },
    ],
  });
  await editor.agent.request('session/prompt', {
    sessionId: id,
    prompt: [{ type: 'text', text: `read @${join(other, 'a.txt')}` }],
  });
  expect(editor.asked).toEqual([]);
  expect(sentTo(editor)).toContain('elsewhere');
  expect(sentTo(editor)).toContain('mcp__helper__hello');
  const commands = () =>
    editor.of('available_commands_update').flatMap((one) => one.availableCommands);
  await until(() => commands().some(({ name }) => name === 'mcp__helper__greet'));
  await expect(
    editor.fresh({ mcpServers: [{ name: '??', command: 'x', args: [], env: [] }] }),
  ).rejects.toMatchObject({ code: -32602 });
});

/** The least of a server: a tool that is called after a variable. */
const MCP_SERVER = `
import { createInterface } from 'node:readline';
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {}, prompts: {} }, serverInfo: { name: 'x', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: process.env.WORD, description: 'd', inputSchema: { type: 'object' } }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', description: 'greets' }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answer[method]?.(params) ?? {} }));
}
`;
