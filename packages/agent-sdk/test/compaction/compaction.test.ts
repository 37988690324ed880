import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOT } from '../mcp/dot.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, talk, textOf } from '../talk.ts';
import { call, fail, type Reply, say } from '../wire/reply.ts';
import type { Protocol, WireRequest } from '../wire/server.ts';

const WINDOW = 40_000;
const full = { usage: { input: 31_000, output: 10, cached: 0 } };
/** All texts of a request but the system prompt, in their order. */
const said = (request: WireRequest | undefined): string =>
  JSON.stringify(request?.body.messages ?? []);
const SUMMARY = say('THE SUMMARY');
const asksForSummary = (request: WireRequest | undefined) =>
  said(request).includes('Write the summary and nothing else.');
const notices = (messages: Parameters<typeof blocksOf>[0]) =>
  blocksOf(messages, 'notice').map(({ content }) => content);

const HOOKS = {
  ...hooksOn(
    'UserPromptSubmit',
    `printf '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"CONTEXT of a hook"}}'`,
  ),
  ...hooksOn('PreToolUse', 'grep -q forbidden && { echo "GUARD says no" >&2; exit 2; }; exit 0'),
};

describe.each<Protocol>(['anthropic', 'chat'])('%s', (protocol) => {
  test('when the window fills, a summary stands for the beginning; the user keeps everything', async () => {
    const todos = [
      { content: 'TODO OPEN', status: 'in_progress' },
      { content: 'TODO DONE', status: 'completed' },
    ];
    const { agent, server, send } = await talk({
      protocol,
      hooks: HOOKS,
      contextWindow: WINDOW,
      prompt: 'FIRST TASK',
      script: [
        call('TodoWrite', { todos }),
        call('Bash', { command: 'echo forbidden' }),
        call('Bash', { command: 'echo OLD RESULT; head -c 20000 /dev/zero | tr "\\\\0" x' }),
        say('OLD ANSWER'),
      ],
    });
    await send('SECOND', say('second answer', full));
    expect(agent.window).toMatchObject({ used: 31_010, size: WINDOW });
    const before = agent.messages.length;
    await send('THIRD', SUMMARY, say('third answer'));
    expect(server.faults).toEqual([]);
    const [asked, next] = server.requests.slice(-2);
    expect(asksForSummary(asked)).toBe(true);
    // All that came before is in front of the question, as it was sent before: it is in the cache.
    expect(said(asked)).toContain('OLD RESULT');
    for (const kept of [
      'THE SUMMARY',
      'FIRST TASK',
      'SECOND',
      'THIRD',
      'CONTEXT of a hook',
      'GUARD says no',
      '[in progress] TODO OPEN',
      'second answer',
      'OLD ANSWER',
    ])
      expect(said(next)).toContain(kept);
    for (const gone of ['OLD RESULT', 'TODO DONE', 'Write the summary'])
      expect(said(next)).not.toContain(gone);
    expect(agent.messages.slice(0, before).map(textOf)).toContain('OLD ANSWER');
    expect(notices(agent.messages).at(-1)).toMatch(
      /^The conversation was compacted: about 31,\d+ tokens became about [\d,]+\./,
    );
    const [compacted] = agent.messages.flatMap(({ compaction }) => compaction ?? []);
    expect(compacted).toMatchObject({ by: 'model' });
    // And the next request begins with what this one was.
    await send('FOURTH', say('fourth answer'));
    const [a, b] = server.requests
      .slice(-2)
      .map((one) => said(one).replaceAll(/,"cache_control":\{[^}]*\}/g, ''));
    expect(b?.startsWith(a?.slice(0, -2) ?? '!')).toBe(true);
    expect(server.requests).toHaveLength(8);
  });

  const REFUSALS: Partial<Record<Protocol, Reply>> = {
    anthropic: fail(400, { message: 'prompt is too long: 45000 tokens > 40000 maximum' }),
    chat: fail(400, {
      type: 'context_length_exceeded',
      message: "This model's maximum context length is 40000 tokens. However, you requested 45000.",
    }),
  };
  const refusal = REFUSALS[protocol] ?? fail(400);

  test('a request that is refused as too long is made shorter and sent again', async () => {
    const { agent, server, send } = await talk({
      protocol,
      prompt: 'FIRST',
      script: [call('Bash', { command: 'echo RESULT; seq 9999' }), say('ok')],
    });
    const result = await send('SECOND', refusal, SUMMARY, say('done'));
    expect([result.ended, result.text, server.faults]).toEqual(['done', 'done', []]);
    const [refused, asked, again] = server.requests.slice(-3);
    expect(said(refused)).toContain('9999');
    expect(said(asked)).toContain('called Bash');
    expect(said(asked)).not.toContain('5000\\\\n5001');
    for (const kept of ['FIRST', 'SECOND', 'THE SUMMARY']) expect(said(again)).toContain(kept);
    expect(said(again)).not.toContain('RESULT');
    const told = notices(agent.messages).filter((one) => !/does not know the model/.test(one));
    expect(told).toHaveLength(1);
  });

  test('once: what is still too long is an error, and no loop', async () => {
    const { result, server } = await talk({
      protocol,
      prompt: 'FIRST',
      script: [call('Bash', { command: 'seq 999' }), refusal, SUMMARY, refusal],
    });
    expect([result.ended, server.requests.length]).toEqual(['failed', 4]);
    expect(result.error).toMatch(/too long/);
  });

  test('where no summary can be had, what tools returned is left out', async () => {
    const { agent, result, server } = await talk({
      protocol,
      prompt: 'FIRST',
      script: [
        call('Bash', { command: 'echo RESULT1; seq 9999' }),
        call('Bash', { command: 'echo RESULT2' }),
        refusal,
        fail(401),
        say('done'),
      ],
    });
    expect([result.ended, server.faults]).toEqual(['done', []]);
    const last = said(server.requests.at(-1));
    expect(last).toContain('FIRST');
    expect(last).toContain('called Bash');
    expect(last).toContain('RESULT2');
    expect(last).not.toContain('9999\\\\n');
    expect(notices(agent.messages).at(-1)).toMatch(/could not summarise it \(.*refused the key/);
    expect(agent.messages.find(({ compaction }) => compaction)?.compaction?.by).toBe('wave');
  });
});

