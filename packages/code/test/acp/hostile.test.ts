import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { isAlive } from '../../../hooks/test/worker/helpers.ts';
import { allow, openEditor } from './editor.ts';
import { raw } from './raw-editor.ts';

test('what is no message, no method or out of order gets an error, and the next request its answer', async () => {
  const { child, answers, ask, begin, where } = raw();
  expect(await ask('session/new', { cwd: where.project, mcpServers: [] })).toMatchObject({
    error: { code: -32600 },
  });
  child.stdin.write('this is no JSON\n[]\n42\n{"jsonrpc":"2.0"}\n\n');
  expect(await begin()).toMatchObject({ result: { protocolVersion: 1 } });
  await until(() => answers().some(({ error }) => error?.code === -32700));
  expect(await ask('session/fly', {})).toMatchObject({ error: { code: -32601 } });
  expect(await ask('session/prompt', { sessionId: 7 })).toMatchObject({ error: { code: -32602 } });
  expect(await ask('session/prompt', null)).toMatchObject({ error: { code: -32602 } });
  child.stdin.write('{"jsonrpc":"2.0","method":"no/such","params":{}}\n');
  child.stdin.write('{"jsonrpc":"2.0","id":9999,"result":{}}\n');
  child.stdin.write(
    '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"nobody"}}\n',
  );
  const ok = await ask('session/new', { cwd: where.project, mcpServers: [] });
  expect(ok).toMatchObject({ result: { sessionId: expect.any(String) } });
});

test.each([
  ['relative', 'src', 'absolute path'],
  ['not there', '/no/such/place', 'a directory that is there'],
  ['a file', '/etc/hosts', 'a directory that is there'],
  ['empty', '', 'absolute path'],
])('a cwd that is %s is refused', async (_, cwd, words) => {
  const { ask, begin } = raw();
  await begin();
  expect(await ask('session/new', { cwd, mcpServers: [] })).toMatchObject({
    error: { code: -32602, message: expect.stringContaining(words) },
  });
});

test('sessions that there are not, also by names that are paths, are not found', async () => {
  const { ask, begin, where } = raw();
  await begin();
  for (const sessionId of ['nobody', '../../etc/passwd', '', '0'.repeat(10_000)]) {
    const missing = { error: { code: -32002 } };
    expect(
      await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hi' }] }),
    ).toMatchObject(missing);
    expect(
      await ask('session/load', { sessionId, cwd: where.project, mcpServers: [] }),
    ).toMatchObject(missing);
    expect(await ask('session/set_mode', { sessionId, modeId: 'plan' })).toMatchObject(missing);
    expect(await ask('session/delete', { sessionId })).toMatchObject(missing);
  }
});

test('prompts that cannot be sent say why, and nothing ends', async () => {
  const { ask, begin, where } = raw();
  await begin();
  const made = await ask('session/new', { cwd: where.project, mcpServers: [] });
  const { sessionId } = made.result as { sessionId: string };
  const send = (prompt: unknown) => ask('session/prompt', { sessionId, prompt });
  const bad = (words: string) => ({
    error: { code: -32602, message: expect.stringContaining(words) },
  });
  expect(await send([])).toMatchObject(bad('expected a text'));
  expect(await send([{ type: 'text', text: '  ' }])).toMatchObject(bad('expected a text'));
  expect(await send([{ type: 'audio', data: '', mimeType: 'audio/wav' }])).toMatchObject(
    bad('audio'),
  );
  expect(
    await send([
      { type: 'text', text: 'x' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]),
  ).toMatchObject(bad('images[0]'));
  expect(await send([{ type: 'text', text: 'what do you know?' }])).toMatchObject({
    result: { stopReason: 'end_turn' },
  });
});

test('a message without an end is cut off with an error', async () => {
  const { child, begin, ended, stderr } = raw();
  await begin();
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < 66 && child.stdin.writable; sent++)
    await new Promise((resolve) => child.stdin.write(piece, resolve));
  expect(await ended).toBe(1);
  expect(stderr()).toContain('byte limit');
});

