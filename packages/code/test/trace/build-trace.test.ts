import { expect, test } from 'vitest';
import { buildTrace } from '../../src/trace/build/build-trace.ts';
import type { Logged } from '../../src/trace/build/logged.ts';

let n = 0;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();
const logged = (chain: string, from: number, to: number, more: object): Logged =>
  ({
    chain,
    n: ++n,
    session: 's',
    at: at(from),
    time: at(to),
    ms: (to - from) * 1000,
    ...more,
  }) as Logged;
const hook = (name: string, event: string, matcher: string, more = {}) => ({
  ...{ hook: name, event, source: 'f:1', matcher, ...more },
});
const run = (chain: string, from: number, to: number, more: object): Logged =>
  logged(chain, from, to, {
    ...{ hook: 'guard', source: 'f:1', decision: 'none', verdict: 'none' },
    ...{ outcome: { is: 'exit', code: 0 }, ...more },
  });

const traceOf = (records: readonly Logged[]) =>
  buildTrace({
    ...{ session: 's', records, hooks: [], rowText: String },
    redact: ((value: unknown) => value) as Parameters<typeof buildTrace>[0]['redact'],
  });

const CALL = { call: 'c1', tool: 'Bash' };

test('a question stands where it was asked, behind the hooks', () => {
  const { spans } = traceOf([
    run('a', 0, 2, { ...CALL, event: 'PreToolUse' }),
    logged('a', 2, 5, {
      ...{ is: 'decision', ...CALL, answer: 'yes', row: 19, by: { is: 'person' }, waited: 3000 },
    }),
    logged('a', 0, 6, { is: 'call', ...CALL, success: true }),
  ]);
  expect(spans.find(({ is }) => is === 'call')).toMatchObject({
    ...{ at: 0, ms: 6000, waited: 3000, waitedAt: 2000 },
  });
});

test.each([
  ['aborted', 6, true],
  ['aborted', 4, undefined],
  ['done', 6, undefined],
])('in a turn that ended as %s, a call that failed by second %i', (ended, to, interrupted) => {
  const request = { is: 'request', model: 'm', input: 1, output: 1, cached: 0, ended: 'done' };
  const { spans } = traceOf([
    logged('a', 0, 7, { is: 'turn', ended }),
    logged('a', 5, 6, request),
    logged('a', 1, to, { is: 'call', ...CALL, success: false }),
  ]);
  expect(spans.find(({ is }) => is === 'call')).toMatchObject({ success: false });
  const [call] = spans.filter((span) => span.is === 'call');
  expect(call?.interrupted).toBe(interrupted);
});

test('a run that nobody waited for is marked', () => {
  const { spans } = traceOf([run('a', 0, 2, { event: 'Stop', late: true })]);
  expect(spans).toMatchObject([{ is: 'run', late: true }]);
});

test('each process of a session has its own hooks, with why each would not run', () => {
  const rule = 'Bash(git *)';
  const { spans, setups } = traceOf([
    logged('a', 0, 0, { is: 'inventory', hooks: [hook('edits', 'PreToolUse', 'Edit')] }),
    logged('a', 0, 1, { is: 'call', ...CALL, success: true }),
    logged('b', 2, 2, {
      ...{ is: 'inventory' },
      hooks: [
        hook('guard', 'PreToolUse', 'Bash'),
        hook('pushes', 'PreToolUse', '*', { if: rule }),
        hook('begin', 'SessionStart', 'resume'),
      ],
    }),
    run('b', 2, 3, { event: 'SessionStart', subject: 'startup' }),
    logged('b', 2, 3, { is: 'moment', event: 'SessionStart', verdict: 'none' }),
    run('b', 3, 4, { event: 'PreToolUse', call: 'c2', tool: 'Bash' }),
  ]);
  const calls = spans.filter(({ is }) => is === 'call');
  expect(calls).toMatchObject([{ setup: 0 }, { setup: 1 }]);
  expect(setups).toMatchObject([
    { 'PreToolUse Bash': [{ hook: 'edits', why: '"Edit" does not match Bash' }] },
    {
      'PreToolUse Bash': [
        { hook: 'guard' },
        { hook: 'pushes', why: `its "if" did not hold: ${rule}` },
      ],
      'SessionStart startup': [{ hook: 'begin', why: '"resume" does not match startup' }],
    },
  ]);
  expect(spans.find(({ is, id }) => is === 'run' && id.startsWith('b'))).toBeDefined();
  // What matched is told by the setup of the same process.
  expect(spans.filter(({ is }) => is === 'run').at(-1)).toMatchObject({
    matched: '"Bash" matches Bash',
  });
});

test('an event says what came of it, and by which hooks', () => {
  const { spans } = traceOf([
    run('a', 0, 1, { event: 'PreCompact', subject: 'auto', decision: 'block', verdict: 'block' }),
    logged('a', 0, 1, { is: 'moment', event: 'PreCompact', verdict: 'block', by: ['guard'] }),
  ]);
  expect(spans.find(({ is }) => is === 'moment')).toMatchObject({
    ...{ subject: 'auto', verdict: 'block', by: ['guard'] },
    meant: 'the conversation is not compacted',
  });
});

test('a run belongs to the event that is written behind it, whatever the clocks say', () => {
  const { spans } = traceOf([
    // The log was opened in between, which took its time.
    run('a', 0, 4, { event: 'UserPromptSubmit' }),
    logged('a', 3, 4, { is: 'moment', event: 'UserPromptSubmit', verdict: 'none' }),
    {
      ...run('a', 5, 6, { event: 'UserPromptSubmit', erased: true }),
      session: undefined,
    } as unknown as Logged,
    run('b', 6, 7, { event: 'UserPromptSubmit', agent: 'agent-1' }),
    logged('a', 7, 8, { is: 'moment', event: 'UserPromptSubmit', verdict: 'none' }),
    logged('a', 3, 9, { is: 'turn', ended: 'done' }),
  ]);
  const [first] = spans.filter(({ is }) => is === 'moment');
  const parents = spans.filter(({ is }) => is === 'run').map(({ parent }) => parent);
  // Not the run on an erased prompt, nor that of another process and agent.
  expect(parents).toEqual([first?.id, undefined, spans.find(({ is }) => is === 'turn')?.id]);
});
