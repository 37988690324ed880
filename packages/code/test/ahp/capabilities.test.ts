import { EVENT_NAMES } from '@wavehooks/hooks';
import { expect, test } from 'vitest';
import { place, wave } from '../helpers.ts';

test('what can be enforced at each event, for hooks, for the protocol and for another agent', async () => {
  const where = place();
  const words = ['hooks', 'explain', '--capabilities', '--agent', 'codex'];
  const { stdout, code } = await wave([...words, '--json'], where);
  const all = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(all.map(({ event }: { event: string }) => event)).toEqual(EVENT_NAMES);
  const of = (name: string) => all.find(({ event }: { event: string }) => event === name);
  expect(of('PreToolUse')).toMatchObject({
    can: ['deny', 'ask', 'allow', 'rewrite', 'respond', 'context', 'halt', 'warning'],
    cannot: [],
    ahp: { event: 'tool.before', effects: expect.arrayContaining(['deny', 'return']) },
    agents: [expect.objectContaining({ agent: 'codex' })],
  });
  expect(of('Stop').can).toEqual(['deny', 'halt', 'warning']);
  expect(of('SessionEnd').can).toEqual(['warning']);
  expect(of('PreCompact')).not.toHaveProperty('ahp');
  const text = (await wave(words, where)).stdout;
  expect(text).toMatch(/^PreToolUse\n {2}enforces: deny, ask.*\n {2}in AHP: tool\.before/m);
});

test('names no event beside it', async () => {
  const { code, stderr } = await wave(['hooks', 'explain', 'Stop', '--capabilities'], place());
  expect([code, stderr]).toEqual([1, expect.stringContaining('Stop')]);
});
