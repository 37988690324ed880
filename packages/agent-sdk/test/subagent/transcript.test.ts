import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { agentFile, guestFile, latestSession } from '../../src/session/transcript/session-files.ts';
import { readTranscript } from '../../src/session/transcript/transcript.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { delegate, taskBlocks } from './delegate.ts';

const echo = call('Bash', { command: 'echo INNERRESULT' });

test('its conversation is a file of its own, found by the id in the call', async () => {
  const { agent } = await talk({
    session: { keep: true },
    script: [delegate(), echo, say('SUBANSWER'), say('main')],
  });
  const dir = dirname(agent.transcriptPath);
  const [task] = taskBlocks(agent);
  const file = agentFile(dir, agent.sessionId, task?.agent ?? '');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  const { changes, repaired } = readTranscript(file);
  expect(repaired).toBeUndefined();
  expect(changes.map(({ is }) => is)).toEqual(['added', 'added', 'tool', 'tool', 'added']);
  expect(readFileSync(file, 'utf8')).toMatch(/SUBPROMPT[\s\S]*INNERRESULT[\s\S]*SUBANSWER/);
  const main = readFileSync(agent.transcriptPath, 'utf8');
  // The session's own undo notes that the command ran; what came of it is the subagent's.
  expect(main).not.toContain('"result":"INNERRESULT');
  expect(main).toContain(`"agent":"${task?.agent}"`);
  await agent.close();
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  expect(latestSession(dir)).toBe(agent.sessionId);
});

test('is complete before a hook runs', async () => {
  const home = tempDir();
  const copy = `cp ${home}/.wave/projects/*/*.agents/*.jsonl`;
  const on = (event: string, name: string) => ({
    [event]: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `${copy} ${name}` }] }],
  });
  const { dir } = await talk({
    home,
    session: { keep: true },
    hooks: {
      ...on('PreToolUse', 'pre'),
      ...on('PostToolUse', 'post'),
      SubagentStop: [{ hooks: [{ type: 'command', command: `${copy} stop` }] }],
    },
    script: [delegate(), echo, say('sub'), say('main')],
  });
  const seen = (name: string) => readFileSync(join(dir, name), 'utf8');
  expect(seen('pre')).toContain('echo INNERRESULT');
  expect(seen('pre')).not.toContain('"result"');
  // Hooks may still take something out of the result.
  expect(seen('post')).not.toContain('"result"');
  expect(seen('stop')).toMatch(/"result":"INNERRESULT/);
});

test('hooks read it in the form that Claude Code writes, whole up to their event', async () => {
  const copy = 'p=$(sed "s/.*agent_transcript_path\\":\\"\\([^\\"]*\\).*/\\1/"); cp "$p" ';
  const on = (event: string, name: string) => ({
    [event]: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `${copy} ${name}` }] }],
  });
  const { agent, dir } = await talk({
    session: { keep: true },
    hooks: { ...on('PreToolUse', 'pre'), ...on('PostToolUse', 'post') },
    script: [delegate(), echo, echo, say('sub'), say('main')],
  });
  const [task] = taskBlocks(agent);
  const seen = (name: string) =>
    readFileSync(join(dir, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const whose = { isSidechain: true, agentId: task?.agent, sessionId: agent.sessionId };
  const usage = { input_tokens: expect.any(Number) };
  const said = (type: string, part: object, more: object = {}) => ({
    ...whose,
    type,
    message: { role: type, content: [part], ...more },
  });
  const asks = said('assistant', { type: 'tool_use', name: 'Bash' }, { model: agent.model, usage });
  expect(seen('pre')).toMatchObject([
    said('user', { type: 'text', text: expect.stringContaining('SUBPROMPT') }),
    asks,
    said('user', { type: 'tool_result', content: expect.stringContaining('INNERRESULT') }),
    asks,
  ]);
  const file = guestFile(dirname(agent.transcriptPath), agent.sessionId, task?.agent);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('SubagentStop finds the last that the subagent said', async () => {
  const copy = 'p=$(sed "s/.*agent_transcript_path\\":\\"\\([^\\"]*\\).*/\\1/"); cp "$p" at-stop';
  const { dir } = await talk({
    session: { keep: true },
    hooks: hooksOn('SubagentStop', copy),
    script: [delegate(), say('SUBANSWER'), say('main')],
  });
  const last = readFileSync(join(dir, 'at-stop'), 'utf8').trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last).message.content).toEqual([{ type: 'text', text: 'SUBANSWER' }]);
});

test('nothing is written where no session is kept, and hooks are told so', async () => {
  const { home, agent, server, dir } = await openAgent({
    hooks: hooksOn('PreToolUse', 'cat > in'),
  });
  server.script(delegate(), echo, say('sub'), say('main'));
  await agent.sendMessage('P');
  expect(existsSync(join(home, '.wave/projects'))).toBe(false);
  expect(JSON.parse(readFileSync(join(dir, 'in'), 'utf8'))).toMatchObject({
    transcript_path: '',
    agent_transcript_path: '',
  });
});

test('a file that cannot be made is told, and costs the file alone', async () => {
  const { agent, server } = await openAgent({ session: { keep: true } });
  writeFileSync(agent.transcriptPath.replace(/jsonl$/, 'agents'), 'in the way');
  server.script(delegate(), say('SUBANSWER'), say('main'));
  expect((await agent.sendMessage('P')).ended).toBe('done');
  expect(taskBlocks(agent)[0]?.result).toBe('SUBANSWER');
  expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Subagent general .*: The file of a subagent could not be made: E/),
  ]);
});
