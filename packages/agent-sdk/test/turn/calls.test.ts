import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { groupRuns, openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, ofRole, printing, talk, tempDir, textOf } from '../talk.ts';
import { type Answer, call, say } from '../wire/reply.ts';

const bash = (command: string, id: string) => ({ call: 'Bash', input: { command }, id });
const glob = (id: string) => ({ call: 'Glob', input: { pattern: '*' }, id });
const calls = (...blocks: Answer['blocks']): Answer => ({ blocks });
/** Runs for the call of this id only. */
const forCall = (id: string, command: string) =>
  `grep -q '"tool_use_id":"${id}"' && { ${command}; }; exit 0`;
const HALT = `echo '{"continue": false, "stopReason": "WHYITSTOPPED"}'; exit 0`;

/** Says that it runs, and ends when it is told to. */
const idle: Tool = {
  name: 'Idle',
  description: 'waits',
  effect: 'none',
  input: z.object({}),
  run: (_, { signal, cwd }) => {
    writeFileSync(join(cwd, 'started'), '');
    return new Promise((resolve) => {
      const end = () => resolve({ success: false, text: 'ended' });
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  },
};

describe('several calls in one answer', () => {
  test('run their own hooks, those that read side by side, and their results keep the order', async () => {
    // Each waits for the other: only when both run at once does either end in time.
    const meet =
      'read -r x; id=$(echo "$x" | sed "s/.*tool_use_id\\":\\"\\([a-z]*\\).*/\\1/"); touch at-$id;' +
      'for i in $(seq 100); do [ -e at-a ] && [ -e at-b ] && exit 0; sleep 0.05; done; exit 2';
    const { agent, server, result } = await talk({
      hooks: { ...hooksOn('PreToolUse', meet), ...hooksOn('PostToolUse', 'cat >> after') },
      script: [calls(glob('a'), glob('b')), say('ok')],
    });
    expect(result.ended).toBe('done');
    const tools = blocksOf(agent.messages, 'tool');
    expect(tools.map(({ id, success }) => [id, success])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(server.faults).toEqual([]);
  });

  test('that change things run one after the other', async () => {
    const { agent, dir } = await talk({
      script: [
        calls(
          bash('sleep 0.2; test ! -e two; touch one', 'a'),
          bash('test -e one && touch two', 'b'),
        ),
        say('ok'),
      ],
    });
    expect(existsSync(join(dir, 'two'))).toBe(true);
    expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([true, true]);
  });

  test('a block of one leaves the others alone', async () => {
    const { agent, dir, server } = await talk({
      hooks: hooksOn('PreToolUse', forCall('b', 'echo NOTTHIS >&2; exit 2')),
      script: [calls(bash('touch a', 'a'), bash('touch b', 'b'), bash('touch c', 'c')), say('ok')],
    });
    expect(['a', 'b', 'c'].map((name) => existsSync(join(dir, name)))).toEqual([true, false, true]);
    expect(blocksOf(agent.messages, 'tool')[1]).toMatchObject({
      result: 'NOTTHIS',
      success: false,
    });
    expect(server.faults).toEqual([]);
  });

  test('feedback of all hooks follows all results, in the order of the calls', async () => {
    const say2 = (id: string, text: string) => forCall(id, `echo ${text} >&2; exit 2`);
    const { agent, server } = await talk({
      hooks: hooksOn('PostToolUse', say2('a', 'AFTERA'), say2('b', 'AFTERB')),
      script: [calls(bash('true', 'a'), bash('true', 'b')), say('ok')],
    });
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'AFTERA', 'AFTERB']);
    expect(server.faults).toEqual([]);
  });

  test('with one id twice each have their own result', async () => {
    const { agent, server } = await talk({
      script: [
        calls(bash('echo ONE', 'same'), bash('echo TWO', 'same')),
        calls(bash('echo THREE', 'same')),
        say('ok'),
      ],
    });
    const tools = blocksOf(agent.messages, 'tool');
    expect(new Set(tools.map(({ id }) => id)).size).toBe(3);
    expect(tools.map(({ result }) => result?.match(/[A-Z]{3,}/)?.[0])).toEqual([
      'ONE',
      'TWO',
      'THREE',
    ]);
    expect(server.faults).toEqual([]);
  });
});

describe('a halt', () => {
  test.each(['PreToolUse', 'PostToolUse'])('by %s in the second of three calls', async (event) => {
    const { agent, server, dir, result, send } = await talk({
      hooks: hooksOn(event, forCall('b', HALT)),
      script: [calls(bash('touch a', 'a'), bash('touch b', 'b'), bash('touch c', 'c'))],
    });
    expect(result).toMatchObject({ ended: 'halted', stopReason: 'WHYITSTOPPED', requests: 1 });
    const ran = ['a', 'b', 'c'].map((name) => existsSync(join(dir, name)));
    expect(ran).toEqual([true, event === 'PostToolUse', false]);
    const tools = blocksOf(agent.messages, 'tool');
    expect(tools.every(({ stage, result }) => stage === 'end' && result)).toBe(true);
    expect(tools[2]).toMatchObject({ by: 'wave', result: expect.stringMatching(/^Not run/) });
    expect(JSON.stringify(tools)).not.toContain('WHYITSTOPPED');
    expect(JSON.stringify(blocksOf(agent.messages, 'notice'))).toContain('WHYITSTOPPED');
    expect(server.requests).toHaveLength(1);
    await send('NEXT', say('ok'));
    await send('LATER', say('ok'));
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('WHYITSTOPPED');
    expect(server.faults).toEqual([]);
  });

  const context = printing({ hookSpecificOutput: { additionalContext: 'CONTEXTOFA' } });
  const feedback = forCall('a', 'echo FEEDBACKONA >&2; exit 2');
  test.each([
    ['PreToolUse', [forCall('a', context), forCall('b', HALT)], [feedback]],
    ['PostToolUse', [forCall('a', context)], [feedback, forCall('b', HALT)]],
  ])('by %s leaves what hooks said of the call before it', async (_, before, after) => {
    const { agent, server, result, send } = await talk({
      hooks: { ...hooksOn('PreToolUse', ...before), ...hooksOn('PostToolUse', ...after) },
      script: [calls(bash('touch a', 'a'), bash('touch b', 'b'))],
    });
    expect(result.ended).toBe('halted');
    const said = () => ofRole(agent.messages, 'user').map((message) => textOf(message).trim());
    expect(said()).toEqual(['PROMPT', 'CONTEXTOFA', 'FEEDBACKONA']);
    await send('NEXT', say('ok'));
    expect(said().at(-1)).toBe('NEXT');
    expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(/CONTEXTOFA.*FEEDBACKONA.*NEXT/s);
    expect(server.faults).toEqual([]);
  });

  test('leaves what a hook said of a call that it interrupted', async () => {
    const waits = 'while [ ! -e started ]; do sleep 0.02; done';
    const { agent, server } = await talk({
      hooks: hooksOn('PreToolUse', forCall('a', context), forCall('b', `${waits}; ${HALT}`)),
      tools: [idle],
      script: [calls({ call: 'Idle', input: {}, id: 'a' }, { call: 'Idle', input: {}, id: 'b' })],
    });
    expect(blocksOf(agent.messages, 'tool').map(({ result }) => result)).toEqual([
      'Interrupted.',
      'Not run: the turn was ended.',
    ]);
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'CONTEXTOFA']);
    expect(server.faults).toEqual([]);
  });

  test('ends what runs beside it: a hook’s whole group, with a neutral result', async () => {
    const stays = 'echo $$ > t; mv t started; sleep 60 & sleep 60';
    const waits = 'while [ ! -e started ]; do sleep 0.02; done';
    const { agent, server, file } = await openAgent({
      hooks: hooksOn('PreToolUse', forCall('a', stays), forCall('b', `${waits}; ${HALT}`)),
    });
    server.script(calls(glob('a'), glob('b'), glob('c')));
    const before = performance.now();
    expect((await agent.sendMessage('P')).ended).toBe('halted');
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(groupRuns(Number(await file('started')))).toBe(false);
    const [a, b, c] = blocksOf(agent.messages, 'tool');
    expect([a?.success, b?.success]).toEqual([false, false]);
    expect([a, b, c].every((tool) => tool?.stage === 'end' && tool.result)).toBe(true);
    server.script(say('ok'));
    await agent.sendMessage('NEXT');
    expect(server.faults).toEqual([]);
  });

  test('by UserPromptSubmit erases the prompt; by Stop ends the turn', async () => {
    const prompt = await talk({
      hooks: hooksOn('UserPromptSubmit', `grep -q PROMPT && { ${HALT}; }; exit 0`),
    });
    expect(prompt.result).toMatchObject({ ended: 'halted', requests: 0 });
    expect(JSON.stringify(prompt.agent.messages)).not.toContain('PROMPT');
    await prompt.send('NEXT', say('ok'));
    expect(prompt.sent).not.toMatch(/PROMPT|WHYITSTOPPED/);
    const stop = await talk({ hooks: hooksOn('Stop', HALT), script: [say('done')] });
    expect(stop.result).toMatchObject({
      ended: 'halted',
      text: 'done',
      stopReason: 'WHYITSTOPPED',
    });
  });
});

