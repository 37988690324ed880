import type { Call, HookRun, Span, Trace } from '../../src/trace/build/trace.ts';

const run = (id: string, more: Partial<HookRun>): HookRun => ({
  is: 'run',
  id,
  lane: 'main',
  at: 10,
  ms: 20,
  event: 'PreToolUse',
  hook: 'guard',
  source: '.wave/settings.json:4',
  outcome: 'exit 0',
  failed: false,
  decision: 'none',
  said: [],
  ...more,
});

const call = (id: string, more: Partial<Call>): Call => ({
  is: 'call',
  id,
  lane: 'main',
  parent: 't1',
  at: 100,
  ms: 400,
  tool: 'Bash',
  call: id,
  success: true,
  verdict: 'none',
  ...more,
});

const SPANS: readonly Span[] = [
  { is: 'turn', id: 't1', lane: 'main', at: 0, ms: 2_000, prompt: 'fix it', ended: 'done' },
  { is: 'moment', id: 'p1', lane: 'main', parent: 't1', at: 1, ms: 30, event: 'UserPromptSubmit' },
  run('r0', { parent: 'p1', event: 'UserPromptSubmit', hook: 'ticket', at: 2 }),
  {
    ...{ is: 'request', id: 'q1', lane: 'main', parent: 't1', at: 40, ms: 50, model: 'some-model' },
    ...{ input: 10, output: 5, cached: 2, cost: 0.01, ended: 'done' },
  },
  call('c1', {
    sent: { command: 'npm test' },
    ran: { command: 'npm test -- --run' },
    rewrittenBy: ['quiet'],
    waited: 200,
    permission: {
      answer: 'yes',
      row: 12,
      text: 'a rule allows it',
      by: 'rule Bash(npm test *)',
      where: '.wave/settings.json:9',
    },
    result: '42 passed',
    resultRewrittenBy: ['mask'],
  }),
  run('r1', { parent: 'c1', hook: 'quiet', tool: 'Bash', rewrote: true, stdout: '{"a":1}' }),
  call('c2', {
    at: 600,
    sent: { command: 'git push --force' },
    success: false,
    verdict: 'block',
    permission: { answer: 'no', row: 2, text: 'a hook said block', by: 'hook guard' },
    result: 'Blocked: never',
  }),
  run('r2', {
    ...{ parent: 'c2', at: 610, tool: 'Bash', decision: 'block', outcome: 'exit 2' },
    ...{ said: [{ to: 'agent', text: 'never' }], stderr: 'never', matched: 'Bash' },
  }),
  run('r3', { parent: 'c2', at: 640, hook: 'slow', outcome: 'timed out', failed: true }),
  call('k1', { lane: 'sub', parent: 'none', tool: 'Grep', sent: { pattern: 'x' } }),
];

export const SAMPLE: Trace = {
  version: 1,
  session: 'session-1',
  title: 'Fix it',
  began: '2026-01-31T12:00:00.000Z',
  withContent: true,
  lanes: [
    { id: 'main', name: 'agent' },
    { id: 'sub', name: 'subagent Explore' },
  ],
  spans: SPANS,
  unused: [{ hook: 'never', event: 'Stop', source: '~/.wave/settings.json', why: 'no stop yet' }],
};

/** The same with something nasty in place of every text that is not a name of ours. */
export function withTexts(trace: Trace, nasty: string): Trace {
  const kept = new Set([
    'is',
    'id',
    'lane',
    'parent',
    'decision',
    'verdict',
    'answer',
    'to',
    'began',
  ]);
  const walk = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return kept.has(name) ? value : nasty;
    if (Array.isArray(value)) return value.map((one) => walk(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
  };
  return walk(trace) as Trace;
}