test('cancelled while it streams, while a command runs and while a question waits', async () => {
  const editor = await openEditor({
    args: ['--allowed-tools', 'Bash(sh wait.sh)'],
    script: [
      { ...say('this never comes to its end'), broken: { how: 'hang', after: 4 } },
      call('Bash', { command: 'sh wait.sh' }),
      call('Bash', { command: 'touch made' }),
      say('fine'),
    ],
    permit: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ outcome: { outcome: 'cancelled' } }));
      }),
  });
  const id = await editor.fresh();
  editor.where.write('project/wait.sh', 'echo $$ > p.tmp; mv p.tmp pid; sleep 60');
  const cancel = () => editor.agent.notify('session/cancel', { sessionId: id });
  const streaming = editor.prompt(id, 'one');
  await until(() => editor.server.requests.length === 1 && editor.said() !== '');
  await cancel();
  expect(await streaming).toEqual({ stopReason: 'cancelled' });
  const running = editor.prompt(id, 'two');
  await until(() => existsSync(join(editor.where.project, 'pid')));
  const pid = Number(readFileSync(join(editor.where.project, 'pid'), 'utf8'));
  await cancel();
  expect(await running).toEqual({ stopReason: 'cancelled' });
  expect(isAlive(pid)).toBe(false);
  const asking = editor.prompt(id, 'three');
  await until(() => editor.asked.length === 1);
  await cancel();
  expect(await asking).toEqual({ stopReason: 'cancelled' });
  expect(existsSync(join(editor.where.project, 'made'))).toBe(false);
  // With nothing under way it does nothing.
  await cancel();
  expect(await editor.prompt(id, 'four')).toEqual({ stopReason: 'end_turn' });
});

test('a second prompt while one is under way is refused, and the first goes on', async () => {
  const editor = await openEditor({
    script: [call('Bash', { command: 'touch made' }), say('done')],
    permit: async () => {
      const { sessionId } = editor.asked[0] ?? { sessionId: '' };
      await expect(editor.prompt(sessionId, 'me too')).rejects.toMatchObject({
        code: -32600,
        message: expect.stringContaining('under way'),
      });
      return allow('once');
    },
  });
  expect(await editor.prompt(await editor.fresh(), 'go')).toEqual({ stopReason: 'end_turn' });
  expect(existsSync(join(editor.where.project, 'made'))).toBe(true);
});

test('an editor that goes away ends everything, and the session can be gone on with', async () => {
  const editor = await openEditor({
    args: ['--permission-mode', 'bypassPermissions'],
    script: [call('Bash', { command: 'echo $$ > p.tmp; mv p.tmp pid; sleep 60' })],
  });
  editor.where.write('home/.wave/settings.json', {
    hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'echo end > ended' }] }] },
  });
  const id = await editor.fresh();
  const turn = editor.prompt(id, 'go').catch(() => 'gone');
  await until(() => existsSync(join(editor.where.project, 'pid')));
  const pid = Number(readFileSync(join(editor.where.project, 'pid'), 'utf8'));
  editor.leave();
  expect(await editor.ended).toBe(0);
  await turn;
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(editor.where.project, 'ended'))).toBe(true);
  const next = await openEditor({ at: editor, script: [say('back')] });
  await next.agent.request('session/resume', { sessionId: id, cwd: next.where.project });
  expect(await next.prompt(id, 'again')).toEqual({ stopReason: 'end_turn' });
});

test('a signal ends it as the editor does', async () => {
  const editor = await openEditor({ script: [say('ok')] });
  editor.where.write('home/.wave/settings.json', {
    hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'echo end > ended' }] }] },
  });
  await editor.prompt(await editor.fresh(), 'hi');
  process.kill(editor.pid, 'SIGTERM');
  expect(await editor.ended).toBe(143);
  expect(existsSync(join(editor.where.project, 'ended'))).toBe(true);
});