describe('a call that cannot run is answered, and the agent goes on', () => {
  const cases: [string, Answer, RegExp][] = [
    ['an unknown tool', call('Fly', {}), /no tool called "Fly"/],
    ['a name that is none', call('no such/tool!', {}), /no tool/],
    [
      'input that is no JSON',
      calls({ call: 'Bash', input: {}, raw: '{"command": tr' }),
      /not valid JSON/,
    ],
    [
      'input that does not fit',
      call('Bash', { comand: 'ls' }),
      /command: expected string, got nothing/,
    ],
    ['input that is a list', calls({ call: 'Bash', input: [], raw: '[1]' }), /not valid/],
  ];
  test.each(cases)('%s', async (_, answer, expected) => {
    for (const protocol of ['anthropic', 'chat'] as const) {
      const { agent, server, result } = await talk({ protocol, script: [answer, say('I see')] });
      expect(result).toMatchObject({ ended: 'done', text: 'I see' });
      const [tool] = blocksOf(agent.messages, 'tool');
      expect(tool).toMatchObject({ stage: 'end', success: false });
      expect(tool?.result).toMatch(expected);
      expect(server.faults).toEqual([]);
    }
  });

  test('a call cut off for length does not run', async () => {
    const { dir, server, result } = await talk({
      script: [{ ...call('Bash', { command: 'touch ran' }), stop: 'length' }, say('ok')],
    });
    expect(result.ended).toBe('done');
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(server.faults).toEqual([]);
  });
});

