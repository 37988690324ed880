import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import type { Span } from '../../src/trace/build/trace.ts';
import { place, wave } from '../helpers.ts';
import { traced } from './traced.ts';

const hook = (name: string, command: string, matcher?: string) => ({
  ...(matcher ? { matcher } : {}),
  hooks: [{ type: 'command', name, command }],
});
const rewrite = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo rewritten' } },
});
const SETTINGS = {
  permissions: { allow: ['Bash(echo *)'] },
  hooks: {
    UserPromptSubmit: [hook('greet', 'echo context')],
    PreToolUse: [
      hook('guard', 'grep -q forbidden && { echo never >&2; exit 2; }; exit 0', 'Bash'),
      hook('quiet', `printf %s '${rewrite}'`, 'Bash'),
      hook('edits', 'true', 'Edit'),
    ],
    Stop: [hook('off', 'true')],
    PreCompact: [hook('never', 'true')],
  },
};
const SECRET = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';

const happened = () =>
  traced(
    SETTINGS,
    [
      call('Bash', { command: `echo ${SECRET}` }, 'c1'),
      call('Bash', { command: 'echo forbidden' }, 'c2'),
      say('done'),
    ],
    [
      call('Task', { description: 'Looking around', prompt: 'p', subagent_type: 'explore' }, 'c3'),
      say('sub'),
      say('ok'),
    ],
  );

const of = <K extends Span['is']>(spans: readonly Span[], is: K) =>
  spans.filter((span): span is Extract<Span, { is: K }> => span.is === is);

test('a page of the newest session: who decided, on what, by which row', async () => {
  const { where, file, read } = await happened();
  const made = await wave(['trace', '-o', 't.html'], where);
  expect([made.code, made.stdout, made.stderr]).toEqual([
    0,
    `${join(where.project, 't.html')}\n`,
    '',
  ]);
  const { spans, lanes, unused, withContent } = read('t.html');
  expect(withContent).toBe(true);
  const turns = of(spans, 'turn');
  expect(turns.map(({ lane, ended }) => [lane, ended])).toEqual([
    ['main', 'done'],
    [expect.stringMatching(/^agent-/), 'done'],
    ['main', 'done'],
  ]);
  expect(turns.map(({ prompt }) => prompt)).toEqual(['prompt 0', 'p', 'prompt 1']);
  expect(lanes.map(({ name, call }) => [name, call])).toEqual([
    ['agent', undefined],
    ['subagent explore: Looking around', 'call:c3'],
  ]);
  expect(of(spans, 'request').map(({ said, calls }) => [said, calls])).toEqual([
    [undefined, ['call:c1']],
    [undefined, ['call:c2']],
    ['done', undefined],
    [undefined, ['call:c3']],
    ['sub', undefined],
    ['ok', undefined],
  ]);
  const [first, second] = of(spans, 'call');
  expect(first).toMatchObject({
    ...{ tool: 'Bash', success: true, rewrittenBy: ['quiet'], parent: turns[0]?.id },
    sent: { command: expect.stringMatching(/^echo \[redacted\]/) },
    ran: { command: 'echo rewritten' },
    permission: {
      ...{ answer: 'yes', row: 14, text: 'allow rule', by: 'rule Bash(echo *)' },
      where: expect.stringMatching(new RegExp(`^${file}:\\d+$`)),
    },
    result: 'rewritten\nExit code: 0',
  });
  expect(second).toMatchObject({
    ...{ verdict: 'block', success: false, permission: { answer: 'no', by: 'hook guard' } },
  });
  const runs = of(spans, 'run').filter(({ parent }) => parent === second?.id);
  expect(
    runs.map(({ hook, matched, decision, stderr }) => [hook, matched, decision, stderr]),
  ).toEqual([
    ['guard', '"Bash" matches Bash', 'block', 'never\n'],
    ['quiet', '"Bash" matches Bash', 'none', undefined],
  ]);
  const [moment] = of(spans, 'moment');
  expect(moment).toMatchObject({
    event: 'UserPromptSubmit',
    text: 'prompt 0',
    parent: turns[0]?.id,
  });
  expect(of(spans, 'run').find(({ hook }) => hook === 'greet')).toMatchObject({
    parent: moment?.id,
    said: [{ to: 'context', text: 'context' }],
  });
  for (const { at, ms } of spans) expect(at >= 0 && ms >= 0).toBe(true);
  expect(unused.map(({ hook, why }) => [hook, why])).toEqual([
    ['edits', '"Edit" matches none of the tools called: Bash, Task'],
    ['never', 'there was no PreCompact'],
  ]);
});

