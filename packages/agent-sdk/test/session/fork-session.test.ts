import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSessions, readAgents, sessionFile, sessionsDir } from '../../src/index.ts';
import { openAgent } from '../open-agent.ts';
import { delegate } from '../subagent/delegate.ts';
import { ofRole, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** A session with an edit and a subagent, still open. */
async function first() {
  const one = await openAgent({ session: { keep: true } });
  writeFileSync(join(one.dir, 'a.txt'), 'before');
  one.server.script(
    call('Read', { file_path: 'a.txt' }),
    call('Write', { file_path: 'a.txt', content: 'after' }),
    delegate('general'),
    say('inner'),
    say('one'),
  );
  await one.agent.sendMessage('first prompt');
  return { ...one, sessions: sessionsDir(one.home, one.agent.projectDir) };
}

type First = Awaited<ReturnType<typeof first>>;
const forkOf = ({ dir, home, agent }: First, hooks = {}) =>
  openAgent({
    ...{ workdir: dir, home, hooks },
    session: { keep: true, resume: agent.sessionId, fork: true },
  });

test('a fork goes on with all that was said, and the other session stays as it is', async () => {
  const origin = await first();
  const file = sessionFile(origin.sessions, origin.agent.sessionId);
  const before = readFileSync(file, 'utf8');
  const SessionStart = [{ hooks: [{ type: 'command', command: 'cat > start' }] }];
  // The other one is still open: a fork needs no lock of it.
  const { agent, server, file: read } = await forkOf(origin, { SessionStart });
  expect(agent.sessionId).not.toBe(origin.agent.sessionId);
  server.script(say('two'));
  await agent.sendMessage('second prompt');
  const prompts = agent.messages.filter(({ from }) => from === 'prompt');
  expect(prompts.map(textOf)).toEqual(['first prompt', 'second prompt']);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('first prompt');
  expect(server.faults).toEqual([]);
  expect(JSON.parse(await read('start'))).toMatchObject({
    ...{ source: 'fork', session_id: agent.sessionId },
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(
    listSessions(origin.sessions)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([agent.sessionId, origin.agent.sessionId].sort());
});

test('what undo needs and what subagents said comes along', async () => {
  const origin = await first();
  await origin.agent.close();
  const { agent, dir } = await forkOf(origin);
  const [checkpoint] = agent.checkpoints();
  await agent.undo(checkpoint?.id ?? '');
  expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('before');
  expect(readAgents(sessionFile(origin.sessions, agent.sessionId))).toHaveLength(1);
});

test('a line that is being written is left out', async () => {
  const origin = await first();
  appendFileSync(sessionFile(origin.sessions, origin.agent.sessionId), '{"is":"added","mess');
  const { agent } = await forkOf(origin);
  expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['first prompt']);
  expect(agent.problems).toEqual([]);
});

test('a fork of nothing is refused, and leaves nothing', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  await expect(openAgent({ session: { keep: true, fork: true } })).rejects.toThrow(
    'session.fork: expected "resume" beside it',
  );
  const origin = await first();
  const { dir: workdir, home } = origin;
  const session = { keep: true, resume: id, fork: true };
  await expect(openAgent({ workdir, home, session })).rejects.toThrow(
    /expected the id of a session/,
  );
  expect(existsSync(sessionFile(origin.sessions, id))).toBe(false);
});
