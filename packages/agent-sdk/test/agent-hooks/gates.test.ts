import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksOn, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const SCRIPT = [call('Bash', { command: 'echo made > made' }), say('THE ANSWER')];
const read = (dir: string, name: string) => JSON.parse(readFileSync(join(dir, name), 'utf8'));

test('hooks see what is sent, what came back and what is shown', async () => {
  const { dir, result } = await talk({
    hooks: {
      ...hooksOn('SessionGate', 'cat > gate'),
      ...hooksOn('PreModelCall', 'cat > before'),
      ...hooksOn('PostModelCall', 'cat > after'),
      ...hooksOn('PreAnswer', 'cat > answer'),
    },
    script: SCRIPT,
  });
  expect(result).toMatchObject({ ended: 'done', text: 'THE ANSWER' });
  expect(read(dir, 'gate')).toMatchObject({ tools: expect.arrayContaining(['Bash']) });
  expect(read(dir, 'before')).toMatchObject({
    model: expect.stringContaining('claude'),
    messages: expect.arrayContaining([{ role: 'system', content: expect.any(String) }]),
  });
  expect(read(dir, 'after').response).toEqual({
    ...{ content: 'THE ANSWER', tool_calls: [], finish_reason: 'stop' },
  });
  expect(read(dir, 'answer').answer).toBe('THE ANSWER');
});

describe.each([
  ['SessionGate', 0],
  ['PreModelCall', 0],
  ['PostModelCall', 1],
  ['PreAnswer', 2],
] as const)('%s', (event, requests) => {
  test.each([
    ['exit 2', 'echo WHY >&2; exit 2'],
    ['a block', `printf '{"decision":"block","reason":"WHY"}'`],
    ['a halt', `printf '{"continue":false,"stopReason":"WHY"}'`],
    ['a guard that fails', { command: 'exit 9', onError: 'block' }],
  ])('is shut by %s', async (_name, hook) => {
    const { result, server, agent } = await talk({
      hooks: hooksOn(event, hook),
      script: SCRIPT.slice(0, Math.max(requests, 1)),
    });
    expect(result.ended).toBe('blocked');
    expect(server.requests).toHaveLength(requests);
    expect(JSON.stringify(agent.messages)).not.toContain('THE ANSWER');
  });

  test('is not shut by a hook that fails', async () => {
    const { result } = await talk({ hooks: hooksOn(event, 'exit 9'), script: SCRIPT });
    expect(result).toMatchObject({ ended: 'done', text: 'THE ANSWER' });
  });
});

test('a session that was shut takes no later prompt, and its gate is asked once', async () => {
  const { send, server, dir } = await talk({
    hooks: hooksOn('SessionGate', 'echo x >> asked; exit 2'),
  });
  expect((await send('again')).ended).toBe('blocked');
  expect(server.requests).toEqual([]);
  expect(readFileSync(join(dir, 'asked'), 'utf8')).toBe('x\n');
});

test('without a hook on them an answer streams as it comes, with one it is shown when it was judged', async () => {
  const pieces = async (event: string) => {
    const { agent, send } = await talk({ hooks: hooksOn(event, 'true'), script: [say('x')] });
    const deltas: string[] = [];
    agent.subscribe((one) => one.is === 'delta' && deltas.push(one.text));
    const long = 'one two three four five six seven eight nine ten. '.repeat(8);
    await send('more', say(long));
    expect(deltas.join('')).toBe(long);
    return deltas.length;
  };
  expect(await pieces('PreModelCall')).toBe(await pieces('Stop'));
  await pieces('PreAnswer');
});
