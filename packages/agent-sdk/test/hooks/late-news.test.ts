import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** Does its work once `go` is there. */
const after = (go: string, work: string) =>
  `while [ ! -e ${go} ]; do sleep 0.02; done; rm ${go}; ${work}`;
const touch = (name: string) => call('Bash', { command: `touch ${name}` });
const fromHooks = (agent: { messages: readonly { from?: string; blocks: unknown }[] }) =>
  agent.messages.filter(({ from }) => from === 'hook').map(({ blocks }) => blocks);

test('context of an async hook goes with the next request, as one message', async () => {
  const told = (text: string) => `sleep 0.3; echo ${text}; touch "$WAVE_PROJECT_DIR/$$.told"`;
  const { agent, dir, send, server } = await talk({
    hooks: {
      ...hooksOn(
        'UserPromptSubmit',
        { name: 'weather', command: told('it rains'), async: true, once: true },
        { name: 'news', command: told('all is quiet'), async: true, once: true },
      ),
    },
    script: [say('one')],
  });
  expect(fromHooks(agent)).toEqual([]);
  await until(() => readdirSync(dir).filter((name) => name.endsWith('.told')).length === 2);
  await sleep(700);
  expect(server.requests, 'context alone wakes nobody').toHaveLength(1);
  await send('AGAIN', say('two'));
  const [message] = fromHooks(agent);
  expect(fromHooks(agent)).toHaveLength(1);
  expect(message).toMatchObject([{ content: expect.stringContaining('it rains') }]);
  expect(message).toMatchObject([{ content: expect.stringContaining('all is quiet') }]);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('it rains');
});

test('a decision that comes too late is told to the user, and nothing is undone', async () => {
  const { agent, result, sent } = await talk({
    hooks: hooksOn('PreToolUse', { name: 'slow', command: 'echo no >&2; exit 2', async: true }),
    script: [call('Bash', { command: 'sleep 0.5; echo ran' }), say('done')],
  });
  expect(result.ended).toBe('done');
  expect(sent).toContain('ran');
  expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
    'hook "slow" is async, so its decision came too late (block: no)',
  ]);
});

test('asyncRewake reaches the agent at its next step', async () => {
  const { agent, server, result } = await talk({
    hooks: hooksOn('UserPromptSubmit', {
      name: 'tests',
      command: after('go', 'echo tests fail >&2; exit 2'),
      asyncRewake: true,
    }),
    script: [touch('go'), call('Bash', { command: 'sleep 1' }), say('I mend them')],
  });
  expect(result).toMatchObject({ ended: 'done', text: 'I mend them' });
  expect(fromHooks(agent)).toMatchObject([[{ content: 'tests fail', hooks: ['tests'] }]]);
  expect(JSON.stringify(server.requests[2]?.body)).toContain('tests fail');
});

async function idle(hook: object, ...replies: Parameters<typeof say>[0][]) {
  const opened = await openAgent({
    hooks: hooksOn('Stop', { name: 'tests', asyncRewake: true, once: true, ...hook }),
  });
  const events: AgentEvent['is'][] = [];
  opened.agent.subscribe(({ is }) => {
    if (is === 'woken' || is === 'ended') events.push(is);
  });
  opened.server.script(say('first'), ...replies.map((text) => say(text)));
  return { ...opened, events };
}

test('asyncRewake starts a step where the agent is idle', async () => {
  const { agent, server, events } = await idle(
    { command: 'sleep 0.3; echo tests fail >&2; exit 2' },
    'I mend them',
  );
  expect(await agent.sendMessage('PROMPT')).toMatchObject({ text: 'first' });
  await until(() => events.length === 3);
  expect(events).toEqual(['ended', 'woken', 'ended']);
  expect(server.requests).toHaveLength(2);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('tests fail');
  expect(agent.messages.at(-1)).toMatchObject({ blocks: [{ content: 'I mend them' }] });
});

test('a prompt waits for the end of a step that a hook started', async () => {
  const { agent, events, server } = await idle(
    { command: 'sleep 0.3; echo tests fail >&2; exit 2' },
    'second',
    'third',
  );
  await agent.sendMessage('PROMPT');
  await until(() => events.includes('woken'));
  expect(await agent.sendMessage('NEXT')).toMatchObject({ ended: 'done', text: 'third' });
  expect(server.requests).toHaveLength(3);
});

test('after a halt nothing is sent before the next prompt', async () => {
  const { agent, server } = await openAgent({
    hooks: {
      ...hooksOn('UserPromptSubmit', {
        name: 'tests',
        command: 'sleep 0.5; echo tests fail >&2; exit 2',
        asyncRewake: true,
        once: true,
      }),
      ...hooksOn('Stop', { command: `echo '{"continue": false}'`, once: true }),
    },
  });
  server.script(say('first'), say('second'));
  expect(await agent.sendMessage('PROMPT')).toMatchObject({ ended: 'halted' });
  const notices = () => blocksOf(agent.messages, 'notice').map(({ content }) => content);
  await until(() => notices().some((text) => text.includes('with your next prompt')));
  expect(server.requests).toHaveLength(1);
  await agent.sendMessage('NEXT');
  expect(JSON.stringify(server.requests[1]?.body)).toContain('tests fail');
});

test('a hook that always wakes the agent does so only so often', async () => {
  const settings = join(tempDir(), 'settings.json');
  writeFileSync(settings, JSON.stringify({ limits: { stopBlocks: 3 } }));
  const { agent, server } = await openAgent({
    hooks: hooksOn('Stop', { command: 'echo again >&2; exit 2', asyncRewake: true }),
    settings,
  });
  server.script(...Array.from({ length: 20 }, () => say('ok')));
  await agent.sendMessage('PROMPT');
  const waits = () =>
    blocksOf(agent.messages, 'notice').some(({ content }) =>
      content.includes('with your next prompt'),
    );
  await until(waits);
  const asked = server.requests.length;
  await sleep(300);
  expect(server.requests.length).toBe(asked);
  expect(asked).toBe(4);
});

test('a hook that is switched on by a rule runs only for its calls', async () => {
  const { agent } = await talk({
    hooks: hooksOn('PreToolUse', {
      name: 'no push',
      command: 'echo not to main >&2; exit 2',
      if: 'Bash(git push *)',
    }),
    script: [
      call('Bash', { command: 'echo one' }),
      call('Bash', { command: 'cd . && git push -f' }),
      say('ok'),
    ],
  });
  const results = blocksOf(agent.messages, 'tool').map(({ result }) => result);
  expect(results).toEqual([expect.stringContaining('one'), 'not to main']);
});
