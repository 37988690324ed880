import { expect, test } from 'vitest';
import { isWeighty } from '../../src/reading/answer-names.ts';
import { SPELLINGS, type Spelling } from '../../src/vocabulary/answer.ts';
import { RANK, REWRITES, type RewriteTarget, rewriteSpec } from '../../src/vocabulary/effect.ts';
import { specOf } from '../../src/vocabulary/events.ts';
import { AGENT_TYPE_NAMES, ALSO_CALLED, TOOL_NAMES } from '../../src/vocabulary/tools.ts';

test('what can be rewritten, where it stands, and what is hidden of it', () => {
  const specs = Object.fromEntries(
    (Object.keys(REWRITES) as RewriteTarget[]).map((target) => [target, rewriteSpec(target)]),
  );
  expect(specs).toStrictEqual({
    input: { field: 'tool_input' },
    output: { field: 'tool_response', happened: true, hides: true },
    prompt: { field: 'prompt', hides: true },
    content: { field: 'content' },
  });
});

test('the stricter decision ranks higher', () => {
  expect(RANK).toEqual({ none: 0, allow: 1, ask: 2, block: 3, halt: 4 });
});

test('a field that decides or rewrites weighs, and what asks for nothing is idle', () => {
  const all: readonly Spelling[] = Object.values(SPELLINGS).flat();
  const deciding = all.filter(({ decides }) => decides).map(({ field }) => field);
  expect(deciding).toEqual([
    'continue',
    'behavior',
    'action',
    'permissionDecision',
    'decision',
    'blocked',
  ]);
  expect(deciding.every(isWeighty)).toBe(true);
  const idle = all.filter((one) => 'idle' in one).map(({ field, idle }) => [field, idle]);
  expect(idle).toEqual([
    ['continue', true],
    ['blocked', false],
  ]);
});

test('the tools have the names that matchers know', () => {
  expect(TOOL_NAMES).toContain('Bash');
  expect(ALSO_CALLED).toEqual({
    tool_name: new Map([['Task', 'Agent']]),
    agent_type: new Map([
      ['general', 'general-purpose'],
      ['explore', 'Explore'],
    ]),
  });
  expect([...(ALSO_CALLED['agent_type'] ?? new Map()).keys()]).toEqual([...AGENT_TYPE_NAMES]);
});

test('what only some events have', () => {
  expect(specOf('SessionStart').setsVariables).toBe(true);
  expect(specOf('Notification').onlyByName).toEqual(['turn_ended']);
  expect(specOf('UserPromptSubmit').twins).toEqual(['prompt', 'user_prompt']);
});
