import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenFiles } from '../../../src/vocabulary/open-files.ts';
import { openAgent } from '../../open-agent.ts';
import { call, say } from '../../wire/reply.ts';

/** An editor with buffers; a buffer that was written is saved. */
function editor(buffers: Record<string, string>, saves = true) {
  const asked: string[] = [];
  const files: OpenFiles = {
    read: async (path) => {
      asked.push(`read ${path}`);
      return buffers[path];
    },
    write: async (path, text) => {
      asked.push(`write ${path}`);
      buffers[path] = text;
      if (saves) writeFileSync(path, text);
      return true;
    },
  };
  return { files, asked, buffers };
}

const results = (messages: readonly { readonly blocks: readonly object[] }[]) =>
  messages.flatMap(({ blocks }) => blocks).flatMap((block) => ('result' in block ? [block] : []));

async function open(text: string, held: string | undefined, saves = true) {
  const buffers: Record<string, string> = {};
  const { files, asked } = editor(buffers, saves);
  const opened = await openAgent({ openFiles: files, session: { keep: true } });
  const path = join(opened.dir, 'a.txt');
  writeFileSync(path, text);
  if (held !== undefined) buffers[path] = held;
  return { ...opened, path, buffers, asked };
}

const edit = (path: string, from: string, to: string) =>
  call('Edit', { file_path: path, old_string: from, new_string: to });

test('Read shows what is in the editor, and an edit goes through it and onto the disk', async () => {
  const { agent, server, path, buffers, sent } = await open('saved\n', 'typed\n');
  server.script(call('Read', { file_path: path }), edit(path, 'typed', 'edited'), say('done'));
  await agent.sendMessage('go');
  expect(sent()).toContain('typed');
  expect(sent()).not.toContain('saved');
  expect([buffers[path], readFileSync(path, 'utf8')]).toEqual(['edited\n', 'edited\n']);
  expect(server.faults).toEqual([]);
});

test('undo leads back to what was typed and not saved', async () => {
  const { agent, server, path } = await open('saved\n', 'typed\n');
  server.script(call('Read', { file_path: path }), edit(path, 'typed', 'edited'), say('done'));
  await agent.sendMessage('go');
  await agent.undo(agent.checkpoints()[0]?.id ?? '');
  expect(readFileSync(path, 'utf8')).toBe('typed\n');
});

test('what was typed since the file was read is not written over', async () => {
  const { agent, server, path, buffers } = await open('saved\n', 'typed\n');
  server.script(
    call('Read', { file_path: path }),
    () => {
      buffers[path] = 'typed more\n';
      return call('Write', { file_path: path, content: 'all new\n' });
    },
    say('done'),
  );
  await agent.sendMessage('go');
  expect(buffers[path]).toBe('typed more\n');
  expect(results(agent.messages).at(-1)).toMatchObject({
    success: false,
    result: `${path} was not written: it changed in the editor since it was last read. Read it again.`,
  });
});

test('what the editor does not save is on the disk all the same', async () => {
  const { agent, server, path, dir, buffers } = await open('old\n', undefined, false);
  const other = join(dir, 'b.txt');
  server.script(
    call('Read', { file_path: path }),
    edit(path, 'old', 'new'),
    call('Write', { file_path: other, content: 'made\n' }),
    say('done'),
  );
  await agent.sendMessage('go');
  expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['new\n', 'made\n']);
  expect(buffers).toEqual({ [path]: 'new\n', [other]: 'made\n' });
});

test('line ends and a byte order mark of the disk stay, which editors do not show', async () => {
  const { agent, server, path } = await open('\uFEFFone\r\ntwo\r\n', 'one\ntwo\n');
  server.script(call('Read', { file_path: path }), edit(path, 'two', 'three'), say('done'));
  await agent.sendMessage('go');
  expect(readFileSync(path, 'utf8')).toBe('\uFEFFone\r\nthree\r\n');
});

test('where the editor refuses, the call fails with its words', async () => {
  const dir = (await openAgent()).dir;
  const path = join(dir, 'a.txt');
  writeFileSync(path, 'secret');
  const { agent, server, sent } = await openAgent({
    workdir: dir,
    openFiles: { read: () => Promise.reject(new Error('the policy says no')) },
  });
  server.script(call('Read', { file_path: path }), say('done'));
  await agent.sendMessage('go');
  expect(results(agent.messages)).toMatchObject([
    { success: false, result: `${path} could not be read: the policy says no` },
  ]);
  expect(sent()).not.toContain('secret');
});

test('a text that never was in the editor is read from the disk', async () => {
  const { agent, server, path, asked, sent } = await open('saved\n', undefined);
  server.script(call('Read', { file_path: path }), say('done'));
  await agent.sendMessage('go');
  expect(sent()).toContain('saved');
  expect(asked).toEqual([`read ${path}`]);
});
