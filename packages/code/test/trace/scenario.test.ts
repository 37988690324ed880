import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_NAMES } from '@wavehooks/hooks';
import { isAboutTool } from '@wavehooks/hooks/vocabulary';
import { expect, test } from 'vitest';
import type { Idle } from '../../page/idle.ts';
import { scenarioOf } from '../../page/scenario.ts';
import { openBook } from '../../src/trace/build/book.ts';
import { buildTrace } from '../../src/trace/build/build-trace.ts';
import type { Logged, Of } from '../../src/trace/build/logged.ts';
import type { Call, HookRun } from '../../src/trace/build/trace.ts';
import { momentSpan } from '../../src/trace/build/turns.ts';
import { place, wave } from '../helpers.ts';

const AT = '2026-01-31T12:00:00.000Z';
const moment = (event: string): Of<'moment'> =>
  ({ is: 'moment', time: AT, at: AT, session: 's', ms: 1, event, verdict: 'none' }) as Of<'moment'>;

const MATERIAL = {
  ...{ session: 's', hooks: [], rowText: String },
  redact: ((value: unknown) => value) as Parameters<typeof openBook>[0]['redact'],
};

const spanOf = (event: string) => {
  const records: readonly Logged[] = [moment(event)];
  const book = openBook({ ...MATERIAL, records });
  return momentSpan(moment(event), [], book);
};

/** Events that are moments: about no tool, and with nothing of the conversation in them. */
const EVENTS = EVENT_NAMES.filter((name) => !isAboutTool(name) && name !== 'UserPromptSubmit');

test('a scenario of each event that is about no call runs', async () => {
  const where = place();
  const hooks = [{ hooks: [{ type: 'command', name: 'one', command: 'exit 0' }] }];
  const all = Object.fromEntries(EVENTS.map((event) => [event, hooks]));
  where.write('project/.wave/settings.json', { hooks: all });
  for (const event of EVENTS) {
    const run = { event, source: `${where.project}/.wave/settings.json:1`, decision: 'none' };
    const made = scenarioOf(spanOf(event), [run as HookRun], [], where.project);
    writeFileSync(join(where.project, `${event}.scenario.json`), made?.text ?? '');
  }
  const { code, stdout } = await wave(['hooks', 'test'], where);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${EVENTS.length} passed, 0 failed`)]);
});

test('what is tried of an event is about what it was about', () => {
  const run = { ...moment('PreCompact'), is: undefined, n: 1, subject: 'auto' };
  const entry = { hook: 'one', source: 'f:1', outcome: { is: 'exit', code: 0 }, decision: 'none' };
  const records = [
    { ...JSON.parse(JSON.stringify(run)), ...entry, chain: 'a' },
    { ...moment('PreCompact'), n: 2, chain: 'a' },
  ];
  const { spans } = buildTrace({ ...MATERIAL, records });
  expect(spans.find(({ is }) => is === 'moment')).toMatchObject({ example: { trigger: 'auto' } });
});

test('a call without a run is tried with the hooks that were set up for it', () => {
  const call = { is: 'call', tool: 'Write', at: 0, sent: { file_path: 'a' } } as unknown as Call;
  const idle = { hook: 'edits', source: '/p/.wave/other.json:3', event: 'PreToolUse' } as Idle;
  const made = scenarioOf(call, [], [idle], '/p');
  expect(JSON.parse(made?.text ?? '')).toMatchObject({ settings: '.wave/other.json' });
});
