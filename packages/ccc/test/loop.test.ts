import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '@wavehooks/hooks';
import type { HooksObject } from '@wavehooks/hooks/entries';
import { expect, test } from 'vitest';
import { ALLOW, BLOCK, ccc, type Place, place, QUESTION } from './helpers.ts';

/** The hooks as `ccc install` writes them, in the real engine. */
async function engineOf(at: Place) {
  await ccc(['install'], at);
  const text = readFileSync(join(at.home, '.wave/settings.json'), 'utf8');
  const { hooks } = JSON.parse(text) as { hooks: HooksObject };
  const env = {
    ...process.env,
    CCC_CONFIG_DIR: at.config,
    HOME: at.home,
    SEEN: join(at.root, 'seen'),
  };
  return createEngine({ hooks, projectDir: at.work, env });
}

const STOP = { hook_event_name: 'Stop', session_id: 's', stop_hook_active: false } as const;

/** What an agent does: works, wants to stop, works on when it is told to. */
async function turn(engine: Awaited<ReturnType<typeof engineOf>>, most = 30) {
  const told: string[] = [];
  for (let round = 0; round < most; round++) {
    const verdict = await engine.fire({ ...STOP, stop_hook_active: round > 0 });
    if (verdict.decision !== 'block') return { told, verdict };
    told.push(...verdict.toAgent.map(({ text }) => text));
  }
  throw new Error('the agent never came to an end');
}

test('three rounds of feedback, then allowed', async () => {
  const at = place();
  at.reviewer(
    `n=$(cat "${at.root}/n" 2>/dev/null || echo 0); n=$((n+1)); echo $n > "${at.root}/n"; if [ $n -lt 4 ]; then echo '{"allow_stop":false,"feedback":"round '$n'"}'; else echo '{"allow_stop":true,"feedback":"good"}'; fi`,
  );
  const engine = await engineOf(at);
  const { told, verdict } = await turn(engine);
  expect(told).toEqual(['round 1', 'round 2', 'round 3']);
  expect(verdict.decision).toBe('none');
  expect(at.state()).toMatchObject({ count: 0, feedback: [] });
  await engine.close();
});

test('at the limit the agent may stop, and the user is told', async () => {
  const at = place();
  at.reviewer(BLOCK, { max_iterations: 3 });
  const engine = await engineOf(at);
  const { told, verdict } = await turn(engine);
  expect(told).toHaveLength(3);
  expect(JSON.stringify(verdict.toUser)).toMatch(/reached its limit of 3 reviews/);
  // Still at the limit, until there is a new prompt.
  expect((await turn(engine)).told).toEqual([]);
  await engine.fire({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'go on' });
  expect((await turn(engine)).told).toHaveLength(3);
  await engine.close();
});

test('a question is gated; other tools are not', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const engine = await engineOf(at);
  const ask = { ...QUESTION, hook_event_name: 'PreToolUse' } as const;
  const denied = await engine.fire(ask);
  expect(denied.decision).toBe('block');
  expect(denied.toAgent.map(({ text }) => text)).toEqual(['add tests']);
  at.reviewer(ALLOW);
  expect((await engine.fire(ask)).decision).toBe('allow');
  const other = await engine.fire({ ...ask, tool_name: 'Bash', tool_input: { command: 'ls' } });
  expect([other.decision, other.runs]).toEqual(['none', []]);
  await engine.close();
});

test('a broken review lets the agent stop, and the user sees why', async () => {
  const at = place();
  at.reviewer('echo no model >&2; exit 3');
  const engine = await engineOf(at);
  const { told, verdict } = await turn(engine);
  expect(told).toEqual([]);
  expect(JSON.stringify(verdict)).toMatch(
    /supervisor SDK failed: the reviewer command exited 3: no model/,
  );
  await engine.close();
});