test('bytes that are no text, ids of any kind and a request without end of line', async () => {
  const { child, answers, begin, ask, where } = raw();
  await begin();
  child.stdin.write(
    Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":"'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('","method":"session/fly","params":{}}\n'),
    ]),
  );
  for (const id of ['"text"', '0', '-1', '1.5', 'null', '{}', '[1]', 'true', '"__proto__"'])
    child.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"session/fly","params":{}}\n`);
  await until(() => answers().some(({ id }) => id === '__proto__'));
  const made = await ask('session/new', { cwd: where.project, mcpServers: [] });
  expect(made).toMatchObject({ result: { sessionId: expect.any(String) } });
});

test('a message that is too long gets an error before the end', async () => {
  const { child, begin, ended, answers } = raw();
  await begin();
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < 66 && child.stdin.writable; sent++)
    await new Promise((resolve) => child.stdin.write(piece, resolve));
  expect(await ended).toBe(1);
  expect(answers().at(-1)).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: expect.stringContaining('byte limit') },
  });
});

test('two prompts at the same moment: one runs, the other is refused', async () => {
  const { ask, begin, where } = raw();
  await begin();
  const made = await ask('session/new', { cwd: where.project, mcpServers: [] });
  const { sessionId } = made.result as { sessionId: string };
  const prompt = [{ type: 'text', text: 'what do you know?' }];
  const all = await Promise.all([1, 2, 3].map(() => ask('session/prompt', { sessionId, prompt })));
  expect(all.filter(({ result }) => result)).toHaveLength(1);
  expect(all.filter(({ error }) => error?.code === -32600)).toHaveLength(2);
});

test('a project that is reached by a link is the one that the terminal knows, and leads no further', async () => {
  const buffers: Record<string, string> = {};
  const editor = await openEditor({
    can: { fs: { readTextFile: true, writeTextFile: true } },
    buffers,
    permit: () => allow('reject'),
  });
  const { where, server } = editor;
  const secret = where.write('home/secret.txt', 'nobody reads this');
  where.write('project/a.txt', 'saved');
  const cwd = join(where.home, 'link');
  symlinkSync(where.project, cwd);
  symlinkSync(secret, join(where.project, 'inside.txt'));
  buffers[join(cwd, 'a.txt')] = 'typed';
  server.script(
    call('Read', { file_path: join(where.project, 'a.txt') }),
    call('Read', { file_path: join(cwd, 'inside.txt') }),
    call('Write', { file_path: join(cwd, '..', 'secret.txt'), content: 'changed' }),
    say('ok'),
    say('mentioned'),
  );
  const id = await editor.fresh({ cwd });
  await editor.prompt(id, 'go');
  // The editor is asked by its own names, for what is in its project.
  expect(editor.fs).toEqual([`read ${join(cwd, 'a.txt')}`]);
  const sent = () => JSON.stringify(server.requests.at(-1)?.body);
  expect(sent()).toContain('typed');
  expect(sent()).not.toContain('nobody reads this');
  expect(readFileSync(secret, 'utf8')).toBe('nobody reads this');
  const questions = editor.asked.length;
  await editor.agent.request('session/prompt', {
    sessionId: id,
    prompt: [{ type: 'resource_link', name: 'a', uri: pathToFileURL(join(cwd, 'a.txt')).href }],
  });
  expect(editor.asked).toHaveLength(questions);
  const ids = async (place: string) =>
    (await editor.agent.request('session/list', { cwd: place })).sessions.map(
      (one) => one.sessionId,
    );
  expect(await ids(where.project)).toEqual([id]);
  expect(await ids(cwd)).toEqual([id]);
  expect(await ids(`${where.project}/../project`)).toEqual([id]);
});

test('a permission that is answered twice, or with what was not offered', async () => {
  const { child, ask, begin, where, answers } = raw();
  await begin();
  const made = await ask('session/new', { cwd: where.project, mcpServers: [] });
  const { sessionId } = made.result as { sessionId: string };
  const prompt = [{ type: 'text', text: 'run touch made' }];
  const turn = ask('session/prompt', { sessionId, prompt });
  const asked = () =>
    answers().find((one) => 'method' in one && one.method === 'session/request_permission');
  await until(() => asked() !== undefined);
  const { id } = asked() ?? {};
  const answer = (optionId: string) =>
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId } } })}\n`,
    );
  answer('bypass');
  answer('once');
  answer('once');
  expect(await turn).toMatchObject({ result: { stopReason: 'end_turn' } });
  expect(existsSync(join(where.project, 'made'))).toBe(false);
});
