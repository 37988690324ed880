import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/engine-options.ts';
import type { RunEvent } from '../../src/engine/setting.ts';
import type { HookInput } from '../../src/vocabulary/events.ts';
import { answers, INPUTS, tempDir, texts } from '../helpers.ts';

/** A host whose rules hold for commands that begin with what stands in the parentheses. */
const ruleHolds: NonNullable<EngineOptions['ruleHolds']> = (rule, { tool, input }) => {
  const [, name, start = ''] = /^(\w+)(?:\((.*)\))?$/.exec(rule) ?? [];
  return { holds: name === tool && String(input['command']).startsWith(start), why: '' };
};

const open = async (entries: object[], options: EngineOptions = {}) => {
  const seen: RunEvent[] = [];
  const engine = await createEngine({
    hooks: {
      PreToolUse: [{ hooks: entries.map((entry) => ({ type: 'command', ...entry })) }],
    } as Record<string, unknown>,
    projectDir: tempDir(),
    launcher: false,
    ruleHolds,
    observe: (event) => seen.push(event),
    ...options,
  });
  const fire = (command: string, more: object = {}) =>
    engine.fire({ ...INPUTS.PreToolUse, tool_input: { command }, ...more } as HookInput);
  const ran = async (command: string, more: object = {}) =>
    (await fire(command, more)).runs.map(({ hook }) => hook);
  return { engine, seen, fire, ran };
};

test('a hook runs for the calls that its rule holds for', async () => {
  const { ran, seen } = await open([
    { name: 'push', command: 'true', if: 'Bash(git push)' },
    { name: 'all', command: 'true # all' },
  ]);
  expect(await ran('git push -f')).toEqual(['push', 'all']);
  expect(await ran('git status')).toEqual(['all']);
  expect(seen.at(-1)).toMatchObject({ is: 'decided' });
});

test('where no rule holds the event is one that no hook is for', async () => {
  const { fire, seen, engine } = await open([
    { name: 'push', command: 'no-such-program', if: 'Bash(git push)' },
  ]);
  expect(await fire('ls')).toMatchObject({ decision: 'none', runs: [], toUser: [] });
  expect(seen.map(({ is }) => is)).toEqual(['unmatched']);
  expect(engine.problems).toEqual([]);
});

test('rules are looked at only where event and matcher fit', async () => {
  const asked: string[] = [];
  const counting: typeof ruleHolds = (rule) => {
    asked.push(rule);
    return { holds: false, why: '' };
  };
  const engine = await createEngine({
    hooks: {
      PreToolUse: [
        { matcher: 'Edit', hooks: [{ type: 'command', command: 'true', if: 'Edit(a)' }] },
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'true', if: 'Bash(b)' }] },
      ],
      PostToolUse: [{ hooks: [{ type: 'command', command: 'true', if: 'Bash(c)' }] }],
    },
    ruleHolds: counting,
    launcher: false,
  });
  await engine.fire(INPUTS.PreToolUse);
  expect(asked).toEqual(['Bash(b)']);
});

test('a rule that breaks whoever reads it runs the hook, and so does one that nobody reads', async () => {
  const entry = { name: 'guard', command: 'exit 2', if: 'Bash(x)' };
  const breaks = () => {
    throw new Error('broken');
  };
  expect(await (await open([entry], { ruleHolds: breaks })).fire('ls')).toMatchObject({
    decision: 'block',
  });
  const alone = await createEngine({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...entry }] }] },
    launcher: false,
  });
  expect(await alone.fire(INPUTS.PreToolUse)).toMatchObject({ decision: 'block' });
  expect(alone.problems).toMatchObject([
    { level: 'warning', hook: 'guard', text: expect.stringContaining('so the hook always runs') },
  ]);
});

test('a judge is asked about what the transforms made of the call', async () => {
  const { fire } = await open([
    {
      name: 'rewrites',
      command: answers({ hookSpecificOutput: { updatedInput: { command: 'rm -rf /' } } }),
      phase: 'transform',
    },
    { name: 'guard', command: 'echo no >&2; exit 2', if: 'Bash(rm)' },
    { name: 'idle', command: 'exit 2 # idle', if: 'Bash(ls)' },
  ]);
  const verdict = await fire('ls');
  expect(verdict.runs.map(({ hook }) => hook)).toEqual(['rewrites', 'guard']);
  expect(texts(verdict.toAgent)).toEqual(['no']);
});

test('a twin whose rule does not hold silences nobody', async () => {
  const twin = { command: 'exit 1' };
  const { fire, ran } = await open([
    { ...twin, name: 'first', if: 'Bash(git)' },
    { ...twin, name: 'second', if: 'Bash(rm)', onError: 'block' },
    { ...twin, name: 'third', if: 'Bash(r)' },
  ]);
  expect(await ran('git x')).toEqual(['first']);
  expect(await ran('rm x')).toEqual(['second']);
  expect(await ran('ls')).toEqual([]);
  // Those whose rules hold are one hook, as strict as the strictest of them.
  expect([(await fire('git x')).decision, (await fire('rm x')).decision]).toEqual([
    'none',
    'block',
  ]);
  expect(await ran('rx')).toEqual(['third']);
});

test('a hook with "once" runs once in each session', async () => {
  const { ran } = await open([
    { name: 'first', command: 'true', once: true },
    { name: 'other', command: 'true # other', once: true, if: 'Bash(git)' },
    { name: 'always', command: 'true # always' },
  ]);
  const [one, two] = [{ session_id: 's1' }, { session_id: 's2' }];
  expect(await ran('ls', one)).toEqual(['first', 'always']);
  // Where its rule did not hold, it has not had its run.
  expect(await ran('git x', one)).toEqual(['other', 'always']);
  expect(await ran('git x', one)).toEqual(['always']);
  expect(await ran('ls', two)).toEqual(['first', 'always']);
});

test('two entries with "once" are two, also where they say the same', async () => {
  const { ran } = await open([
    { name: 'a', command: 'true', once: true, if: 'Bash(a)' },
    { name: 'b', command: 'true', once: true, if: 'Bash(b)' },
    { name: 'c', command: 'true' },
  ]);
  expect([await ran('a'), await ran('a'), await ran('b'), await ran('b')]).toEqual([
    ['a'],
    ['c'],
    ['b'],
    ['c'],
  ]);
});

test('a run that was cancelled was not the one', async () => {
  const { engine, ran } = await open([{ name: 'a', command: 'sleep 30', once: true, timeout: 1 }]);
  const signal = AbortSignal.timeout(200);
  const input = { ...INPUTS.PreToolUse, session_id: 's' };
  expect(await engine.fire(input, { signal })).toMatchObject({
    decision: 'halt',
    runs: [{ outcome: { is: 'cancelled' } }],
  });
  expect(await ran('ls', { session_id: 's' })).toEqual(['a']);
  expect(await ran('ls', { session_id: 's' })).toEqual([]);
});
