import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

async function open() {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const run = async (args: string[], ...script: Reply[]) => {
    server.script(...script);
    const printed = await wave(['-p', ...args], where, { env: server.env('anthropic') });
    return { ...printed, body: server.requests.at(-1)?.body };
  };
  return { where, server, run };
}

test('--add-dir: files there are read unasked, and the model knows of them', async () => {
  const { where, run } = await open();
  const file = where.write('beside/secret.txt', 'ZZTOP');
  where.write('other/x.txt', 'ZZNO');
  const read = [call('Read', { file_path: file }), say('ok')];
  expect(JSON.stringify((await run(['P'], ...read)).body?.messages)).not.toContain('ZZTOP');
  const args = ['P', '--add-dir', '../beside', '--add-dir', join(where.home, '../other')];
  const { code, body } = await run(args, ...read);
  expect([code, JSON.stringify(body?.messages)]).toEqual([0, expect.stringContaining('ZZTOP')]);
  expect(JSON.stringify(body?.system)).toMatch(/The project also has .*beside, .*other\./);
});

test('--append-system-prompt, as a text and from a file, stands behind everything else', async () => {
  const { where, run } = await open();
  where.write('project/AGENTS.md', 'ZZAGENTS');
  const file = where.write('more.txt', 'ZZFILE\n');
  const args = ['P', '--append-system-prompt', 'ZZTEXT', '--append-system-prompt-file', file];
  const { body } = await run(args, say('ok'));
  expect(body?.system?.map(({ text }) => text).join('\n')).toMatch(
    /You are Wave[\s\S]*ZZAGENTS[\s\S]*ZZTEXT\n\nZZFILE$/,
  );
});

test('--fork-session: a new session with what was said; the old one ends where it was', async () => {
  const { run, where } = await open();
  const SessionStart = [{ hooks: [{ type: 'command', command: 'cat >> starts' }] }];
  where.write('home/.wave/settings.json', { hooks: { SessionStart } });
  const json = ['--output-format', 'json'];
  const first = JSON.parse((await run(['FIRST', ...json], say('one'))).stdout);
  const id = String(first.session_id);
  const forked = await run(['SECOND', '--resume', id, '--fork-session', ...json], say('two'));
  const fork = JSON.parse(forked.stdout).session_id;
  expect(fork).not.toBe(id);
  expect(JSON.stringify(forked.body?.messages)).toMatch(/FIRST.*one.*SECOND/);
  const last = await run(['THIRD', '--resume', id], say('three'));
  expect(JSON.stringify(last.body?.messages)).not.toContain('SECOND');
  const on = await run(['FOURTH', '--resume', fork], say('four'));
  expect(JSON.stringify(on.body?.messages)).toMatch(/FIRST.*SECOND.*FOURTH/);
  const starts = readFileSync(join(where.project, 'starts'), 'utf8').split('\n').filter(Boolean);
  expect(starts.map((line) => JSON.parse(line).source)).toEqual([
    ...['startup', 'fork', 'resume', 'resume'],
  ]);
});

test.each([
  [['P', '--fork-session'], '--fork-session goes with --resume SESSION or --continue'],
  [['P', '--add-dir', 'nowhere'], 'nowhere is not a directory'],
  [['P', '--add-dir', ''], '--add-dir: expected a directory, got ""'],
  [['P', '--append-system-prompt', ''], '--append-system-prompt: expected a text, got ""'],
  [['P', '--append-system-prompt-file', 'nowhere'], '--append-system-prompt-file: ENOENT'],
])('%j: exit 1 and why, and nothing is sent', async (args, says) => {
  const { run, server } = await open();
  const { code, stderr } = await run(args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  expect(server.requests).toEqual([]);
});
