import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asMarkdown } from '../../src/index.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, printing, talk, textOf } from '../talk.ts';
import { type Answer, call, say } from '../wire/reply.ts';

const FOUND = [
  {
    type: 'web_search_result',
    url: 'https://a.example/x',
    title: 'The title',
    encrypted_content: 'SEALED',
    page_age: null,
  },
];
const CITATION = {
  type: 'web_search_result_location',
  url: 'https://a.example/x',
  title: 'The title',
  encrypted_index: 'INDEX',
  cited_text: 'it is so',
};
const searched: Answer = {
  blocks: [
    { text: 'I look.' },
    { search: 'is it so', found: FOUND, id: 'srvtoolu_01abc' },
    { text: 'Yes: ' },
    { text: 'it is so', citations: [CITATION] },
    { text: '.' },
  ],
};
const ON = { permissions: { allow: ['WebSearch'] } };
/** The answer as it has to come back, block by block. */
const SENT_BACK = [
  { type: 'text', text: 'I look.' },
  {
    type: 'server_tool_use',
    id: 'srvtoolu_01abc',
    name: 'web_search',
    input: { query: 'is it so' },
  },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_01abc', content: FOUND },
  { type: 'text', text: 'Yes: ' },
  { type: 'text', text: 'it is so', citations: [CITATION] },
  { type: 'text', text: '.' },
];

type Bodies = { requests: readonly { body: { tools?: readonly { name: string }[] } }[] };
const toolOf = ({ requests }: Bodies) =>
  requests.map(({ body }) => body.tools?.find(({ name }) => name === 'web_search'));

test.each([
  [{ allow: ['WebSearch'] }, {}],
  [{ allow: ['WebSearch(domain:a.example)'] }, { allowed_domains: ['a.example'] }],
  [
    { allow: ['WebSearch'], deny: ['WebSearch(domain:b.example)'] },
    { blocked_domains: ['b.example'] },
  ],
])('a rule switches it on: %j', async (permissions, more) => {
  const { server } = await talk({ permissions, script: [say('ok')] });
  expect(toolOf(server)).toEqual([
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8, ...more },
  ]);
  expect(server.faults).toEqual([]);
});

test('without a rule, with a deny, as a disallowed tool or at another provider it is absent', async () => {
  for (const options of [
    {},
    { permissions: { deny: ['WebSearch'] } },
    { ...ON, disallowedTools: ['WebSearch'] },
    { ...ON, protocol: 'chat' },
  ] as const) {
    const { server } = await talk({ ...options, script: [say('ok')] });
    expect(toolOf(server)).toEqual([undefined]);
  }
});

test('a hook that means it keeps it off, and the user is told; one for all tools does not', async () => {
  const guard = (matcher: string) => ({
    PreToolUse: [{ matcher, hooks: [{ type: 'command', name: 'guard', command: 'exit 2' }] }],
  });
  for (const matcher of ['WebSearch', 'WebFetch|WebSearch', '^Web.*']) {
    const { server, agent } = await talk({ ...ON, hooks: guard(matcher), script: [say('ok')] });
    expect(toolOf(server)).toEqual([undefined]);
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
      'WebSearch is off: guard would judge it, and no hook sees it before it runs.',
    ]);
  }
  for (const matcher of ['*', '.*', 'WebFetch']) {
    const { server } = await talk({ ...ON, hooks: guard(matcher), script: [say('ok')] });
    expect(toolOf(server)).not.toEqual([undefined]);
  }
});

test('what a search found and what cites it is in the conversation, and goes back as it came', async () => {
  const { agent, result, send, server } = await talk({ ...ON, script: [searched] });
  expect(result).toMatchObject({ ended: 'done', text: 'I look.Yes: it is so.' });
  expect(agent.messages.at(-1)?.blocks).toEqual([
    { type: 'text', content: 'I look.' },
    {
      ...{ type: 'tool', id: 'srvtoolu_01abc', name: 'WebSearch', stage: 'end', success: true },
      parameters: { query: 'is it so' },
      result: 'The title\nhttps://a.example/x',
      served: { output: [expect.objectContaining({ encryptedContent: 'SEALED' })] },
    },
    { type: 'text', content: 'Yes: ' },
    { type: 'text', content: 'it is so', metadata: { anthropic: { citations: [CITATION] } } },
    { type: 'text', content: '.' },
  ]);
  // For people, the pieces of what cites are one text.
  expect(asMarkdown('T', agent.messages)).toContain('\n\nYes: it is so.\n');
  await send('more', say('ok'));
  expect(server.requests.at(-1)?.body.messages?.[1]?.content).toEqual(
    SENT_BACK.map((block) => expect.objectContaining(block)),
  );
  expect(server.faults).toEqual([]);
});

test('the same after the session is resumed', async () => {
  const first = await openAgent({ ...ON, session: { keep: true } });
  first.server.script(searched);
  await first.agent.sendMessage('PROMPT');
  await first.agent.close();
  const next = await openAgent({
    ...ON,
    workdir: first.dir,
    home: first.home,
    session: { keep: true, resume: first.agent.sessionId },
  });
  next.server.script(say('ok'));
  await next.agent.sendMessage('more');
  expect(next.server.requests[0]?.body.messages?.[1]?.content).toEqual(
    SENT_BACK.map((block) => expect.objectContaining(block)),
  );
  expect(next.server.faults).toEqual([]);
});