describe('a request of too many bytes', () => {
  const TOO_LARGE = fail(413, { message: 'Request Entity Too Large' });
  const image = { type: 'image', mediaType: 'image/png', content: DOT } as const;
  const used = (input: number) => ({ usage: { input, output: 10, cached: 0 } });

  test('with images: they go, nothing else does, and nothing is learnt of the window', async () => {
    const { agent, server } = await openAgent();
    const { size } = agent.window;
    server.script(say('hi', used(5_000)), TOO_LARGE, say('I cannot see it'), say('on'));
    await agent.sendMessage('HELLO');
    expect(await agent.sendMessage('LOOK', { images: [image] })).toMatchObject({
      ended: 'done',
      text: 'I cannot see it',
      requests: 2,
    });
    await agent.sendMessage('ON');
    expect(server.requests.map((request) => said(request).includes(DOT))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(notices(agent.messages)).toEqual([
      expect.stringMatching(
        /^The request is larger than .* takes \(413: .*\).* 1 image was taken out/,
      ),
    ]);
    expect(agent.window.size).toBe(size);
    expect(server.faults).toEqual([]);
  });

  test('without: the conversation is made shorter, this once', async () => {
    const { agent, server } = await openAgent();
    const { size } = agent.window;
    server.script(say('LONG '.repeat(1_000), used(5_000)), TOO_LARGE, SUMMARY, say('ok'));
    await agent.sendMessage('HELLO');
    expect(await agent.sendMessage('GO ON')).toMatchObject({ ended: 'done', text: 'ok' });
    expect(said(server.requests.at(-1))).toContain('THE SUMMARY');
    expect(said(server.requests.at(-1))).not.toContain('LONG LONG');
    expect(agent.window.size).toBe(size);
    server.script(say('A '.repeat(5_000), used(8_000)), say('ok'));
    await agent.sendMessage('MORE');
    await agent.sendMessage('AND MORE');
    expect(server.requests.filter(asksForSummary)).toHaveLength(1);
    expect(server.faults).toEqual([]);
  });

  test('without: also where one result alone is too much', async () => {
    const { agent, server, dir } = await openAgent();
    writeFileSync(join(dir, 'big.txt'), 'word '.repeat(20_000));
    server.script(
      call('Bash', { command: 'head -c 24000 big.txt' }),
      TOO_LARGE,
      SUMMARY,
      say('ok'),
    );
    expect(await agent.sendMessage('READ')).toMatchObject({ ended: 'done', text: 'ok' });
    const sizes = server.requests.map((request) => said(request).length);
    expect(sizes.at(-1)).toBeLessThan((sizes[1] ?? 0) / 2);
    expect(server.faults).toEqual([]);
  });

  test('also in the request for a summary: one without results of tools is asked for', async () => {
    const { agent, server } = await openAgent();
    server.script(say('one'), TOO_LARGE, SUMMARY);
    await agent.sendMessage('ONE');
    expect(await agent.compact()).toMatchObject({ done: true, by: 'model' });
    expect(server.faults).toEqual([]);
  });
});

test('a limit that the provider names counts more than one that was guessed', async () => {
  const { agent, server } = await openAgent();
  server.script(say('one', full), fail(400, { message: 'prompt is too long' }), SUMMARY, say('ok'));
  await agent.sendMessage('ONE');
  await agent.sendMessage('TWO');
  expect(agent.window.size).toBeLessThan(31_000);
  const named = fail(400, { message: 'prompt is too long: 210000 tokens > 190000 maximum' });
  server.script(named, SUMMARY, say('ok'));
  expect(await agent.sendMessage('THREE')).toMatchObject({ ended: 'done' });
  expect(agent.window.size).toBe(190_000);
});

test('what tools returned since the last count fills the window, too; the last step is cut to fit', async () => {
  const command = 'echo BEGIN; seq 5000; echo END';
  const { server, result, agent } = await talk({
    contextWindow: WINDOW,
    prompt: 'THE TASK',
    script: [
      {
        blocks: ['a', 'b'].map((id) => ({ call: 'Bash', input: { command }, id })),
        usage: { input: 20_000, output: 10, cached: 0 },
      },
      SUMMARY,
      say('done'),
    ],
  });
  expect([result.text, server.faults, server.requests.length]).toEqual(['done', [], 3]);
  expect(asksForSummary(server.requests[1])).toBe(true);
  const last = said(server.requests[2]);
  expect(last).toMatch(
    /THE TASK.*BEGIN.*characters in [\d,]+ lines omitted.*END.*BEGIN.*characters in [\d,]+ lines omitted.*END/,
  );
  expect(last.length).toBeLessThan(20_000);
  expect(blocksOf(agent.messages, 'tool').every((block) => /4999/.test(block.result ?? ''))).toBe(
    true,
  );
});

const LONG = 'x'.repeat(120_000);
test.each<[string, [prompt: string, ...Reply[]][]]>([
  [
    'in front of what stays',
    [
      [LONG, say('ok', full)],
      ['NEXT', SUMMARY, say('ok')],
    ],
  ],
  [
    'as the last step',
    [
      ['FIRST', say('ok')],
      [LONG, SUMMARY, say('ok')],
    ],
  ],
])('a prompt that was cut is told: %s', async (_, turns) => {
  const { agent, server } = await openAgent({ contextWindow: WINDOW });
  for (const [prompt, ...replies] of turns) {
    server.script(...replies);
    await agent.sendMessage(prompt);
  }
  expect(blocksOf(agent.messages, 'notice')).toEqual([
    {
      type: 'notice',
      tone: 'warning',
      content: expect.stringContaining(
        'Your prompts and the texts of hooks are kept, except 1 prompt that did not fit: cut to head and tail, or left out; you still see all of it.',
      ),
    },
  ]);
});

test('a summary that fails leaves the conversation as it was, twice; then we do without', async () => {
  const { agent, server } = await openAgent({ contextWindow: WINDOW });
  const send = (prompt: string, ...replies: Reply[]) => {
    server.script(...replies);
    return agent.sendMessage(prompt);
  };
  await send('ONE', call('Bash', { command: 'echo RESULT' }), say('first', full));
  await send('TWO', fail(400, { message: 'no' }), say('second', full));
  await send('THREE', { blocks: [{ text: ' ' }] }, say('third', full));
  expect(said(server.requests.at(-1))).toContain('RESULT');
  expect(notices(agent.messages)).toEqual([
    expect.stringMatching(
      /could not be compacted: .*refused the request.*[^.]\. It stays as it was\.$/,
    ),
    expect.stringMatching(
      /could not be compacted: the model wrote nothing\. It stays as it was\.$/,
    ),
  ]);
  await send('FOUR', fail(400, { message: 'no' }), say('fourth'));
  const last = said(server.requests.at(-1));
  for (const kept of ['ONE', 'TWO', 'THREE', 'FOUR', 'called Bash']) expect(last).toContain(kept);
  expect([last.includes('RESULT"'), server.faults]).toEqual([false, []]);
  expect(server.requests).toHaveLength(8);
});

describe('by command', () => {
  test('with what the user wants to find in it', async () => {
    const { agent, server } = await talk({ prompt: 'FIRST', script: [say('answer')] });
    server.script(SUMMARY);
    expect(await agent.compact('mind the NAMES')).toMatchObject({ done: true, by: 'model' });
    expect(said(server.requests.at(-1))).toContain('The user wants in particular: mind the NAMES');
    server.script(say('ok'));
    await agent.sendMessage('NEXT');
    expect(said(server.requests.at(-1))).toMatch(/THE SUMMARY.*FIRST.*answer.*NEXT/);
  });

  test('says why not', async () => {
    const { agent, server } = await talk({ prompt: 'FIRST', script: [say('answer')] });
    const before = [...agent.messages];
    server.script(fail(401));
    expect(await agent.compact()).toMatchObject({
      done: false,
      why: expect.stringContaining('key'),
    });
    expect(await agent.compact('x', { signal: AbortSignal.abort() })).toEqual({
      done: false,
      why: 'it was aborted',
    });
    expect(agent.messages).toEqual(before);
    const { agent: fresh } = await openAgent();
    expect(await fresh.compact()).toEqual({ done: false, why: 'there is nothing to leave out' });
  });
});

test('images of earlier prompts go, and both the model and the user are told', async () => {
  const { agent, server } = await openAgent({ contextWindow: WINDOW });
  const image = { type: 'image', mediaType: 'image/png', content: DOT } as const;
  server.script(say('one'), say('two'), SUMMARY, say('three'));
  await agent.sendMessage('DRAWING', { images: [image] });
  await agent.sendMessage('GO ON');
  expect(await agent.compact()).toMatchObject({ done: true });
  await agent.sendMessage('AND NOW');
  expect(said(server.requests.at(-2))).toContain(DOT);
  expect(said(server.requests.at(-1))).not.toContain(DOT);
  expect(said(server.requests.at(-1))).toMatch(/DRAWING.*An image was here/);
  expect(notices(agent.messages)).toEqual([
    expect.stringContaining(
      'The model no longer has 1 image from before: give it again where needed.',
    ),
  ]);
});

test('a summary that was refused is none, and one that was cut says so', async () => {
  const { agent, server } = await openAgent({ contextWindow: WINDOW });
  server.script(say('one'), say('I will not', { stop: 'refusal' }));
  await agent.sendMessage('ONE');
  expect(await agent.compact()).toEqual({ done: false, why: 'the model refused' });
  server.script(say('two'), say('THE SUMM', { stop: 'length' }), say('three'));
  await agent.sendMessage('TWO');
  expect(await agent.compact()).toMatchObject({ done: true });
  await agent.sendMessage('THREE');
  expect(said(server.requests.at(-1))).toContain(
    '[The summary was cut here by the limit of output.]',
  );
});

test('a resumed session has the same view, and going back in front of the summary has the old one', async () => {
  const first = await talk({
    prompt: 'FIRST',
    session: { keep: true },
    script: [call('Bash', { command: 'echo RESULT' }), say('answer')],
  });
  first.server.script(SUMMARY, say('ok'));
  await first.agent.compact();
  await first.agent.sendMessage('SECOND');
  const sent = said(first.server.requests.at(-1));
  await first.agent.close();
  const { agent, server } = await openAgent({
    workdir: first.dir,
    home: first.agent.transcriptPath.split('/.wave/')[0] ?? '',
    session: { keep: true, resume: first.agent.sessionId },
  });
  expect(agent.messages).toEqual(first.agent.messages);
  await agent.undo(agent.checkpoints()[1]?.id ?? '');
  server.script(say('again'));
  await agent.sendMessage('SECOND');
  expect(said(server.requests.at(-1))).toBe(sent);
  await agent.undo(agent.checkpoints()[0]?.id ?? '');
  server.script(say('again'));
  await agent.sendMessage('ANEW');
  expect(said(server.requests.at(-1))).not.toContain('SUMMARY');
});

test('a session whose file lost what its tail begins with: the model keeps all it had', async () => {
  const first = await talk({ prompt: 'FIRST', session: { keep: true }, script: [say('one')] });
  await first.send('SECOND', say('two'));
  first.server.script(SUMMARY);
  await first.agent.compact();
  await first.send('THIRD', say('three'));
  await first.agent.close();
  const file = first.agent.transcriptPath;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"tail":"[^"]+"/, '"tail":"gone"'));
  const { agent, server } = await openAgent({
    workdir: first.dir,
    home: file.split('/.wave/')[0] ?? '',
    session: { keep: true, resume: first.agent.sessionId },
  });
  server.script(say('ok'));
  await agent.sendMessage('FOURTH');
  for (const kept of ['THE SUMMARY', '"FIRST"', '"one"', '"SECOND"', '"two"', '"THIRD"'])
    expect(said(server.requests.at(-1))).toContain(kept);
  expect(server.faults).toEqual([]);
});

test('thoughts that are bound to the conversation that was do not go into the new one', async () => {
  const thought = { thinking: 'MY THOUGHT', signature: 'sig' };
  const { agent, server, send } = await talk({
    model: 'anthropic/claude-sonnet-5-5',
    script: [{ blocks: [thought, { text: 'answer' }] }],
  });
  server.script(SUMMARY);
  await agent.compact();
  expect(said(server.requests.at(-1))).toContain('MY THOUGHT');
  await send('NEXT', say('ok'));
  expect(said(server.requests.at(-1))).not.toContain('MY THOUGHT');
  expect(blocksOf(agent.messages, 'reasoning')).toHaveLength(1);
  expect(server.faults).toEqual([]);
});

test('a window in which nothing has room is told once', async () => {
  const { agent, server, send } = await talk({ contextWindow: 2_000, script: [say('1')] });
  await send('2', say('2'));
  expect(notices(agent.messages)).toEqual([
    expect.stringMatching(/room for [\d,]+ tokens only \(see the setting contextWindow\)/),
  ]);
  expect(server.requests).toHaveLength(2);
});
