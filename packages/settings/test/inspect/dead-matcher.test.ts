import { expect, test } from 'vitest';
import { checkHooks } from '../../../hooks/src/checking/check.ts';
import { deadMatchers } from '../../src/inspect/dead-matcher.ts';

const told = (event: string, matcher: string, fields: object = {}) => {
  const entry = { type: 'command', name: 'g', command: 'true', ...fields };
  const hooks = { [event]: [{ matcher, hooks: [entry] }] };
  const { entries } = checkHooks([{ name: 'test', hooks }]);
  const known = { tools: ['Bash', 'Mine', 'Task'], agents: ['general', 'explore', 'reviewer'] };
  return deadMatchers(entries, known).map(({ text }) => text);
};

test.each([
  ['PreToolUse', 'bash', ['no tool is called "bash"']],
  ['PostToolUse', 'Read|Mine', []],
  ['PreToolUse', 'mcp__memory', ['no tool is called "mcp__memory"']],
  ['PreToolUse', 'mcp__memory__', ['no tool is called "mcp__memory__"']],
  ['PreToolUse', 'B.x', ['the matcher "B.x" fits no tool']],
  ['PreToolUse', 'mcp__memory__read', []],
  ['PreToolUse', 'mcp__.*', []],
  ['PreToolUse', 'B.sh', []],
  ['PreToolUse', '*', []],
  ['PreToolUse', 'Agent', []],
  ['PreToolUse', '^Agent$', []],
  ['Stop', 'bash', []],
  ['SubagentStart', 'Explore', []],
  ['SubagentStop', 'general-purpose|Plan', []],
  ['SubagentStop', 'reviewer', []],
  ['SubagentStop', '^Exp', ['the matcher "^Exp" fits no agent type']],
  ['SubagentStart', 'Plan', ['no agent type is called "Plan"']],
  ['UserPromptExpansion', 'Explore', []],
])('%s on %s', (event, matcher, texts) => {
  expect(told(event, matcher)).toEqual(
    texts.map((text) => expect.stringContaining(`hook "g": ${text}, so it never fires there; `)),
  );
});

test('one that is switched off is nobody’s matter', () => {
  expect(told('PreToolUse', 'bash', { enabled: false })).toEqual([]);
});
