import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { DOT } from '../../agent-sdk/test/mcp/dot.ts';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { readUserLine } from '../src/agent/print/user-line.ts';
import { place, WAVE, wave } from './helpers.ts';

const STREAM = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
const user = (content: unknown) =>
  JSON.stringify({ type: 'user', message: { role: 'user', content } });
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const results = (text: string) => linesOf(text).filter(({ type }) => type === 'result');

async function open(...script: Reply[]) {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(...script);
  const env = server.env('anthropic');
  const run = (stdin: string, ...args: string[]) =>
    wave(['-p', ...STREAM, ...args], where, { env, stdin });
  return { where, server, env, run };
}

test('each line is a turn of one session, and a reply comes before the next line is sent', async () => {
  const { where, server, env } = await open(say('one'), say('two'));
  where.write('home/.wave/settings.json', {
    hooks: Object.fromEntries(
      ['SessionStart', 'SessionEnd'].map((event) => [
        event,
        [{ hooks: [{ type: 'command', command: `echo ${event} >> events` }] }],
      ]),
    ),
  });
  // Also without -p.
  const child = spawn(process.execPath, [WAVE, ...STREAM], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.write(`${user('FIRST')}\n\n`);
  await until(() => results(stdout).length === 1);
  child.stdin.write(`${user([{ type: 'text', text: 'SECOND' }])}\n`);
  await until(() => results(stdout).length === 2);
  child.stdin.end();
  expect(await ended).toBe(0);
  expect(results(stdout).map(({ result, ended: how }) => [result, how])).toEqual([
    ['one', 'done'],
    ['two', 'done'],
  ]);
  expect(new Set(results(stdout).map(({ session_id: id }) => id)).size).toBe(1);
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/FIRST.*one.*SECOND/);
  expect(readFileSync(join(where.project, 'events'), 'utf8')).toBe('SessionStart\nSessionEnd\n');
  expect(server.faults).toEqual([]);
});

test('an image goes along', async () => {
  const source = { type: 'base64', media_type: 'image/png', data: DOT };
  const { server, run } = await open(say('seen'));
  const { code } = await run(
    user([
      { type: 'image', source },
      { type: 'text', text: 'What?' },
    ]),
  );
  expect([code, server.faults]).toEqual([0, []]);
  expect(JSON.stringify(server.requests[0]?.body)).toContain(DOT);
});

test('a line that cannot be read ends it with its number; what came before stands', async () => {
  const { server, run } = await open(say('one'));
  const { code, stdout, stderr } = await run(`${user('FIRST')}\nnot json\n${user('THIRD')}\n`);
  expect(code).toBe(1);
  expect(results(stdout)).toMatchObject([{ result: 'one' }]);
  expect(stderr).toMatch(/^wave: stdin, line 2: expected JSON such as .*got "not json"$/m);
  expect(server.requests).toHaveLength(1);
});

test('a turn that a hook blocks is not the end, and the last turn gives the exit code', async () => {
  const { where, run } = await open(say('one'));
  const guard = 'grep -q BAD && exit 2; exit 0';
  where.write('home/.wave/settings.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: guard }] }] },
  });
  const lines = [user('BAD'), user('GOOD')];
  const { code, stdout } = await run(`${lines.join('\n')}\n`);
  expect([code, results(stdout).map(({ ended }) => ended)]).toEqual([0, ['blocked', 'done']]);
  const other = await run(`${user('BAD')}\n`);
  expect(other.code).toBe(2);
});

test.each([
  [['-p', ...STREAM, 'a prompt'], 'prompts come on stdin only'],
  [['-p', '--input-format', 'stream-json'], 'goes with --output-format stream-json'],
  [['-p', '--input-format', 'xml'], '--input-format: expected text, stream-json, got "xml"'],
  [['-p', '--include-partial-messages', 'x'], 'goes with --output-format stream-json'],
  [['-p', ...STREAM], 'stdin: expected messages as JSON lines, got nothing'],
])('%j: exit 1 and why', async (args, says) => {
  const { where, env } = await open();
  const { code, stderr } = await wave(args, where, { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
});

test('SIGINT ends the wait for the next line, with the hooks of the session', async () => {
  const { where, env } = await open(say('one'));
  where.write('home/.wave/settings.json', {
    hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'touch closed' }] }] },
  });
  const child = spawn(process.execPath, [WAVE, '-p', ...STREAM], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.write(`${user('FIRST')}\n`);
  await until(() => results(stdout).length === 1);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(readFileSync(join(where.project, 'closed'), 'utf8')).toBe('');
});

test('pieces of a reply, in the form of Claude Code', async () => {
  const { run, server } = await open(
    {
      blocks: [
        { thinking: 'hm', signature: 's' },
        { text: 'I look.' },
        ...call('Glob', { pattern: '*' }, 'toolu_1').blocks,
      ],
    },
    say('Done.'),
  );
  const { stdout } = await run(`${user('GO')}\n`, '--include-partial-messages');
  expect(server.faults).toEqual([]);
  const lines = linesOf(stdout);
  const session = lines[0]?.['session_id'];
  const events = lines.filter(({ type }) => type === 'stream_event');
  for (const { session_id: id, parent_tool_use_id: parent, uuid } of events)
    expect([id, parent, uuid]).toEqual([session, null, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  type Event = { type: string; index?: number; delta?: object; content_block?: { type: string } };
  const all = events.map(({ event }) => event as Event);
  const brief = all
    .filter(({ type, delta }) => type !== 'content_block_delta' || JSON.stringify(delta))
    .map(({ type, index, content_block: block }) =>
      [type.replace('content_block', 'block'), index, block?.type]
        .filter((x) => x !== undefined)
        .join(' '),
    );
  expect(brief.filter((text, at) => text !== brief[at - 1])).toEqual([
    'message_start',
    ...['block_start 0 thinking', 'block_delta 0', 'block_stop 0'],
    ...['block_start 1 text', 'block_delta 1', 'block_stop 1'],
    ...['block_start 2 tool_use', 'block_delta 2', 'block_stop 2'],
    ...['message_delta', 'message_stop', 'message_start'],
    ...['block_start 0 text', 'block_delta 0', 'block_stop 0', 'message_delta', 'message_stop'],
  ]);
  const joined = (field: string) =>
    all.map(({ delta }) => (delta as Record<string, string> | undefined)?.[field] ?? '').join('');
  expect([joined('thinking'), joined('text'), joined('partial_json')]).toEqual([
    ...['hm', 'I look.Done.', '{"pattern":"*"}'],
  ]);
  expect(
    all.flatMap(({ delta }) => (delta && 'stop_reason' in delta ? [delta.stop_reason] : [])),
  ).toEqual([...['tool_use', 'end_turn']]);
});

test.each([
  ['"x"', /^expected \{"type": "user"/],
  ['{"type": "control_request"}', /got "control_request" as type$/],
  ['{"type": "user"}', /^message: expected/],
  ['{"type": "user", "message": {"role": "assistant", "content": "x"}}', /^message: expected/],
  [user(5), /^message\.content: expected a text or a list of blocks, got 5/],
  [user(' '), /^message\.content: expected a text, got none/],
  [user([{ type: 'tool_result' }]), /^message\.content\[0\]: expected a block of type text/],
  [user([{ type: 'image', source: { type: 'url', url: 'x' } }]), /^message\.content\[0\]/],
])('%s is no prompt', (line, says) => expect(readUserLine(line)).toMatch(says));
