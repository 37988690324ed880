import type { StopReason, ToolKind } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import type { Ended, Incomplete } from '../../../agent-sdk/src/conversation/agent-event.ts';
import type { ToolBlock } from '../../../agent-sdk/src/vocabulary/messages.ts';
import { askingOf } from '../../src/acp/ask/permission.ts';
import { answersOf, formOf, labelOf, optionsOf } from '../../src/acp/ask/questions.ts';
import { serversOf } from '../../src/acp/session/open-agent.ts';
import { readPrompt } from '../../src/acp/session/prompt-blocks.ts';
import { replay } from '../../src/acp/translate/replay.ts';
import { stopReasonOf } from '../../src/acp/translate/stop-reason.ts';
import { grown } from '../../src/acp/translate/terminal.ts';
import { toldUpdate } from '../../src/acp/translate/told.ts';
import { contentOf, fenced } from '../../src/acp/translate/tool-content.ts';
import { kindOf, locationsOf, titleOf } from '../../src/acp/translate/tool-titles.ts';
import { createTranslation } from '../../src/acp/translate/updates.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 };
const turn = (ended: Ended, incomplete?: Incomplete) => ({
  ...{ ended, text: '', usage: USAGE, requests: 1 },
  ...(incomplete ? { incomplete } : {}),
});

test.each<[Ended, Incomplete | undefined, StopReason]>([
  ['done', undefined, 'end_turn'],
  ['done', 'length', 'max_tokens'],
  ['done', 'refusal', 'refusal'],
  ['done', 'empty', 'end_turn'],
  ['halted', undefined, 'end_turn'],
  ['blocked', undefined, 'refusal'],
  ['stop-limit', undefined, 'max_turn_requests'],
  ['turn-limit', undefined, 'max_turn_requests'],
  ['invalid-output', undefined, 'end_turn'],
  ['aborted', undefined, 'cancelled'],
])('a turn that ended as %s (%s) stops as %s', (ended, incomplete, reason) => {
  expect(stopReasonOf(turn(ended, incomplete))).toBe(reason);
});

test.each<[string, Record<string, unknown>, ToolKind, string, object[]]>([
  [
    'Read',
    { file_path: '/p/a.ts', offset: 3 },
    'read',
    'Read a.ts',
    [{ path: '/p/a.ts', line: 3 }],
  ],
  ['Read', { file_path: '/q/a.ts' }, 'read', 'Read /q/a.ts', [{ path: '/q/a.ts' }]],
  [
    'Edit',
    { file_path: '/p/a.ts', old_string: 'c' },
    'edit',
    'Edit a.ts',
    [{ path: '/p/a.ts', line: 2 }],
  ],
  ['Edit', { file_path: '/p/a.ts', old_string: 'z' }, 'edit', 'Edit a.ts', [{ path: '/p/a.ts' }]],
  ['Write', { file_path: '/p/x/a.ts' }, 'edit', 'Write x/a.ts', [{ path: '/p/x/a.ts' }]],
  ['Glob', { pattern: '*.ts', path: '/p/x' }, 'search', 'Find *.ts', [{ path: '/p/x' }]],
  ['Grep', { pattern: 'todo' }, 'search', 'Search for todo', []],
  ['Bash', { command: 'a\nb' }, 'execute', 'a b', []],
  ['BashOutput', { bash_id: '1' }, 'execute', 'Output of a background command', []],
  ['KillShell', { shell_id: '1' }, 'execute', 'End a background command', []],
  ['WebFetch', { url: 'https://a.example/' }, 'fetch', 'Fetch https://a.example/', []],
  ['WebSearch', { query: 'q' }, 'fetch', 'Search the web for q', []],
  ['TodoWrite', { todos: [] }, 'think', 'Update the plan', []],
  ['AskUserQuestion', { questions: [] }, 'other', 'Ask you', []],
  ['ExitPlanMode', { plan: 'p' }, 'switch_mode', 'Show the plan', []],
  ['Task', { description: 'look' }, 'think', 'look', []],
  ['Skill', { skill: 'pdf' }, 'read', 'Use the skill pdf', []],
  ['mcp__db__query', { sql: 'x' }, 'other', 'mcp__db__query {"sql":"x"}', []],
  ['toString', {}, 'other', 'toString {}', []],
])('%s %j is a call of kind %s, titled %s', (name, parameters, kind, title, locations) => {
  expect([
    kindOf(name),
    titleOf({ name, parameters }, '/p'),
    locationsOf({ name, parameters }, 'a\nc\n'),
  ]).toEqual([kind, title, locations]);
});

