import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mentionsIn, missingIn } from '../../src/turn/calls/mentions.ts';
import { blocksOf, hooksOn, ofRole, printing, talk, tempDir, textOf } from '../talk.ts';
import { say } from '../wire/reply.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function files() {
  const dir = tempDir();
  mkdirSync(join(dir, 'src'));
  symlinkSync('loop', join(dir, 'loop'));
  writeFileSync(join(dir, 'src/main.ts'), 'const treasure = 1;\n');
  writeFileSync(join(dir, 'my notes.md'), 'buried notes\n');
  writeFileSync(join(dir, 'pixel.png'), Buffer.from(PIXEL, 'base64'));
  return dir;
}

test.each([
  { prompt: 'see @src/main.ts', named: ['src/main.ts'] },
  { prompt: '@src/main.ts', named: ['src/main.ts'] },
  { prompt: 'see @src/main.ts, please', named: ['src/main.ts'] },
  { prompt: 'is it @src/main.ts?', named: ['src/main.ts'] },
  { prompt: 'see @"my notes.md" now', named: ['my notes.md'] },
  { prompt: 'see @src', named: ['src'] },
  { prompt: 'twice @src/main.ts @src/main.ts', named: ['src/main.ts'] },
  { prompt: 'twice @src/main.ts @./src/main.ts', named: ['src/main.ts'] },
  { prompt: 'mail me@src/main.ts', named: [] },
  { prompt: 'none @src/gone.ts', named: [] },
  { prompt: 'alone @ here', named: [] },
  { prompt: `too long @${'a'.repeat(300)}`, named: [] },
  { prompt: 'leads to itself @loop', named: [] },
])('$prompt', ({ prompt, named }) => {
  expect(mentionsIn(prompt, files()).map((one) => one.named)).toEqual(named);
});

test.each([
  ['see @src/gone.ts, please', ['src/gone.ts']],
  ['@nonexist.ts @nonexist.ts', ['nonexist.ts']],
  [
    '@./gone/ and @../up and @/no/such and @~/no-such',
    ['./gone/', '../up', '/no/such', '~/no-such'],
  ],
  ['@"no notes"', ['no notes']],
  ['@src/main.ts @src @"my notes.md"', []],
  ['@types/node, @angular/core@17.2, @socket.io/redis-adapter', []],
  ["@app.route('/x.ts'), @pytest.fixture, @Component, @alice, @john.doe", []],
  ['mail me@gone.ts', []],
] as const)('no such file: %s', (prompt, missing) => {
  expect(missingIn(prompt, files())).toEqual(missing);
});

test('a file that is not there is told to the user, and the prompt goes out as it is', async () => {
  const { sent, agent } = await talk({
    workdir: files(),
    prompt: 'see @src/gone.ts',
    script: [say('ok')],
  });
  expect(sent).toContain('see @src/gone.ts');
  expect(blocksOf(agent.messages, 'notice')).toEqual([
    {
      type: 'notice',
      tone: 'info',
      content: '@src/gone.ts: no such file; sent as text.',
    },
  ]);
});

test('a directory is the names of all that is in it', async () => {
  const dir = files();
  symlinkSync('src', join(dir, 'link'));
  const { agent } = await talk({ workdir: dir, prompt: 'what is in @.', script: [say('ok')] });
  const listed = textOf(ofRole(agent.messages, 'user')[1]).replace(`${dir}:\n\n`, '');
  expect(listed.split('\n').sort()).toEqual(
    ['link@', 'loop@', 'my notes.md', 'pixel.png', 'src/'].map((name) => join(dir, name)),
  );
});

test('what is mentioned follows the prompt, through the tools’ own hooks', async () => {
  const dir = files();
  const log = `cat >> ${join(dir, 'seen')}`;
  const { sent, agent, server } = await talk({
    workdir: dir,
    prompt: 'look at @src/main.ts and @src',
    script: [say('ok')],
    hooks: { ...hooksOn('PreToolUse', log), ...hooksOn('PostToolUse', log) },
  });
  expect(sent).toContain('const treasure = 1;');
  expect(sent).toContain('main.ts');
  const users = ofRole(agent.messages, 'user');
  expect(users.map(({ from }) => from)).toEqual(['prompt', 'wave', 'wave']);
  expect(server.faults).toEqual([]);
});

test('a hook that blocks Read keeps a mentioned file away, and both are told', async () => {
  const { sent, agent } = await talk({
    workdir: files(),
    prompt: 'look at @src/main.ts',
    script: [say('ok')],
    hooks: hooksOn('PreToolUse', 'echo KEEPOUT >&2; exit 2'),
  });
  expect(sent).not.toContain('treasure');
  expect(sent).toContain('could not be attached: ');
  expect(sent).toContain('KEEPOUT');
  expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toContainEqual(
    expect.stringContaining('@src/main.ts was not attached: '),
  );
});

test('a deny rule keeps it away, and outside of the project the user is asked', async () => {
  const dir = files();
  const denied = await talk({
    workdir: dir,
    prompt: '@src/main.ts',
    script: [say('ok')],
    permissions: { deny: ['Read(src/**)'] },
  });
  expect(denied.sent).not.toContain('treasure');
  // The call that reads it is nowhere to be seen: what is told of it stands by itself.
  expect(blocksOf(denied.agent.messages, 'notice')[0]).toEqual({
    type: 'notice',
    tone: 'info',
    content: 'Read did not run: deny rule: Read(src/**).',
  });

  const outside = tempDir();
  writeFileSync(join(outside, 'far.txt'), 'FARAWAY');
  const asked: string[] = [];
  const far = await talk({
    workdir: dir,
    prompt: `@${join(outside, 'far.txt')}`,
    script: [say('ok')],
    permissionMode: 'default',
    confirm: async ({ tool }) => {
      asked.push(tool);
      return { answer: 'no' };
    },
  });
  expect(asked).toEqual(['Read']);
  expect(far.sent).not.toContain('FARAWAY');
});

test('a halt while a mention is read ends the turn before any request', async () => {
  const { result, server } = await talk({
    workdir: files(),
    prompt: '@src/main.ts',
    hooks: hooksOn('PreToolUse', printing({ continue: false, stopReason: 'enough' })),
  });
  expect(result).toMatchObject({ ended: 'halted', stopReason: 'enough' });
  expect(server.requests).toEqual([]);
});

test.each(['anthropic', 'chat'] as const)('a picture goes to %s as one', async (protocol) => {
  const { server, agent } = await talk({
    protocol,
    workdir: files(),
    prompt: 'what is @pixel.png',
    script: [say('a pixel')],
  });
  const body = JSON.stringify(server.requests[0]?.body);
  const shape =
    protocol === 'anthropic'
      ? `{"type":"base64","media_type":"image/png","data":"${PIXEL}"}`
      : `{"url":"data:image/png;base64,${PIXEL}"}`;
  expect(body).toContain(shape);
  expect(textOf(ofRole(agent.messages, 'user')[1])).toContain('pixel.png:');
  expect(server.faults).toEqual([]);
});
