import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { RunEvent } from '../../src/engine/setting.ts';
import type { EventName } from '../../src/vocabulary/events.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { answers, INPUTS, says, tempDir } from '../helpers.ts';

async function open(event: EventName, entries: object[]) {
  const late: Verdict[] = [];
  const seen: RunEvent[] = [];
  const dir = tempDir();
  const engine = await createEngine({
    hooks: { [event]: [{ hooks: entries.map((entry) => ({ type: 'command', ...entry })) }] },
    projectDir: dir,
    outputDir: join(dir, 'outputs'),
    launcher: false,
    late: (verdict) => late.push(verdict),
    observe: (one) => seen.push(one),
  });
  const lateOne = () => until(() => late[0]);
  return { engine, dir, late, seen, lateOne, fire: () => engine.fire(INPUTS[event]) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('nobody waits for an async hook', async () => {
  const { fire, engine, seen } = await open('PreToolUse', [
    { name: 'slow', command: 'sleep 20; exit 2', async: true },
    { name: 'quick', command: 'exit 0' },
  ]);
  const began = performance.now();
  const verdict = await fire();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(verdict).toMatchObject({
    decision: 'none',
    toUser: [],
    runs: [
      { hook: 'slow', outcome: { is: 'async' }, stdout: '', stderr: '' },
      { hook: 'quick', outcome: { is: 'exit', code: 0 } },
    ],
  });
  await engine.close();
  expect(seen.at(-1)).toMatchObject({
    is: 'late',
    hooks: [{ run: { hook: 'slow', outcome: { is: 'cancelled' } } }],
  });
});

test('its process ends with the engine, and nothing is heard of it', async () => {
  const { fire, engine, dir, late } = await open('PreToolUse', [
    { command: 'echo $$ > pid; sleep 30', async: true },
  ]);
  await fire();
  const pid = await until(() => {
    const file = join(dir, 'pid');
    return existsSync(file) && Number(readFileSync(file, 'utf8'));
  });
  await engine.close();
  // Reaped, or about to be.
  await until(() => !isAlive(pid));
  expect(late).toEqual([]);
});

test('it outlives the event that is cancelled after its start', async () => {
  const { engine, lateOne } = await open('PreToolUse', [
    { command: answers({ systemMessage: 'still here' }, {}), async: true },
    { command: 'sleep 20' },
  ]);
  const cancel = new AbortController();
  const fired = engine.fire(INPUTS.PreToolUse, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 50);
  expect((await fired).decision).toBe('halt');
  expect((await lateOne()).toUser).toMatchObject([{ text: 'still here' }]);
});

const DECISIONS: [string, EventName, string, string][] = [
  ['exit 2', 'PreToolUse', says({ stderr: 'no rm', exit: 2 }), 'block: no rm'],
  [
    'a permission',
    'PreToolUse',
    answers({
      hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: 'ok' },
    }),
    'allow: ok',
  ],
  [
    'a rewrite',
    'PreToolUse',
    answers({ hookSpecificOutput: { updatedInput: { command: 'ls' } } }),
    'rewrite',
  ],
  ['a halt', 'Stop', answers({ continue: false, stopReason: 'enough' }), 'halt: '],
  ['a block of a prompt', 'UserPromptSubmit', says({ stderr: 'no', exit: 2 }), 'block: no'],
  ['feedback', 'PostToolUse', says({ stderr: 'ugly', exit: 2 }), 'feedback for the agent: ugly'],
];

test.each(DECISIONS)(
  '%s on %s comes too late, and the user is told',
  async (_name, event, command, missed) => {
    const { fire, lateOne } = await open(event, [{ name: 'slow', command, async: true }]);
    expect((await fire()).decision).toBe('none');
    const verdict = await lateOne();
    expect(verdict).toMatchObject({
      event,
      decision: 'none',
      decidedBy: [],
      rewrittenBy: [],
      toAgent: [],
      erasePrompt: false,
      runs: [{ hook: 'slow', outcome: { is: 'exit' } }],
    });
    expect(verdict.toUser).toMatchObject([
      {
        hook: 'slow',
        tone: 'warning',
        text: expect.stringContaining(
          `hook "slow" is async, so its decision came too late (${missed}`,
        ),
      },
    ]);
  },
);

test('context, messages and failures arrive late', async () => {
  const { fire, late, engine } = await open('UserPromptSubmit', [
    { name: 'plain', command: 'echo the weather', async: true },
    {
      name: 'answer',
      command: answers({ systemMessage: 'hi', hookSpecificOutput: { additionalContext: 'more' } }),
      async: true,
    },
    { name: 'broken', command: 'exit 7', async: true },
  ]);
  await fire();
  await until(() => late.length === 3);
  const of = (hook: string) => late.find(({ runs }) => runs[0]?.hook === hook);
  expect(of('plain')).toMatchObject({ context: [{ text: 'the weather' }], toUser: [] });
  expect(of('answer')).toMatchObject({ context: [{ text: 'more' }], toUser: [{ text: 'hi' }] });
  expect(of('broken')).toMatchObject({
    context: [],
    toUser: [{ tone: 'error', text: expect.stringContaining('exited 7') }],
  });
  await engine.close();
});

test('an erased prompt does not come back with what is late', async () => {
  const { fire, lateOne, seen } = await open('UserPromptSubmit', [
    { name: 'echo', command: 'sleep 0.2; cat', asyncRewake: true },
    { name: 'gate', command: 'exit 2' },
  ]);
  expect((await fire()).erasePrompt).toBe(true);
  expect(await lateOne()).toMatchObject({ context: [], toAgent: [], erasePrompt: true });
  expect(seen.at(-1)).toMatchObject({ is: 'late', verdict: { erasePrompt: true } });
});

test('a blocked event takes no context, late or not', async () => {
  const { fire, lateOne } = await open('PreToolUse', [
    {
      command: answers({ hookSpecificOutput: { additionalContext: 'more' } }),
      async: true,
    },
    { command: 'exit 2' },
  ]);
  expect((await fire()).decision).toBe('block');
  expect(await lateOne()).toMatchObject({ context: [] });
});

const WAKES: [string, EventName, string, string][] = [
  ['stderr', 'PostToolUse', says({ stderr: 'tests fail', exit: 2 }), 'tests fail'],
  ['stdout without stderr', 'PostToolUse', says({ stdout: 'see log', exit: 2 }), 'see log'],
  ['an event that tells the user', 'UserPromptSubmit', says({ stderr: 'x', exit: 2 }), 'x'],
  ['nothing', 'Stop', 'exit 2', 'slow'],
];

test.each(WAKES)(
  'exit 2 of asyncRewake is for the agent: %s',
  async (_name, event, command, text) => {
    const { fire, lateOne } = await open(event, [{ name: 'slow', command, asyncRewake: true }]);
    expect((await fire()).runs).toMatchObject([{ outcome: { is: 'async' } }]);
    expect(await lateOne()).toMatchObject({
      decision: 'none',
      toAgent: [{ hook: 'slow', text: expect.stringContaining(text) }],
      toUser: [],
    });
  },
);

test('what another hook took out of an output does not come back late', async () => {
  const { engine, lateOne, seen } = await open('PostToolUse', [
    { name: 'echo', command: 'sleep 0.2; cat >&2; exit 2', asyncRewake: true },
    {
      name: 'redacts',
      command: answers({ hookSpecificOutput: { updatedToolOutput: { output: 'b' } } }),
    },
  ]);
  const tool_response = { output: 'SECRET-TOKEN-1234567890' };
  await engine.fire({ ...INPUTS.PostToolUse, tool_response });
  const verdict = await lateOne();
  expect(JSON.stringify([verdict, seen.filter(({ is }) => is === 'late')])).not.toContain('SECRET');
});

test('variables that it sets arrive when it has ended', async () => {
  const set: Record<string, string> = {};
  const { engine, lateOne } = await open('SessionStart', [
    { command: 'sleep 0.2; echo "export LATE=yes" >> "$CLAUDE_ENV_FILE"', async: true },
  ]);
  await engine.fire(INPUTS.SessionStart, { setVariables: (more) => Object.assign(set, more) });
  expect(set).toEqual({});
  await lateOne();
  expect(set).toEqual({ LATE: 'yes' });
  await engine.close();
});

test('whoever is waited for wins over its async twin', async () => {
  const twin = { command: 'exit 2' };
  const { fire } = await open('PreToolUse', [
    { ...twin, async: true },
    { ...twin, asyncRewake: false },
  ]);
  expect(await fire()).toMatchObject({ decision: 'block', runs: [{ outcome: { is: 'exit' } }] });
});