test('another provider gets it as text', async () => {
  const first = await openAgent({ ...ON, session: { keep: true } });
  first.server.script(searched);
  await first.agent.sendMessage('PROMPT');
  await first.agent.close();
  const next = await openAgent({
    ...{ workdir: first.dir, home: first.home, protocol: 'chat' },
    session: { keep: true, resume: first.agent.sessionId },
  });
  next.server.script(say('ok'));
  const { ended } = await next.agent.sendMessage('more');
  expect([ended, next.server.faults]).toEqual(['done', []]);
  expect(next.sent()).toContain('[found: https://a.example/x]');
  expect(next.sent()).not.toContain('SEALED');
});

test('a search beside a call: the call runs, and both go back', async () => {
  const both: Answer = { blocks: [...searched.blocks, ...call('TodoWrite', { todos: [] }).blocks] };
  const { server, agent } = await talk({ ...ON, script: [both, say('ok')] });
  expect(server.faults).toEqual([]);
  expect(blocksOf(agent.messages, 'tool').map(({ name }) => name)).toEqual([
    'WebSearch',
    'TodoWrite',
  ]);
  const [, answer, results] = server.requests[1]?.body.messages ?? [];
  expect(answer?.content.map(({ type }) => type)).toEqual([
    ...SENT_BACK.map(({ type }) => type),
    'tool_use',
  ]);
  expect(results?.content.map(({ type }) => type)).toEqual(['tool_result']);
});

test('a search that failed says so, to everybody', async () => {
  const { agent, send, server } = await talk({
    ...ON,
    script: [{ blocks: [{ search: 'x', found: 'max_uses_exceeded' }, { text: 'No.' }] }],
  });
  expect(blocksOf(agent.messages, 'tool')).toMatchObject([
    { success: false, result: 'The search failed: max_uses_exceeded.' },
  ]);
  await send('more', say('ok'));
  expect(server.requests.at(-1)?.body.messages?.[1]?.content[1]).toMatchObject({
    content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
  });
});

test('an answer that pauses goes on where it was', async () => {
  const paused: Answer = { blocks: searched.blocks.slice(0, 2), stop: 'pause' };
  const { server, result, agent } = await talk({ ...ON, script: [paused, say('So it is.')] });
  expect(result).toMatchObject({ ended: 'done', text: 'So it is.', requests: 2 });
  expect(server.faults).toEqual([]);
  expect(server.requests[1]?.body.messages?.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(blocksOf(agent.messages, 'notice')).toEqual([]);
});

test('hooks see it after it ran: what they add goes on, what they rewrite is reported', async () => {
  const rewrite = { hookSpecificOutput: { updatedToolOutput: 'other', additionalContext: 'SEEN' } };
  const { agent, dir, send, server } = await talk({
    ...ON,
    hooks: hooksOn('PostToolUse', 'cat > post', printing(rewrite)),
    script: [searched],
  });
  const post = JSON.parse(readFileSync(join(dir, 'post'), 'utf8'));
  expect(post).toMatchObject({
    ...{ tool_name: 'WebSearch', tool_input: { query: 'is it so' }, tool_use_id: 'srvtoolu_01abc' },
    tool_response: {
      output: 'The title\nhttps://a.example/x',
      results: [{ title: 'The title', url: 'https://a.example/x' }],
      success: true,
    },
  });
  expect(textOf(agent.messages.find(({ from }) => from === 'hook'))).toContain('SEEN');
  expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
    expect.stringMatching(/^hook1 rewrote the output of WebSearch, which was not used/),
  ]);
  await send('more', say('ok'));
  expect(server.faults).toEqual([]);
});

test('a hook that halts after a search ends the turn', async () => {
  const { result, server, agent } = await talk({
    ...ON,
    hooks: hooksOn('PostToolUse', printing({ continue: false, stopReason: 'enough' })),
    script: [
      { ...searched, blocks: [...searched.blocks, { call: 'Bash', input: { command: 'ls' } }] },
    ],
  });
  expect(result).toMatchObject({ ended: 'halted', stopReason: 'enough' });
  expect(server.requests).toHaveLength(1);
  expect(blocksOf(agent.messages, 'tool').at(-1)).toMatchObject({
    ...{ name: 'Bash', stage: 'end', success: false, by: 'wave' },
    result: 'Not run: the turn was ended.',
  });
});

test('a subagent searches only if its type names it', async () => {
  const task = (type: string) =>
    call('Task', { description: 'd', prompt: 'p', subagent_type: type });
  for (const [type, has] of [
    ['general', true],
    ['explore', false],
  ] as const) {
    const { server } = await talk({ ...ON, script: [task(type), say('in'), say('ok')] });
    expect(toolOf(server).map((tool) => tool !== undefined)).toEqual([true, has, true]);
  }
});
