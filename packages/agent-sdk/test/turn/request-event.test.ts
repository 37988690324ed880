import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf } from '../talk.ts';
import { call, fail, type Reply, say } from '../wire/reply.ts';

async function requests(...script: Reply[]) {
  const { agent, server } = await openAgent({ prices: {} });
  const heard: Extract<AgentEvent, { is: 'request' }>[] = [];
  agent.subscribe((event) => {
    if (event.is === 'request') heard.push(event);
  });
  server.script(...script);
  const from = Date.now();
  await agent.sendMessage('PROMPT');
  for (const { at, ms } of heard) {
    expect(at).toBeGreaterThanOrEqual(from);
    expect(at + ms).toBeLessThanOrEqual(Date.now() + 1);
  }
  return { heard, model: agent.model };
}

test('each request tells when it began, how long it took and what it used', async () => {
  const { heard, model } = await requests(call('Bash', { command: 'true' }), say('done'));
  expect(heard.map(({ model, ended }) => ({ model, ended }))).toEqual([
    { model, ended: 'done' },
    { model, ended: 'done' },
  ]);
  for (const { usage } of heard) expect(usage.outputTokens).toBeGreaterThan(0);
});

test('a request that fails and one that is aborted say so', async () => {
  const { heard } = await requests(fail(400, { message: 'no' }));
  expect(heard.map(({ ended }) => ended)).toEqual(['failed']);
  const { agent, server } = await openAgent();
  const ends: string[] = [];
  const stop = new AbortController();
  agent.subscribe((event) => {
    if (event.is === 'request') ends.push(event.ended);
  });
  server.script(say('one two three', { broken: { how: 'hang', after: 3 } }));
  const turn = agent.sendMessage('PROMPT', { signal: stop.signal });
  await until(() => server.requests.length > 0);
  stop.abort();
  await turn;
  expect(ends).toEqual(['aborted']);
});

test('a model that Wave does not know is told once, also where the session goes on', async () => {
  const first = await openAgent({ protocol: 'chat', session: { keep: true } });
  first.server.script(
    call('Task', { description: 'd', prompt: 'p', subagent_type: 'explore' }),
    ...[say('found'), say('done')],
  );
  await first.agent.sendMessage('PROMPT');
  await first.agent.close();
  const { home, dir: workdir, agent } = first;
  const session = { keep: true, resume: agent.sessionId };
  const next = await openAgent({ protocol: 'chat', home, workdir, session });
  next.server.script(say('more'));
  await next.agent.sendMessage('AGAIN');
  const said = blocksOf(next.agent.messages, 'notice').map(({ content }) => content);
  expect(said).toEqual([expect.stringMatching(/^Wave does not know the model gpt-test: /)]);
});
