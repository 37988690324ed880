import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvOf } from '../../src/log/csv.ts';
import { ocsfOf } from '../../src/log/ocsf.ts';
import { place, wave } from '../helpers.ts';

const WHERE = { time: '2026-01-31T12:00:00.000Z', session: 's', chain: 'a', n: 7 };
const RUN = { ...WHERE, event: 'PreToolUse', tool: 'Bash', hook: 'guard', ms: 12.4 };
const CALL = { ...WHERE, call: 'c1', tool: 'Bash' };
const rule = { is: 'rule', rule: 'Bash(rm *)', list: 'deny', where: 'f:3' };

/** Each kind of record: who decided, whether it was allowed, whether it went well. */
const CASES = [
  ['a block', { ...RUN, outcome: { is: 'exit', code: 2 }, decision: 'block' }, 'hook guard', 2, 2],
  ['a time-out', { ...RUN, outcome: { is: 'timeout' }, decision: 'none' }, 'hook guard', 0, 2],
  ['a run', { ...RUN, outcome: { is: 'exit', code: 0 }, decision: 'none' }, 'hook guard', 0, 1],
  ['a rule', { is: 'decision', ...CALL, answer: 'no', by: rule }, 'rule Bash(rm *) (f:3)', 2, 2],
  ['a person', { is: 'decision', ...CALL, answer: 'yes', by: { is: 'person' } }, 'person', 1, 1],
  [
    ...([
      'a stop',
      { is: 'moment', ...WHERE, event: 'Stop', verdict: 'block', by: ['a', 'b'] },
    ] as const),
    ...(['hook a, hook b', 2, 2] as const),
  ],
  ['a prompt', { is: 'moment', ...WHERE, event: 'UserPromptSubmit', verdict: 'none' }, '', 0, 1],
  ['a call that failed', { is: 'call', ...CALL, success: false }, '', 0, 2],
  ['a request that failed', { is: 'request', ...WHERE, ended: 'failed' }, '', 0, 2],
  ['a turn', { is: 'turn', ...WHERE, ended: 'done' }, '', 0, 1],
] as const;

test.each(CASES)('ocsf: %s', (_, record, by, action, status) => {
  const event = ocsfOf(record);
  expect(event).toMatchObject({
    ...{ class_uid: 6003, category_uid: 6, type_uid: 600399, time: 1769860800000 },
    ...{ status_id: status, metadata: { uid: 'a:7' }, unmapped: record },
  });
  const { policy, action_id } = event as { policy?: { name: string }; action_id?: number };
  expect([policy?.name ?? '', action_id ?? 0]).toEqual([by, action]);
});

test.each(CASES.filter(([, record]) => 'is' in record))('csv: %s', (_, record, by) => {
  const [names = '', row = ''] = csvOf([record]).split('\r\n');
  const cells = row.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)/g) ?? [];
  const at = names.split(',').indexOf('by');
  expect(cells[at]?.replaceAll('"', '') ?? '').toBe(by);
});

test('csv: what a record is about, and nothing that a spreadsheet would run', () => {
  const decision = {
    ...{ is: 'decision', ...CALL, agent: 'agent-1', answer: 'yes', row: 19, waited: 900 },
    ...{ by: { is: 'person' }, content: '=1+1' },
  };
  expect(csvOf([decision])).toBe(
    [
      'time,session,kind,event,tool,hook,decision,verdict,by,ms,outcome,said,chain,n,call,agent,row,waited,content,ended',
      `2026-01-31T12:00:00.000Z,s,decision,,Bash,,yes,,person,,,,a,7,c1,agent-1,19,900,'=1+1,`,
      '',
    ].join('\r\n'),
  );
});

test('wave log export: what can be read, and how much could not', async () => {
  const where = place();
  where.write('home/.wave/settings.json', {});
  where.write('home/.wave/logs/hooks.jsonl', { ...CASES[0][1] });
  appendFileSync(join(where.home, '.wave/logs/hooks.jsonl'), '\n{"half\n');
  const exported = await wave(['log', 'export', '--format', 'ocsf'], where);
  expect([exported.code, exported.stderr]).toEqual([0, '1 line could not be read\n']);
  expect(exported.stdout.trimEnd().split('\n')).toHaveLength(1);
  const other = await wave(['log', 'export', '--format', 'xml'], where);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('csv or ocsf')]);
});