test('a title is one line without anything that plays with a screen, and bounded', () => {
  const title = titleOf(
    { name: 'Bash', parameters: { command: `\u001b[2J${'x'.repeat(999)}` } },
    '/p',
  );
  expect(title.length).toBeLessThanOrEqual(300);
  expect(title).not.toContain('\u001b');
});

const block = (more: Partial<ToolBlock>): ToolBlock => ({
  ...{ type: 'tool', id: 'c', name: 'Bash', parameters: {}, stage: 'end', success: true },
  ...more,
});

test('what a call shows: a result, an image, a refusal, a rewrite', () => {
  const texts = (more: Partial<ToolBlock>) => JSON.stringify(contentOf(block(more), undefined));
  expect(texts({ result: 'out' })).toContain('```\\nout\\n```');
  expect(texts({ original: { command: 'rm' }, parameters: { command: 'trash' } })).toMatch(
    /rm.*trash/s,
  );
  expect(texts({ images: [{ type: 'image', mediaType: 'image/png', content: 'AA' }] })).toContain(
    '"mimeType":"image/png","data":"AA"',
  );
  expect(texts({ result: 'x'.repeat(200_000) }).length).toBeLessThan(110_000);
});

test.each<[Partial<ToolBlock>, string]>([
  [{ refused: 'deny rule: X', result: 'A rule denies it.' }, 'It did not run: deny rule: X.'],
  [{ by: 'user', result: 'The user declined this call.' }, 'It did not run: you rejected it.'],
  [
    { by: 'hook', refused: 'the hook guard', result: 'no pushes here' },
    'It did not run: the hook guard: no pushes here',
  ],
])('a call that was refused says so once: %j', (more, text) => {
  expect(contentOf(block({ success: false, ...more }), undefined)).toEqual([
    { type: 'content', content: { type: 'text', text } },
  ]);
});

test('nothing inside of a fence ends it', () => {
  expect(fenced('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
});

test('what the user is told is a notice where there are notices, else a quotation', () => {
  const said = { tone: 'warning', text: 'mind\nthe gap', hook: 'guard' } as const;
  expect(
    toldUpdate(said, { notices: true, compaction: true, terminals: false, runsCommands: false }),
  ).toEqual({
    ...{ sessionUpdate: 'notice', severity: 'warning' },
    ...{ title: 'Hook "guard"', description: 'mind\nthe gap' },
  });
  expect(
    toldUpdate(said, { notices: false, compaction: false, terminals: false, runsCommands: false }),
  ).toEqual({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: '\n\n> ⚠ Hook "guard": mind\n> the gap\n\n' },
  });
});

const SHOWS = { notices: true, compaction: true, terminals: false, runsCommands: false };
const open = () => createTranslation({ projectDir: '/p', shows: SHOWS, textIn: () => undefined });
const added = (...blocks: object[]) =>
  ({
    is: 'change',
    change: { is: 'added', message: { id: 'm', role: 'assistant', blocks } },
  }) as never;

test('what was streamed is not told again, and what was not is', () => {
  const { hear } = open();
  const texts = (updates: readonly object[]) =>
    updates.map((one) => (one as { content: { text: string } }).content.text);
  expect(texts(hear({ is: 'delta', kind: 'text', text: 'Hel' }))).toEqual(['Hel']);
  expect(texts(hear(added({ type: 'text', content: 'Hello' })))).toEqual(['lo']);
  expect(texts(hear(added({ type: 'text', content: 'Again' })))).toEqual(['Again']);
});

test('a reply that breaks off is said to be void, once something of it was told', () => {
  const { hear } = open();
  expect(hear({ is: 'restart' })).toEqual([]);
  hear({ is: 'delta', kind: 'text', text: 'Hel' });
  expect(hear({ is: 'restart' })).toMatchObject([{ sessionUpdate: 'notice', severity: 'warning' }]);
});

test('a rewritten prompt, a shorter conversation, and an event that says nothing', () => {
  const { hear } = open();
  expect(hear({ is: 'prompt', typed: 'a', sent: 'b', by: ['hook'] })).toMatchObject([
    { title: 'hook rewrote your prompt. The agent got: b' },
  ]);
  const message = { id: 'm', role: 'user' as const, blocks: [] };
  expect(hear({ is: 'change', change: { is: 'compacted', message } })).toEqual([
    { sessionUpdate: 'compaction_update', compactionId: 'm', status: 'completed' },
  ]);
  expect(hear({ is: 'woken' })).toEqual([]);
});

test('a conversation told again: what the user said, not what hooks and Wave told the model', () => {
  const text = (content: string) => ({ type: 'text' as const, content });
  const told = replay(
    [
      {
        id: '1',
        role: 'user',
        from: 'prompt',
        blocks: [text('hi'), { type: 'image', mediaType: 'image/png', content: 'AA' }],
      },
      { id: '2', role: 'user', from: 'hook', blocks: [text('secret context')] },
      {
        id: '3',
        role: 'assistant',
        blocks: [{ type: 'reasoning', content: 'hm' }, text('hello'), block({ result: 'out' })],
      },
    ],
    { projectDir: '/p', shows: SHOWS },
  );
  expect(told.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'user_message_chunk',
    'user_message_chunk',
    'agent_thought_chunk',
    'agent_message_chunk',
    'tool_call',
  ]);
  expect(told.at(-1)).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(told)).not.toContain('secret');
});

