import { expect, test } from 'vitest';
import { blocksOf, printing, talk } from '../talk.ts';
import { say } from '../wire/reply.ts';
import { heard, keeping, on, section } from './events.ts';

const full = { usage: { input: 31_000, output: 10, cached: 0 } };
const long = (hooks: object) =>
  talk({
    contextWindow: 40_000,
    hooks: hooks as Record<string, unknown>,
    prompt: `FIRST ${'x'.repeat(20_000)}`,
    script: [say('first answer', full)],
  });
const said = (request: { body: unknown } | undefined) => JSON.stringify(request?.body);

test('PreCompact, PostCompact and SessionStart fire around a compaction', async () => {
  const { dir, send } = await long(keeping('PreCompact', 'PostCompact', 'SessionStart'));
  await send('NEXT', say('THE SUMMARY'), say('ok'));
  expect(heard(dir).map((one) => one['hook_event_name'])).toEqual([
    'SessionStart',
    'PreCompact',
    'PostCompact',
    'SessionStart',
  ]);
  expect(heard(dir, 'PreCompact')).toMatchObject([{ trigger: 'auto', custom_instructions: '' }]);
  expect(heard(dir, 'PostCompact')).toMatchObject([{ compact_summary: 'THE SUMMARY' }]);
  expect(heard(dir, 'SessionStart')[1]).toMatchObject({ source: 'compact' });
});

test('words of PreCompact join the instructions; those of PostCompact and SessionStart the next request', async () => {
  const context = (event: string, additionalContext: string) =>
    on(event, printing(section(event, { additionalContext })));
  const { server, send } = await long({
    ...context('PreCompact', 'KEEP THE TABLE NAMES'),
    ...context('PostCompact', 'AFTER THE CUT'),
    ...on('SessionStart', 'echo BEGUN ANEW', 'compact'),
  });
  await send('NEXT', say('THE SUMMARY'), say('ok'));
  const [asked, next] = server.requests.slice(-2);
  expect(said(asked)).toContain('KEEP THE TABLE NAMES');
  expect(said(next)).toContain('AFTER THE CUT');
  expect(said(next)).toContain('BEGUN ANEW');
  expect(said(next)).not.toContain('KEEP THE TABLE NAMES');
  expect(server.faults).toEqual([]);
});

test('a blocked compaction of a full window ends the turn with the reason to the user', async () => {
  const { agent, server, send } = await long(on('PreCompact', 'echo NOT YET >&2; exit 2', 'auto'));
  const requests = server.requests.length;
  const result = await send('NEXT', say('never'));
  expect(result).toMatchObject({ ended: 'halted', stopReason: expect.stringContaining('NOT YET') });
  expect(server.requests).toHaveLength(requests);
  expect(JSON.stringify(blocksOf(agent.messages, 'error'))).toContain('NOT YET');
});

test('one that the user asked for says who blocked it', async () => {
  const { agent } = await long(on('PreCompact', 'echo NOT YET >&2; exit 2', 'manual'));
  const done = await agent.compact('keep names');
  expect(done).toMatchObject({ done: false, why: 'the hook thehook blocked it' });
});

test('PreCompact hears what the user wants kept', async () => {
  const { agent, dir, server } = await long(keeping('PreCompact'));
  server.script(say('THE SUMMARY'));
  expect((await agent.compact('keep names')).done).toBe(true);
  expect(heard(dir)).toMatchObject([{ trigger: 'manual', custom_instructions: 'keep names' }]);
});
