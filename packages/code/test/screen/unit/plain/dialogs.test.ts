import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { expect, test } from 'vitest';
import { questionFor } from '../../../../src/screen/draw/asked.ts';
import { dialogQuery } from '../../../../src/screen/plain/questions/dialogs.ts';

const RULE = 'Bash(ls)';

/** What a line does to a question about a call. */
function answered(line: string, rule: string | undefined) {
  let given: ConfirmAnswer | undefined;
  const request: ConfirmRequest = {
    tool: 'Bash',
    call: 'call0',
    input: { command: 'ls' },
    by: 'no rule allows it',
    reasons: [],
    signal: new AbortController().signal,
    ...(rule ? { rule } : {}),
  };
  const answer = (one: ConfirmAnswer) => {
    given = one;
  };
  const { how, take } = dialogQuery({ is: 'confirm', id: 0, request, answer });
  return { how, reply: take(line).is, given };
}

const WITH = `Type y for yes, a for always in this session (${RULE}), n for no, or n and a message to the agent.`;
const WITHOUT = 'Type y for yes, n for no, or n and a message to the agent.';

test.each([
  ['y', { answer: 'yes' }],
  ['YES', { answer: 'yes' }],
  ['a', { answer: 'always', rule: RULE }],
  ['n', { answer: 'no' }],
  ['No', { answer: 'no' }],
  ['n not here', { answer: 'no', message: 'not here' }],
  ['no  y', { answer: 'no', message: 'y' }],
  ['a failing test: what about it?', undefined],
  ['y or n?', undefined],
  ['yes, but', undefined],
  ['always', undefined],
  ['nothing', undefined],
  ['not now', undefined],
  ['', undefined],
])('"%s" about a call', (line, given) => {
  expect(answered(line, RULE)).toEqual({ how: WITH, reply: given ? 'done' : 'again', given });
});

test('"a" is no answer where no rule is offered', () => {
  expect(answered('a', undefined)).toEqual({ how: WITHOUT, reply: 'again', given: undefined });
});

test.each([
  ['Bash', undefined, 'Run this command?'],
  ['Edit', undefined, 'Make this edit?'],
  ['Write', undefined, 'Write this file?'],
  ['mcp__db__query', undefined, 'Run mcp__db__query?'],
  ['constructor', undefined, 'Run constructor?'],
  [
    'Bash',
    { id: 'a1', type: 'explore', description: 'look' },
    'Run this command? (subagent explore)',
  ],
])('a call of %s by %o asks its question', (tool, agent, question) => {
  expect(questionFor({ tool, ...(agent ? { agent } : {}) })).toBe(question);
});
