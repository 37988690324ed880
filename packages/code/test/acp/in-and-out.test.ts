import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { raw } from './raw-editor.ts';

const PROMPT = [{ type: 'text', text: 'what do you know?' }];
const SAID = { result: { stopReason: 'end_turn' } };

/** A session with one prompt, which is kept. */
async function kept(editor: ReturnType<typeof raw>) {
  await editor.begin();
  const made = await editor.ask('session/new', { cwd: editor.where.project, mcpServers: [] });
  const { sessionId } = made.result as { sessionId: string };
  const prompt = () => editor.ask('session/prompt', { sessionId, prompt: PROMPT });
  const load = (cwd = editor.where.project) =>
    editor.ask('session/load', { sessionId, cwd, mcpServers: [] });
  const close = () => editor.ask('session/close', { sessionId });
  expect(await prompt()).toMatchObject(SAID);
  return { sessionId, prompt, load, close };
}

test('an editor that goes while a session is being opened leaves no session without an end', async () => {
  const { child, begin, ended, where } = raw();
  const hook = (word: string) => [{ hooks: [{ type: 'command', command: `echo x > ${word}` }] }];
  where.write('home/.wave/settings.json', {
    hooks: { SessionStart: hook('started'), SessionEnd: hook('ended') },
  });
  await begin();
  const params = { cwd: where.project, mcpServers: [] };
  const message = { jsonrpc: '2.0', id: 1, method: 'session/new', params };
  await new Promise((sent) => child.stdin.write(`${JSON.stringify(message)}\n`, sent));
  child.stdin.destroy();
  child.stdout.destroy();
  expect(await ended).toBe(0);
  const has = (name: string) => existsSync(join(where.project, name));
  expect({ started: has('started'), ended: has('ended') }).toSatisfy(
    (one: { started: boolean; ended: boolean }) => !one.started || one.ended,
  );
});

test('a session that is loaded twice at the same moment is one', async () => {
  const editor = raw();
  const { prompt, load, close } = await kept(editor);
  await close();
  const both = await Promise.all([load(), load()]);
  expect(both).toMatchObject([{ result: { modes: {} } }, { result: { modes: {} } }]);
  expect(await prompt()).toMatchObject(SAID);
});

test('closed and loaded in one breath, it is open', async () => {
  const editor = raw();
  const { sessionId, prompt } = await kept(editor);
  const closing = { jsonrpc: '2.0', id: 1, method: 'session/close', params: { sessionId } };
  const params = { sessionId, cwd: editor.where.project, mcpServers: [] };
  const loading = { jsonrpc: '2.0', id: 2, method: 'session/load', params };
  editor.child.stdin.write(`${JSON.stringify(closing)}\n${JSON.stringify(loading)}\n`);
  for (const id of [1, 2]) expect(await editor.answer(id)).toMatchObject({ result: {} });
  expect(await prompt()).toMatchObject(SAID);
});

test('an open session is not found from another project, and not deleted', async () => {
  const editor = raw();
  const { sessionId, load, prompt } = await kept(editor);
  expect(await load(editor.where.home)).toMatchObject({ error: { code: -32002 } });
  expect(await editor.ask('session/delete', { sessionId })).toMatchObject({
    error: { code: -32600, message: expect.stringContaining('in use here') },
  });
  expect(await prompt()).toMatchObject(SAID);
});