test('a rewrite is what rules, the user, the tool and PostToolUse see', async () => {
  const rewrite = printing({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      updatedInput: { command: 'touch rewritten' },
    },
  });
  const asked: unknown[] = [];
  const { agent, dir, server } = await talk({
    hooks: { ...hooksOn('PreToolUse', rewrite), ...hooksOn('PostToolUse', 'cat > after') },
    permissionMode: 'default',
    // The original would be allowed, and what was made of it must be asked for.
    permissions: { allow: ['Bash(touch original)'] },
    confirm: async (request) => {
      asked.push([request.input, request.original]);
      return true;
    },
    script: [call('Bash', { command: 'touch original' }), say('ok')],
  });
  expect(asked).toEqual([[{ command: 'touch rewritten' }, { command: 'touch original' }]]);
  expect([existsSync(join(dir, 'original')), existsSync(join(dir, 'rewritten'))]).toEqual([
    false,
    true,
  ]);
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
    parameters: { command: 'touch rewritten' },
    original: { command: 'touch original' },
  });
  expect(JSON.parse(readFileSync(join(dir, 'after'), 'utf8'))).toMatchObject({
    tool_input: { command: 'touch rewritten' },
  });
  expect(server.faults).toEqual([]);
});

test('a deny rule sees the rewrite, too', async () => {
  const rewrite = printing({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'touch forbidden' },
    },
  });
  const { dir } = await talk({
    hooks: hooksOn('PreToolUse', rewrite),
    permissions: { deny: ['Bash(touch forbidden)'] },
    script: [call('Bash', { command: 'touch fine' }), say('ok')],
  });
  expect(existsSync(join(dir, 'forbidden'))).toBe(false);
});

test('a call that was refused keeps by what; the notice of it names the call', async () => {
  const { agent, sent } = await talk({
    hooks: hooksOn('PreToolUse', forCall('a', 'echo NEVER >&2; exit 2')),
    permissions: { deny: ['Bash(rm *)'], ask: ['Bash(mv *)'] },
    confirm: async () => ({ answer: 'no' }),
    script: [calls(bash('true', 'a'), bash('rm x', 'b'), bash('mv x y', 'c')), say('ok')],
  });
  const kept = blocksOf(agent.messages, 'tool').map(({ by, refused }) => ({ by, refused }));
  expect(kept).toEqual([
    { by: 'hook', refused: 'the hook hook0' },
    { by: undefined, refused: 'deny rule: Bash(rm *)' },
    { by: 'user', refused: undefined },
  ]);
  expect(blocksOf(agent.messages, 'notice')).toEqual([
    {
      type: 'notice',
      tone: 'info',
      content: 'Bash did not run: deny rule: Bash(rm *).',
      call: 'b',
    },
  ]);
  expect(sent).not.toContain('deny rule');
});