test('--without-content leaves out the conversation, and the page is for its owner alone', async () => {
  const { where } = await happened();
  const file = join(where.project, 't.html');
  // Somebody could read what was there before.
  writeFileSync(file, 'old', { mode: 0o644 });
  const made = await wave(['trace', '-o', 't.html', '--without-content'], where);
  expect(made.code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const html = readFileSync(file, 'utf8');
  for (const word of ['prompt 0', 'forbidden', 'echo rewritten', 'Looking around', SECRET])
    expect(
      html.slice(html.indexOf('id="trace"'), html.indexOf('<script>', html.indexOf('id="trace"'))),
    ).not.toContain(word);
});

test('a prompt that was blocked is a turn with the hook that blocked it, and no word of it', async () => {
  const hooks = { UserPromptSubmit: [hook('wall', 'cat >&2; exit 2')] };
  const { where, read, say: again } = await traced({}, [say('hi')]);
  where.write('home/.wave/settings.json', { hooks });
  await again('my-own-words');
  await wave(['trace', '-o', 't.html'], where);
  const { spans } = read('t.html');
  const blocked = of(spans, 'turn').find(({ ended }) => ended === 'blocked');
  expect(of(spans, 'run')).toMatchObject([
    { hook: 'wall', decision: 'block', parent: blocked?.id },
  ]);
  expect(JSON.stringify(spans)).not.toContain('my-own-words');
});

test('lines of the log that cannot be read cost only themselves, and are told', async () => {
  const { where, read } = await traced({}, [say('hi')]);
  const log = join(where.home, '.wave/logs/hooks.jsonl');
  const { session } = JSON.parse(readFileSync(log, 'utf8').split('\n')[0] ?? '');
  appendFileSync(log, `{"half\n${JSON.stringify({ is: 'turn', session, ms: 'long' })}\n`);
  const { code, stderr } = await wave(['trace', '-o', 't.html'], where);
  expect([code, stderr]).toEqual([
    0,
    'wave: 2 lines of the log could not be read and may be missing here\n',
  ]);
  expect(of(read('t.html').spans, 'turn')).toHaveLength(1);
});

test('a call of a subagent is another one, whatever its id', async () => {
  const { where, read } = await traced({}, [
    call('Bash', { command: 'ls' }, 'c1'),
    call('Task', { description: 'd', prompt: 'p', subagent_type: 'explore' }, 'c2'),
    call('Bash', { command: 'pwd' }, 'c1'),
    say('sub'),
    say('ok'),
  ]);
  await wave(['trace', '-o', 't.html'], where);
  const calls = of(read('t.html').spans, 'call');
  expect(calls.map(({ lane, sent }) => [lane, (sent as { command?: string }).command])).toEqual(
    expect.arrayContaining([
      ['main', 'ls'],
      [expect.stringMatching(/^agent-/), 'pwd'],
    ]),
  );
});

test.each([
  [['trace'], 'there are no sessions in this project yet'],
  [['trace', '--live', '-o', 'x'], '--live writes no file'],
  [['trace', 'a', 'b'], 'unexpected words: b'],
])('%j is told', async (args, text) => {
  const { code, stderr } = await wave(args, place());
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
});

test('a session that is not there is told', async () => {
  const { where } = await traced({}, [say('hi')]);
  const { code, stderr } = await wave(['trace', 'nosuch'], where);
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no session "nosuch"')]);
});