const there = () => true;
const link = (uri: string) => ({ type: 'resource_link' as const, name: 'n', uri });

test.each([
  ['file:///p/a%20b.ts', '@"/p/a b.ts"'],
  ['file:///p/a.ts#L3', '@"/p/a.ts" (line 3)'],
  ['file:///p/a.ts?symbol=x#L3:9', '@"/p/a.ts" (lines 3 to 9)'],
  ['file:///p/a.ts#L3-L9', '@"/p/a.ts" (lines 3 to 9)'],
  ['https://a.example/', '[n](https://a.example/)'],
  ['file:///p/a%22b', '[n](file:///p/a%22b)'],
  ['nonsense', '[n](nonsense)'],
  ['file://elsewhere/p', '[n](file://elsewhere/p)'],
])('the link %s is written %s', (uri, text) => {
  expect(readPrompt([link(uri)], there)).toEqual({ text, images: [] });
});

test('a mention stands apart from the words around it', () => {
  const words = (text: string) => ({ type: 'text' as const, text });
  expect(readPrompt([words('see'), link('file:///p/a'), words('now')], there)).toEqual({
    text: 'see @"/p/a" now',
    images: [],
  });
});

test('what is embedded: a file is read, other text follows, an image is shown, the rest is refused', () => {
  const embed = (resource: object) => readPrompt([{ type: 'resource', resource } as never], there);
  expect(embed({ uri: 'file:///p/a', text: 'old' })).toEqual({ text: '@"/p/a"', images: [] });
  expect(embed({ uri: 'mem:1', text: 'words' })).toEqual({
    text: '[mem:1]\n\n<context ref="mem:1">\nwords\n</context>',
    images: [],
  });
  expect(embed({ uri: 'mem:1', mimeType: 'image/png', blob: 'AA' })).toMatchObject({
    images: [{ mediaType: 'image/png' }],
  });
  expect(embed({ uri: 'mem:1', mimeType: 'audio/wav', blob: 'AA' })).toMatch(
    /^prompt\[0\]: a binary/,
  );
  expect(readPrompt([])).toBe('prompt: expected a text, got none');
});

const request = (more: object) =>
  ({
    ...{ tool: 'Bash', call: 'c', input: { command: 'ls' }, by: 'no rule allows it' },
    ...{ reasons: [], suggestions: [], signal: new AbortController().signal },
    ...more,
  }) as never;
const around = { projectDir: '/p', before: undefined };
const selected = (optionId: string) => ({ outcome: 'selected' as const, optionId });

