import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrace } from '../../src/trace/build/build-trace.ts';
import { readLine, recordIn } from '../../src/trace/read-records.ts';

const WHERE = {
  ...{ time: '2026-01-31T12:00:01.000Z', at: '2026-01-31T12:00:00.000Z', session: 's' },
  ...{ agent: 'agent-1', chain: 'a', n: 1 },
};
const ABOUT = { call: 'c1', tool: 'Bash' };
const HOOK = { hook: 'guard', event: 'PreToolUse', source: 'f:1', matcher: 'Bash', hash: 'x' };

/** One of each kind, with all that it can have. */
const RECORDS = [
  { is: 'turn', ...WHERE, ms: 1, ended: 'done', cost: 1 },
  {
    ...{ is: 'request', ...WHERE, ms: 1, model: 'm', ended: 'done' },
    ...{ input: 1, output: 1, cached: 1, cost: 1 },
  },
  {
    ...{ is: 'call', ...WHERE, ...ABOUT, ms: 1, success: true },
    ...{ rewrittenBy: ['a'], outputRewrittenBy: ['b'] },
  },
  {
    ...{ is: 'decision', ...WHERE, ...ABOUT, answer: 'yes', row: 14, waited: 1, content: 'x' },
    by: { is: 'rule', rule: 'Bash', list: 'allow', where: 'f:1' },
  },
  {
    ...{ is: 'moment', ...WHERE, event: 'Stop', ms: 1, verdict: 'block' },
    ...{ by: ['a'], rewrittenBy: ['a'], content: 'x' },
  },
  { is: 'inventory', ...WHERE, project: '/p', hooks: [HOOK] },
  {
    ...{ ...WHERE, ...ABOUT, event: 'PreToolUse', hook: 'guard', source: 'f:1', subject: 's' },
    ...{ outcome: { is: 'exit', code: 2 }, ms: 1, decision: 'block', verdict: 'block' },
    ...{ toAgent: ['a'], toUser: ['b'], context: ['c'], stdout: 'o', stderr: 'e' },
    ...{ rewrote: true, late: true },
  },
];

test.each(RECORDS)('a record with all that it can have is read: %j', (record) => {
  expect(recordIn(JSON.stringify(record))).toEqual(record);
});

test('whatever stands in a field, the rest of the log can be shown', () => {
  const field = fc.constantFrom(
    ...RECORDS.flatMap((record) => Object.keys(record).map((name) => [record, name] as const)),
  );
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom([null], [{}], ['a'], {}, 'not a time', -1));
  fc.assert(
    fc.property(field, odd, ([record, name], value) => {
      const lines = [...RECORDS, { ...record, [name]: value, n: 2 }].map((one) =>
        JSON.stringify(one),
      );
      const records = lines.map(recordIn).filter((one) => one !== undefined);
      const { spans } = buildTrace({
        ...{ session: 's', records, hooks: [], rowText: String, redact: (text: unknown) => text },
      } as Parameters<typeof buildTrace>[0]);
      for (const { at, ms } of spans) expect([at, ms].every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('a record of a known kind that cannot be shown is damaged; other kinds are for others', () => {
  expect(readLine('{"is":"turn"}')).toBeUndefined();
  expect(readLine('{"is":"rotated"}')).toEqual({ is: 'other', kind: 'rotated' });
});
