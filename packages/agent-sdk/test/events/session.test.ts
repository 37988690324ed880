import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { openAgent } from '../open-agent.ts';
import { KEEPS_INPUT } from '../subagent/delegate.ts';
import { blocksOf, printing, talk } from '../talk.ts';
import { say } from '../wire/reply.ts';
import { heard, keeping, names, on, section } from './events.ts';

const CONTEXT = printing(section('SessionStart', { additionalContext: 'BRANCH main' }));

test('SessionStart runs before the first prompt, and its words stand behind the prompt', async () => {
  const { agent, server, send } = await talk({
    hooks: { ...on('SessionStart', CONTEXT), ...on('UserPromptSubmit', 'echo PROMPTCONTEXT') },
    prompt: 'THEPROMPT',
    script: [say('one')],
  });
  const texts = JSON.stringify(server.requests[0]?.body.messages);
  const places = ['THEPROMPT', 'PROMPTCONTEXT', 'BRANCH main'].map((text) => texts.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  await send('again', say('two'));
  const all = JSON.stringify(agent.messages);
  expect(all.match(/BRANCH main/g), 'once a session').toHaveLength(1);
  expect(server.faults).toEqual([]);
});

test('it knows where the session comes from, and which model it has', async () => {
  const home = (await talk({ script: [say('x')] })).dir;
  const hooks = keeping('SessionStart');
  const first = await talk({ hooks, home, session: { keep: true }, script: [say('one')] });
  const { sessionId } = first.agent;
  await first.agent.close();
  const again = await talk({
    hooks,
    home,
    workdir: first.dir,
    session: { keep: true, resume: sessionId },
    script: [say('two')],
  });
  expect(heard(first.dir).map(({ source }) => source)).toEqual(['startup', 'resume']);
  expect(heard(first.dir)[1]).toMatchObject({ session_id: sessionId, model: again.agent.model });
});

test('it can be started before the first prompt, by the name its host gives', async () => {
  const { agent, server, dir } = await openAgent({
    hooks: on('SessionStart', KEEPS_INPUT, 'clear'),
  });
  agent.start('clear');
  await until(() => heard(dir).length === 1);
  server.script(say('one'));
  await agent.sendMessage('go');
  expect(heard(dir)).toHaveLength(1);
});

test('the prompt waits for SessionStart; an abort does not', async () => {
  const { agent, server } = await openAgent({ hooks: on('SessionStart', 'sleep 30') });
  server.script(say('never'));
  const turn = agent.sendMessage('go');
  setTimeout(() => agent.abort(), 200);
  expect((await turn).ended).toBe('aborted');
  expect(server.requests).toHaveLength(0);
});

test('continue: false and exit 2 cannot stop a session: they are reported', async () => {
  const { agent, result } = await talk({
    hooks: on('SessionStart', printing({ continue: false, stopReason: 'NO' })),
    script: [say('one')],
  });
  expect(result.ended).toBe('done');
  expect(JSON.stringify(blocksOf(agent.messages, 'notice'))).toContain('SessionStart');
});

test('SessionEnd runs when the agent is closed, with the reason', async () => {
  const { agent, dir } = await talk({ hooks: keeping('SessionEnd'), script: [say('one')] });
  await agent.close({ reason: 'prompt_input_exit' });
  expect(heard(dir)).toMatchObject([{ reason: 'prompt_input_exit' }]);
  await agent.close();
  expect(heard(dir), 'once').toHaveLength(1);
});

test('a session that never began does not end', async () => {
  const { agent, dir } = await openAgent({ hooks: keeping('SessionStart', 'SessionEnd') });
  await agent.close();
  expect(names(dir)).toEqual([]);
});

test('SessionEnd gets five seconds by default; a signal ends the wait', async () => {
  const { agent } = await talk({ hooks: on('SessionEnd', 'sleep 60'), script: [say('one')] });
  const cut = new AbortController();
  setTimeout(() => cut.abort(), 100);
  const began = Date.now();
  await agent.close({ signal: cut.signal });
  expect(Date.now() - began).toBeLessThan(4_000);
  const other = await talk({ hooks: on('SessionEnd', 'sleep 60'), script: [say('one')] });
  const start = Date.now();
  await other.agent.close();
  expect(Date.now() - start).toBeLessThan(9_000);
});
