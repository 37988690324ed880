import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { expect, test } from 'vitest';
import { questionFor } from '../../../../src/screen/draw/asked.ts';
import { dialogQuery } from '../../../../src/screen/plain/questions/dialogs.ts';

const RULE = 'Bash(ls)';

/** What a line does to a question about a call. */
function answered(
  line: string,
  rule: string | undefined,
  suggestions: ConfirmRequest['suggestions'] = rule ? [{ rule, scope: 'session' }] : [],
) {
  let given: ConfirmAnswer | undefined;
  const request: ConfirmRequest = {
    tool: 'Bash',
    call: 'call0',
    input: { command: 'ls' },
    by: 'no rule allows it',
    reasons: [],
    signal: new AbortController().signal,
    ...(rule ? { rule } : {}),
    suggestions,
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
  ['a', { answer: 'always', rule: RULE, scope: 'session' }],
  ['a project', undefined],
  ['p', undefined],
  ['e', undefined],
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

const SCOPES = ['session', 'project', 'user'] as const;

const ALL: ConfirmRequest['suggestions'] = [
  ...SCOPES.map((scope) => ({ rule: RULE, scope })),
  ...SCOPES.map((scope) => ({ rule: 'Bash(ls *)', scope })),
  { mode: 'acceptEdits', scope: 'session' },
];

test.each([
  ['a', { answer: 'always', rule: RULE, scope: 'session' }],
  ['a project', { answer: 'always', rule: RULE, scope: 'project' }],
  ['A All', { answer: 'always', rule: RULE, scope: 'user' }],
  ['p', { answer: 'always', rule: 'Bash(ls *)', scope: 'session' }],
  ['p project', { answer: 'always', rule: 'Bash(ls *)', scope: 'project' }],
  ['p all', { answer: 'always', rule: 'Bash(ls *)', scope: 'user' }],
  ['e', { answer: 'always', mode: 'acceptEdits', scope: 'session' }],
  ['e project', undefined],
  ['e all', undefined],
  ['a always', undefined],
  ['a projects', undefined],
  ['a project please', undefined],
  ['p constructor', undefined],
  ['project', undefined],
  ['a session', undefined],
  ['ap', undefined],
  ['s', undefined],
])('"%s" where everything is offered', (line, given) => {
  expect(answered(line, RULE, ALL)).toEqual({
    how: `Type y for yes, a for always in this session (${RULE}), p for always in this session (Bash(ls *)), e to make all edits in this session without asking, n for no, or n and a message to the agent. "a project" remembers it for this project, "a all" for all projects.`,
    reply: given ? 'done' : 'again',
    given,
  });
});

test.each([
  ['Bash', undefined, 'Run this command?'],
  ['Edit', undefined, 'Change this file?'],
  ['Write', undefined, 'Change this file?'],
  ['mcp__db__query', undefined, 'Use query of the MCP server db?'],
  ['constructor', undefined, 'Run constructor?'],
  [
    'Bash',
    { id: 'a1', type: 'explore', description: 'look' },
    'Run this command? (subagent explore)',
  ],
])('a call of %s by %o asks its question', (tool, agent, question) => {
  expect(questionFor({ tool, ...(agent ? { agent } : {}) })).toBe(question);
});