test('every lasting answer but those for all projects can be chosen, and means itself', () => {
  const suggestions = [
    { rule: 'Bash(ls)', scope: 'session' },
    { rule: 'Bash(ls)', scope: 'project' },
    { rule: 'Bash(ls)', scope: 'user' },
    { mode: 'acceptEdits', scope: 'session' },
  ];
  const { options, answerOf } = askingOf(request({ suggestions }), around);
  expect(options.map(({ optionId, kind }) => [optionId, kind])).toEqual([
    ['once', 'allow_once'],
    ['always-1', 'allow_always'],
    ['always-2', 'allow_always'],
    ['always-3', 'allow_always'],
    ['reject', 'reject_once'],
  ]);
  expect(
    ['once', 'always-1', 'always-2', 'always-3', 'reject', 'x'].map((id) => answerOf(selected(id))),
  ).toEqual([
    { answer: 'yes' },
    { answer: 'always', rule: 'Bash(ls)', scope: 'session' },
    { answer: 'always', rule: 'Bash(ls)', scope: 'project' },
    { answer: 'always', mode: 'acceptEdits', scope: 'session' },
    { answer: 'no' },
    { answer: 'no' },
  ]);
  expect(answerOf({ outcome: 'cancelled' })).toEqual({ answer: 'no' });
});

test('a plan is accepted in a mode, or sent back', () => {
  const { answerOf } = askingOf(request({ tool: 'ExitPlanMode', input: { plan: 'p' } }), around);
  expect(['once', 'accept-edits', 'reject'].map((id) => answerOf(selected(id)))).toEqual([
    { answer: 'yes', mode: 'default' },
    { answer: 'yes', mode: 'acceptEdits' },
    { answer: 'no' },
  ]);
});

test('a link on the way is told, and who asks in a subagent', () => {
  const links = [{ path: '/p/a', real: '/etc/a', inside: false }];
  const agent = { id: 'x', type: 'explore', description: 'look' };
  const { toolCall } = askingOf(request({ links, agent, hooks: ['g'], by: 'the hook g' }), around);
  expect(toolCall).toMatchObject({ toolCallId: 'x:c', title: 'look › ls' });
  expect(JSON.stringify(toolCall.content)).toContain('/p/a leads to /etc/a, outside the project');
});

const QUESTIONS = [
  { question: 'One?', header: 'one', options: [{ label: 'a' }, { label: 'b', description: 'd' }] },
  { question: 'Many?', options: [{ label: 'c' }, { label: 'd' }], multiSelect: true },
];

test('questions as a form, and their answers', () => {
  expect(formOf(QUESTIONS).properties).toMatchObject({
    answer1: {
      type: 'string',
      title: 'one',
      oneOf: [{ const: 'a' }, { const: 'b', description: 'd' }],
    },
    other1: { type: 'string' },
    answer2: { type: 'array', items: { anyOf: [{ const: 'c' }, { const: 'd' }] } },
  });
  const given = (content: object) => answersOf(QUESTIONS, { action: 'accept', content } as never);
  expect(given({ answer1: 'a', answer2: ['c', 'd'] })).toEqual({ 'One?': 'a', 'Many?': 'c, d' });
  expect(given({ answer1: 'a', other1: ' mine ' })).toEqual({ 'One?': 'mine', 'Many?': '' });
  expect(answersOf(QUESTIONS, { action: 'decline' })).toBeUndefined();
});

test('questions as choices', () => {
  const [first] = QUESTIONS;
  if (!first) throw new Error('there is one');
  expect(optionsOf(first).map(({ optionId }) => optionId)).toEqual([
    'answer-1',
    'answer-2',
    'skip',
  ]);
  expect(['answer-2', 'skip', 'answer-9'].map((id) => labelOf(first, id))).toEqual([
    'b',
    undefined,
    undefined,
  ]);
});

test('servers of an editor in the shape of our own', () => {
  const headers = [{ name: 'x', value: 'y' }];
  expect(
    serversOf([
      { name: 'a', command: 'run', args: ['1'], env: [{ name: 'K', value: 'V' }] },
      { type: 'http', name: 'b', url: 'https://b.example/', headers },
      { type: 'sse', name: 'c', url: 'https://c.example/', headers: [] },
    ]),
  ).toEqual({
    a: { command: 'run', args: ['1'], env: { K: 'V' } },
    b: { type: 'http', url: 'https://b.example/', headers: { x: 'y' } },
    c: { type: 'sse', url: 'https://c.example/', headers: {} },
  });
});

test.each([
  ['', 'abc', 'abc'],
  ['abc', 'abcdef', 'def'],
  ['abc', 'abc', ''],
  ['one\ntwo\n', 'two\nthree\n', '\n[…]\ntwo\nthree\n'],
  [`${'x'.repeat(500)}\nend`, `${'x'.repeat(450)}\nend and more`, ' and more'],
])('what came behind %j in %j', (before, now, more) => {
  expect(grown(before, now)).toBe(more);
});