test('a long text of a hook is cut, and Read may read the file that holds the whole', async () => {
  const { agent, server, send } = await talk({
    hooks: hooksOn('UserPromptSubmit', 'seq 1 20000'),
    permissionMode: 'default',
    script: [say('ok')],
  });
  const context = textOf(ofRole(agent.messages, 'user')[1]);
  expect(context.length).toBeLessThan(20_000);
  const file = /\/\S+outputs\/[^\s\])]+/.exec(context)?.[0] ?? '';
  expect(existsSync(file)).toBe(true);
  expect(blocksOf(agent.messages, 'notice').length).toBeGreaterThan(0);
  await send('read it', call('Read', { file_path: file, offset: 9_999, limit: 2 }), say('ok'));
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ success: true });
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain('10000');
  expect(server.faults).toEqual([]);
  await send('outside', call('Read', { file_path: '/etc/hostname' }), say('ok'));
  expect(blocksOf(agent.messages, 'tool')[1]?.success).toBe(false);
});

describe.each(['anthropic', 'chat'] as const)(
  'a call of what every object has, at %s',
  (protocol) => {
    test.each(Object.getOwnPropertyNames(Object.prototype))('%s', async (name) => {
      const [workdir, home] = [tempDir(), tempDir()];
      const open = { protocol, workdir, home };
      const first = await talk({
        ...open,
        session: { keep: true },
        script: [call(name, { a: 1 }), say('ok')],
      });
      expect(first.result).toMatchObject({ ended: 'done', text: 'ok' });
      expect(blocksOf(first.agent.messages, 'tool')).toMatchObject([
        { name, success: false, result: `There is no tool called "${name}".` },
      ]);
      await first.agent.close();
      const session = { keep: true, resume: first.agent.sessionId };
      const next = await talk({ ...open, session, script: [say('on')] });
      expect(next.result).toMatchObject({ ended: 'done', text: 'on' });
      expect([...first.server.faults, ...next.server.faults]).toEqual([]);
    });
  },
);

describe('commands of one answer', () => {
  /** Which calls ran beside which, and in which order they began. */
  async function run(commands: readonly string[], options: Parameters<typeof talk>[0] = {}) {
    const { agent, dir, send } = await talk({ script: [say('ready')], ...options });
    const running = new Set<string>();
    const beside = new Map<string, Set<string>>();
    let most = 0;
    agent.subscribe((event) => {
      if (event.is !== 'change' || event.change.is !== 'tool') return;
      const { call: id, patch } = event.change;
      if (patch.stage === 'end') running.delete(id);
      if (patch.stage !== 'running') return;
      running.add(id);
      most = Math.max(most, running.size);
      for (const one of running)
        for (const other of running)
          if (one !== other) beside.set(one, (beside.get(one) ?? new Set()).add(other));
    });
    await send('go', calls(...commands.map((command, n) => bash(command, `c${n}`))), say('ok'));
    const tools = blocksOf(agent.messages, 'tool');
    expect(tools.map(({ id }) => id)).toEqual(commands.map((_, n) => `c${n}`));
    return { dir, tools, most, beside: (id: string) => [...(beside.get(id) ?? [])] };
  }
  const sleeps = (count: number) => Array.from({ length: count }, () => 'sleep 0.4');

  test('that only read run 32 at a time', async () => {
    const { most, tools } = await run(Array.from({ length: 34 }, () => 'sleep 1'));
    expect(most).toBe(32);
    expect(tools.every(({ success }) => success)).toBe(true);
  });

  test('run so many at a time as the option says', async () => {
    expect((await run(sleeps(3), { parallelCommands: 1 })).most).toBe(1);
    expect((await run(sleeps(4), { parallelCommands: 2 })).most).toBe(2);
  });

  test.each([
    ['writes', 'touch made'],
    ['moves the agent', 'cd . && sleep 0.1'],
    ['cannot be read', '$(echo sleep) 0.1'],
  ])('one that %s runs alone, in its place', async (_, command) => {
    const { beside } = await run(['sleep 0.3', 'sleep 0.3', command, 'sleep 0.3', 'sleep 0.3']);
    expect(beside('c0')).toEqual(['c1']);
    expect(beside('c2')).toEqual([]);
    expect(beside('c3')).toEqual(['c4']);
  });

  test('one that a hook made into another that writes waits for those beside it', async () => {
    const rewrite = printing({ hookSpecificOutput: { updatedInput: { command: 'touch made' } } });
    const { beside, dir } = await run(['sleep 0.4', 'sleep 0.3', 'sleep 0.4'], {
      hooks: hooksOn('PreToolUse', forCall('c1', rewrite)),
    });
    expect(existsSync(join(dir, 'made'))).toBe(true);
    expect(beside('c1')).toEqual([]);
  });
});
