import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ALLOW, answered, BLOCK, hook, place, start } from './helpers.ts';

const IDS: [string, string][] = [
  ['slashes', '../../etc/passwd'],
  ['only dots', '..'],
  ['NUL', 'a\0b'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['control characters', '\u001b[2J\r\n'],
  ['lone surrogates', '\ud800'],
  ['an option', '--help'],
  ['a prototype', '__proto__'],
];

test.each(IDS)('an id with %s is only ever a hash on disk', async (_, id) => {
  const at = place();
  at.reviewer(BLOCK);
  expect(await hook({ session_id: id }, at)).toEqual(
    answered({ decision: 'block', reason: 'add tests' }),
  );
  const [file, ...others] = at.sessionFiles();
  expect(others).toEqual([]);
  expect(file).toMatch(/\/sessions\/[0-9a-f]{64}\.json$/);
  expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file ?? '')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(at.config, 'supervisor')).sort()).toEqual(['log.jsonl', 'sessions']);
  expect(at.state()['count']).toBe(1);
  expect(String(at.state()['session'])).toMatch(/^[^\u0000-\u001f]{0,120}$/);
});

const REFUSED: [string, string | Buffer][] = [
  ['empty', ''],
  ['blank', ' \n\t '],
  ['binary', Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7) % 256))],
  ['two documents', '{"session_id":"a"}{"session_id":"b"}'],
  ['a name that is given twice', '{"session_id":"a","cwd":"/x","cwd":"/y"}'],
  ['a truncated document', '{"session_id":"a'],
  ['deeply nested', '['.repeat(200_000)],
  ['more than is taken', `{"session_id":"a","x":"${'y'.repeat(33 * 1024 * 1024)}"}`],
];

test.each(REFUSED)('stdin that is %s is exit 2', async (_, stdin) => {
  const at = place();
  at.reviewer(ALLOW);
  const { code, stdout, stderr } = await hook(0, at, { stdin });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^failed to parse hook input: stdin: [^\n]*\n$/);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

test.each(['"session_id"', '"hook_event_name":"UserPromptSubmit","session_id"'])(
  'an id that is nested deeply is refused like any other that is no text: %s',
  async (names) => {
    const at = place();
    at.reviewer(ALLOW);
    const { code, stdout, stderr } = await hook(0, at, { stdin: `{${names}:${DEEP}}` });
    expect([code, stdout]).toEqual([names.includes('Prompt') ? 1 : 2, '']);
    expect(stderr).toBe(
      'failed to parse hook input: session_id: expected a text that is not empty, got a list that is nested too deeply to be shown\n',
    );
  },
);

test('a byte order mark is no part of the document', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const stdin = '\uFEFF{"session_id":"a"}';
  expect(await hook(0, at, { stdin })).toEqual(answered({ reason: 'good' }));
});

test('a large document is read whole', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const input = { session_id: 'a', last_assistant_message: 'é'.repeat(4_000_000) };
  expect(await hook(input, at)).toEqual(answered({ reason: 'good' }));
  expect(at.seen()[0]?.['input']).toEqual(input);
});

test('a whole document is taken though stdin stays open', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const stdin = '{"session_id":"a"}\n';
  expect(await hook(0, at, { stdin, open: true })).toEqual(answered({ reason: 'good' }));
});

test('a document that comes in pieces is waited for', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const { child, ended } = start(['supervisor-hook'], at, { stdin: '{"session', open: true });
  setTimeout(() => child.stdin.write('_id":'), 400);
  setTimeout(() => child.stdin.end('"a"}'), 900);
  expect(await ended).toEqual(answered({ reason: 'good' }));
});

test('an open stdin without a word is exit 2, in bounded time', async () => {
  const at = place();
  const { code, stderr } = await hook(0, at, { stdin: '', open: true });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'failed to parse hook input: stdin: expected a JSON object, got nothing, and it stayed open\n',
  );
});

test('an empty id on the command line is refused', async () => {
  const at = place();
  expect(await hook({ session_id: 'a' }, at, {}, ['--session-id', ''])).toMatchObject({
    code: 2,
    stderr: 'failed to parse hook input: --session-id: expected an id, got an empty text\n',
  });
});
