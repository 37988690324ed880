import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, ofRole, talk, tempDir, textOf } from '../talk.ts';
import { call, fail, type Reply, say } from '../wire/reply.ts';

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the limit of Stop', () => {
  const settings = (stopBlocks: number) => {
    const file = join(tempDir(), 'settings.json');
    writeFileSync(file, JSON.stringify({ limits: { stopBlocks } }));
    return file;
  };

  test('ends the turn, tells the user that it was the limit, and each round says where it stands', async () => {
    const command = 'cat >> rounds; echo "GOON $(wc -l < rounds)" >&2; exit 2';
    const { agent, result, server, dir, send } = await talk({
      settings: settings(2),
      hooks: hooksOn('Stop', { command, name: 'gate' }),
      script: [say('one'), say('two'), say('three')],
    });
    expect(result).toMatchObject({ ended: 'stop-limit', requests: 3, text: 'three' });
    const told = blocksOf(agent.messages, 'notice').map(({ content }) => content);
    expect(told).toEqual([
      'The turn was ended by the limit of 2 blocks, not by the hook gate. The last reason: GOON 3',
    ]);
    const rounds = lines(join(dir, 'rounds'));
    const seen = rounds.map(({ stop_hook_active: a, stop_hook_count: c, stop_hook_limit: l }) => [
      a,
      c,
      l,
    ]);
    expect(seen).toEqual([
      [false, 0, 2],
      [true, 1, 2],
      [true, 2, 2],
    ]);
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'GOON 1', 'GOON 2']);
    await send('NEXT', say('one'), say('two'), say('three'));
    expect(lines(join(dir, 'rounds'))[3]).toMatchObject({
      stop_hook_active: false,
      stop_hook_count: 0,
    });
    expect(server.faults).toEqual([]);
    expect(JSON.stringify(server.requests)).not.toContain('limit of 2');
  });

  test('is 25 by default', async () => {
    const model = scriptedModel(Array.from({ length: 30 }, (_, i) => `answer ${i}`));
    const { agent } = await openAgent({
      model,
      hooks: {
        Stop: [{ hooks: [{ type: 'function', run: () => ({ decision: 'block', reason: 'on' }) }] }],
      },
    });
    expect(await agent.sendMessage('P')).toMatchObject({ ended: 'stop-limit', requests: 26 });
  });

  test('a broken guard with onError block holds the turn once', async () => {
    const { result, agent } = await talk({
      hooks: hooksOn('Stop', { command: 'exit 7', onError: 'block' }),
      script: [say('one'), say('two')],
    });
    expect(result).toMatchObject({ ended: 'done', requests: 2 });
    // Told in each round that it failed in.
    expect(blocksOf(agent.messages, 'error')).toHaveLength(2);
  });
});

test('the limit of requests ends the turn after its tools, and the next turn is whole', async () => {
  const { agent, result, server, send } = await talk({
    maxTurns: 2,
    script: [call('Bash', { command: 'echo 1' }), call('Bash', { command: 'echo 2' })],
  });
  expect(result).toMatchObject({ ended: 'turn-limit', requests: 2 });
  expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([true, true]);
  expect(blocksOf(agent.messages, 'notice').at(-1)?.content).toContain('limit of 2 requests');
  expect(await send('NEXT', say('ok'))).toMatchObject({ ended: 'done', requests: 1 });
  expect(server.faults).toEqual([]);
});

describe('an error of the model ends the turn as failed, and the next one is whole', () => {
  const cases: [string, Reply[], RegExp][] = [
    ['401', [fail(401)], /key/i],
    ['404', [fail(404)], /model/i],
    ['413', [fail(413)], /./],
    [
      '429 with a wait that is too long',
      [fail(429, { headers: { 'retry-after': '7200' } })],
      /limit|rate|429/i,
    ],
  ];
  for (const protocol of ['anthropic', 'chat'] as const)
    test.each(cases)(`${protocol}: %s`, async (_, script, message) => {
      const { agent, result, server, send } = await talk({ protocol, script });
      expect(result.ended).toBe('failed');
      expect(result.error).toMatch(message);
      const [error] = blocksOf(agent.messages, 'error');
      expect(error?.content).toBe(result.error);
      expect(await send('NEXT', say('ok'))).toMatchObject({ ended: 'done', text: 'ok' });
      expect(JSON.stringify(server.requests[1]?.body)).not.toContain(error?.content);
      expect(server.faults).toEqual([]);
    });

  test('a stream that was cut is asked for again: one answer, one run of its tool', async () => {
    const cut = {
      ...call('Bash', { command: 'echo x >> runs' }),
      broken: { how: 'cut', after: 4 },
    } as const;
    const { agent, dir, result } = await talk({
      script: [cut, call('Bash', { command: 'echo x >> runs' }), say('ok')],
    });
    expect(result.ended).toBe('done');
    expect(readFileSync(join(dir, 'runs'), 'utf8')).toBe('x\n');
    expect(blocksOf(agent.messages, 'tool')).toHaveLength(1);
    expect(blocksOf(agent.messages, 'notice')[0]?.content).toContain('Trying again');
  });

  test('after tools have run, what they said is kept', async () => {
    const { agent, result, server, send, sent } = await talk({
      script: [call('Bash', { command: 'echo RESULTOFIT' }), fail(401)],
    });
    expect(result.ended).toBe('failed');
    await send('NEXT', say('ok'));
    expect(sent).not.toContain('failed');
    expect(JSON.stringify(server.requests[2]?.body)).toContain('RESULTOFIT');
    expect(agent.messages.at(-1)?.blocks[0]).toMatchObject({ type: 'text', content: 'ok' });
    expect(server.faults).toEqual([]);
  });

  test('also what a model of somebody else throws, before or in its stream', async () => {
    const { agent } = await openAgent({
      model: scriptedModel([{ text: 'half', error: new Error('BOOM') }]),
    });
    expect(await agent.sendMessage('P')).toMatchObject({ ended: 'failed', error: 'BOOM' });
    expect(agent.messages.map(textOf)).toEqual(['P', 'half', 'BOOM']);
    expect((await agent.sendMessage('Q')).error).toContain('has 1 steps');
  });
});
