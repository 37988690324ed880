import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Steer } from '../../src/turn/steering.ts';
import { openAgent } from '../open-agent.ts';
import { hooksOn, textOf } from '../talk.ts';
import type { AnthropicBody } from '../wire/check-anthropic.ts';
import { call, say } from '../wire/reply.ts';
import type { WireServer } from '../wire/server.ts';

const look = (id: string) => call('Glob', { pattern: '*' }, id);
const lastOf = ({ requests }: WireServer, at: number) =>
  (requests[at]?.body as AnthropicBody | undefined)?.messages?.at(-1)?.content ?? [];
const texts = (server: WireServer, at: number) =>
  lastOf(server, at).flatMap(({ text }) => text ?? []);

/** An agent that is sent these prompts while its first answer is on its way. */
async function steered(prompts: readonly string[], options: object = {}) {
  const opened = await openAgent(options);
  const steers: Steer[] = [];
  const first = (reply: ReturnType<typeof say>) => () => {
    steers.push(...prompts.map((text) => opened.agent.steer(text)));
    return reply;
  };
  const outcomes = () => Promise.all(steers.map(({ outcome }) => outcome));
  return { ...opened, steers, first, outcomes };
}

test('a prompt goes to the agent at its next step, behind the results, in the same turn', async () => {
  const { agent, server, first, outcomes } = await steered(['use tabs', 'and be quick']);
  server.script(first(look('a')), look('b'), say('done'));
  const result = await agent.sendMessage('go');
  expect(result).toMatchObject({ ended: 'done', text: 'done', requests: 3 });
  expect(await outcomes()).toEqual(['sent', 'sent']);
  expect(lastOf(server, 1).map(({ type }) => type)).toEqual(['tool_result', 'text', 'text']);
  expect(texts(server, 1)).toEqual(['use tabs', 'and be quick']);
  expect(texts(server, 2)).toEqual([]);
  const prompts = agent.messages.filter(({ from }) => from === 'prompt');
  expect(prompts.map(textOf)).toEqual(['go', 'use tabs', 'and be quick']);
  expect(agent.checkpoints().map(({ text }) => text)).toEqual(['go', 'use tabs', 'and be quick']);
  expect(server.faults).toEqual([]);
});

test('where the turn ends before, it is left; so it is where no turn runs', async () => {
  const { agent, server, first, outcomes } = await steered(['too late']);
  server.script(first(say('done')));
  await agent.sendMessage('go');
  expect(await outcomes()).toEqual(['left']);
  const idle = agent.steer('nobody there');
  expect([await idle.outcome, idle.takeBack()]).toEqual(['left', false]);
  expect(agent.messages.filter(({ from }) => from === 'prompt')).toHaveLength(1);
});

test('it can be taken back until the agent has it', async () => {
  const { agent, server, first, steers, outcomes } = await steered(['keep', 'drop']);
  const taken: boolean[] = [];
  const second = () => {
    taken.push(...steers.map((one) => one.takeBack()));
    return say('done');
  };
  server.script(() => {
    const reply = first(look('a'))();
    taken.push(steers[1]?.takeBack() ?? false);
    return reply;
  }, second);
  await agent.sendMessage('go');
  expect(taken).toEqual([true, false, false]);
  expect(await outcomes()).toEqual(['sent', 'left']);
  expect(texts(server, 1)).toEqual(['keep']);
});

test('UserPromptSubmit judges it then: blocks it, rewrites it, adds to it', async () => {
  const hook = `
    input=$(cat); echo "$input" >> seen
    case "$input" in
      *SECRET*) echo 'no secrets' >&2; exit 2;;
      *tabs*) printf '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","updatedPrompt":"use spaces","additionalContext":"THE STYLE GUIDE"}}';;
    esac`;
  const prompts = ['my SECRET', 'use tabs'];
  const { agent, server, first, outcomes, dir } = await steered(prompts, {
    hooks: hooksOn('UserPromptSubmit', hook),
  });
  server.script(first(look('a')), say('done'));
  expect(await agent.sendMessage('go')).toMatchObject({ ended: 'done', text: 'done' });
  expect(await outcomes()).toEqual(['blocked', 'sent']);
  expect(texts(server, 1)).toEqual([
    'use spaces',
    '<wave-hook name="hook0" event="UserPromptSubmit">\nTHE STYLE GUIDE\n</wave-hook>',
  ]);
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('SECRET');
  const told = agent.messages.flatMap(({ blocks }) => blocks).map((block) => JSON.stringify(block));
  expect(told.join()).toContain('no secrets');
  const seen = readFileSync(join(dir, 'seen'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(new Set(seen.map(({ prompt_id }) => prompt_id)).size).toBe(3);
  const ids = agent.messages.filter(({ from }) => from === 'prompt').map(({ id }) => id);
  expect([seen[0].prompt_id, seen[2].prompt_id]).toEqual(ids);
});

test('a halt of its hooks ends the turn; those behind it are left', async () => {
  const halts = `case "$(cat)" in *STOP*) printf '{"continue":false,"stopReason":"enough"}';; esac`;
  const { agent, server, first, outcomes } = await steered(['STOP', 'more'], {
    hooks: hooksOn('UserPromptSubmit', halts),
  });
  server.script(first(look('a')));
  expect(await agent.sendMessage('go')).toMatchObject({ ended: 'halted', stopReason: 'enough' });
  expect(await outcomes()).toEqual(['blocked', 'left']);
});

test('an abort while its hooks look at it leaves it', async () => {
  const slow = 'case "$(cat)" in *wait*) touch looking; sleep 60;; esac';
  const { agent, server, first, outcomes, steers, file } = await steered(['wait'], {
    hooks: hooksOn('UserPromptSubmit', slow),
  });
  server.script(first(look('a')));
  const turn = agent.sendMessage('go');
  await file('looking');
  expect(steers[0]?.takeBack()).toBe(false);
  agent.abort();
  expect((await turn).ended).toBe('aborted');
  expect(await outcomes()).toEqual(['left']);
});

test('at the limit of requests it is left, not lost', async () => {
  const { agent, server, first, outcomes } = await steered(['more'], { maxTurns: 1 });
  server.script(first(look('a')));
  expect((await agent.sendMessage('go')).ended).toBe('turn-limit');
  expect(await outcomes()).toEqual(['left']);
});

test('a subagent does not get it: the main agent does, after it', async () => {
  const { agent, server, outcomes, steers } = await steered([]);
  const task = { description: 'd', prompt: 'SUB', subagent_type: 'explore' };
  server.script(
    call('Task', task),
    () => {
      steers.push(agent.steer('for the main agent'));
      return look('a');
    },
    say('sub done'),
    say('done'),
  );
  await agent.sendMessage('go');
  expect(await outcomes()).toEqual(['sent']);
  expect(texts(server, 2)).toEqual([]);
  expect(texts(server, 3)).toEqual(['for the main agent']);
});

test('what is no prompt is refused', async () => {
  const { agent } = await openAgent();
  expect(() => agent.steer(' ')).toThrow('a prompt needs a text');
  expect(() => agent.steer(5 as unknown as string)).toThrow('expected a text');
});
