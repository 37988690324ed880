import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Agent } from '../../../src/open/agent.ts';
import { readMessages } from '../../../src/session/read-messages.ts';
import { latestSession } from '../../../src/session/transcript/session-files.ts';
import { SessionBusy } from '../../../src/session/transcript/session-lock.ts';
import { openTranscript, readTranscript } from '../../../src/session/transcript/transcript.ts';
import { scriptedModel } from '../../../src/testing.ts';
import { openAgent } from '../../open-agent.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { is: string });

describe('the file of a session', () => {
  test('is one file of JSON lines, for its user alone', async () => {
    const { agent } = await talk({ session: { keep: true }, script: [say('ok')] });
    const file = agent.transcriptPath;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(lines(file).map(({ is }) => is)).toEqual([...['added', 'prefix', 'added', 'spent']]);
    await agent.close();
    expect(readdirSync(dirname(file))).toEqual([`${agent.sessionId}.jsonl`]);
  });

  test('is complete before a hook runs', async () => {
    const home = tempDir();
    const copy = `cp ${home}/.wave/projects/*/*.jsonl`;
    const { dir, agent } = await talk({
      home,
      session: { keep: true },
      hooks: {
        ...hooksOn('UserPromptSubmit', `${copy} 1`),
        ...hooksOn('PreToolUse', `${copy} 2`),
        ...hooksOn('PostToolUse', `${copy} 3`),
        ...hooksOn('Stop', `${copy} 4`),
      },
      script: [call('Bash', { command: 'echo RESULTOFIT' }), say('THEEND')],
    });
    const seen = (name: string) => readFileSync(join(dir, name), 'utf8');
    expect(seen('1')).toBe('');
    expect(seen('2')).toContain('PROMPT');
    expect(seen('2')).toContain('echo RESULTOFIT');
    expect(seen('2')).not.toContain('"result"');
    // Hooks may still take something out of the result.
    expect(seen('3')).not.toContain('"result"');
    expect(seen('4')).toMatch(/"result":"[^"]*RESULTOFIT/);
    expect(seen('4')).toContain('THEEND');
    expect(readTranscript(agent.transcriptPath).changes).toHaveLength(
      lines(agent.transcriptPath).length,
    );
  });

  test('a call that a kill cut off has a result that says so, also in what is exported', async () => {
    const home = tempDir();
    const copy = `cp ${home}/.wave/projects/*/*.jsonl`;
    const { agent, dir } = await talk({
      home,
      session: { keep: true },
      confirm: async () => true,
      hooks: hooksOn('PreToolUse', `${copy} pending`),
      script: [call('Bash', { command: `${copy} running` }), say('ok')],
    });
    const file = agent.transcriptPath;
    const { projectDir: workdir, sessionId: resume } = agent;
    await agent.close();
    for (const [snapshot, text] of [
      ['pending', 'This call was not run: the turn was interrupted before it.'],
      ['running', 'This call was interrupted while it ran.'],
    ] as const) {
      writeFileSync(file, readFileSync(join(dir, snapshot)));
      const ended = { stage: 'end', success: false, result: expect.stringContaining(text) };
      expect(blocksOf(readMessages(file), 'tool')).toMatchObject([ended]);
      const session = { keep: true, resume };
      const again = await Agent.create({ workdir, home, session, model: scriptedModel([]) });
      expect(blocksOf(again.messages, 'tool')).toMatchObject([ended]);
      await again.close();
    }
  });

  test('a session in which nothing was said leaves nothing, and is not the latest', async () => {
    const { agent } = await openAgent({ session: { keep: true } });
    const dir = dirname(agent.transcriptPath);
    expect(latestSession(dir)).toBeUndefined();
    await agent.close();
    expect(readdirSync(dir)).toEqual([]);
  });

  test('an erased prompt is in none, also where the hook quotes it', async () => {
    const home = tempDir();
    const { agent, send } = await talk({
      home,
      prompt: 'my password is HUNTER2X',
      session: { keep: true },
      hooks: hooksOn('UserPromptSubmit', 'grep -o "my password is HUNTER2X" >&2 && exit 2; exit 0'),
    });
    expect(JSON.stringify(blocksOf(agent.messages, 'error'))).toContain('HUNTER2X');
    await send('NEXT', say('ok'));
    await agent.close();
    const all = readdirSync(home, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(all.length).toBeGreaterThan(0);
    for (const { parentPath, name } of all)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('HUNTER2X');
  });
});

describe('a session goes on', () => {
  const goOn = (home: string, workdir: string, resume: string, steps: string[] = ['again']) => {
    const model = scriptedModel(steps);
    return Agent.create({ home, workdir, model, session: { keep: true, resume } }).then(
      (agent) => ({ agent, model }),
    );
  };
  const first = async () => {
    const home = tempDir();
    const talked = await talk({
      home,
      session: { keep: true },
      hooks: hooksOn('UserPromptSubmit', 'echo CONTEXT'),
      script: [call('Bash', { command: 'echo RESULTOFIT' }), say('THEEND')],
    });
    await talked.agent.close();
    return { ...talked, home, id: talked.agent.sessionId, file: talked.agent.transcriptPath };
  };

  test('with the same id, messages and context', async () => {
    const { agent: old, home, dir, id } = await first();
    const { agent, model } = await goOn(home, dir, id);
    expect(agent.sessionId).toBe(id);
    expect(agent.messages).toEqual(old.messages);
    await agent.sendMessage('NEXT');
    const sent = JSON.stringify(model.requests[0]?.messages);
    for (const text of ['PROMPT', 'CONTEXT', 'RESULTOFIT', 'THEEND', 'NEXT'])
      expect(sent).toContain(text);
    await agent.close();
  });

  test('a torn last line is cut off, told, and not in the way of what follows', async () => {
    const { home, dir, id, file } = await first();
    const whole = readFileSync(file);
    appendFileSync(file, '{"is":"added","message":{"id":"x","role":"user","blo\u00e4');
    const { agent } = await goOn(home, dir, id);
    expect(agent.problems.map(({ text }) => text).join()).toMatch(/last line was torn/);
    expect(agent.messages.at(-1)?.blocks[0]).toMatchObject({ type: 'notice', tone: 'warning' });
    expect(readFileSync(file).subarray(0, whole.length)).toEqual(whole);
    await agent.sendMessage('NEXT');
    await agent.close();
    expect(readTranscript(file).repaired).toBeUndefined();
  });

  test('a last line that only lacks its end is complete', async () => {
    const { agent: old, home, dir, id, file } = await first();
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    const { agent } = await goOn(home, dir, id);
    expect(agent.messages).toEqual(old.messages);
    await agent.sendMessage('NEXT');
    await agent.close();
    expect(readTranscript(file).repaired).toBeUndefined();
    expect(readTranscript(file).changes.length).toBeGreaterThan(4);
  });

  test.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['something that is no message', Buffer.from('{"is":"added","message":{"role":"user"}}')],
    [
      'a block that is none',
      Buffer.from('{"is":"added","message":{"id":"1","role":"user","blocks":[null]}}'),
    ],
    ['null', Buffer.from('null')],
    ['nothing but a brace', Buffer.from('{')],
  ])('damage in the middle (%s) costs that line and nothing else', async (_, bad) => {
    const { agent: old, home, dir, id, file } = await first();
    const text = readFileSync(file);
    const at = text.indexOf(0x0a) + 1;
    const torn = Buffer.from('{"torn');
    writeFileSync(
      file,
      Buffer.concat([text.subarray(0, at), bad, Buffer.from('\n'), text.subarray(at), torn]),
    );
    const { agent, model } = await goOn(home, dir, id);
    expect(agent.problems.map((problem) => problem.text).join()).toMatch(/torn.*1 of its lines/);
    expect(agent.messages.slice(0, -1)).toEqual(old.messages);
    expect((await agent.sendMessage('NEXT')).ended).toBe('done');
    expect(JSON.stringify(model.requests)).toContain('THEEND');
    await agent.close();
  });

  test('a lost line that held a call takes only that call with it', async () => {
    const { home, dir, id, file } = await first();
    const kept = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('echo RESULTOFIT'));
    writeFileSync(file, kept.join('\n'));
    const { agent, model } = await goOn(home, dir, id);
    expect((await agent.sendMessage('NEXT')).ended).toBe('done');
    expect(JSON.stringify(model.requests)).not.toContain('RESULTOFIT');
    await agent.close();
  });

  test('reading a session changes nothing', async () => {
    const { file } = await first();
    appendFileSync(file, '{"torn');
    const before = readFileSync(file);
    expect(readTranscript(file).repaired).toMatch(/torn/);
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('one agent a session', () => {
  const place = () => join(tempDir(), 'sessions', 's.jsonl');
  /** As earlier versions made it: a file with the number of a process and when that was started. */
  const olderLock = (owner: string, path: string) =>
    writeFileSync(path, owner.split('-').slice(0, 2).join(' '));

  test('a second one in this process is refused, and may have it afterwards', () => {
    const file = place();
    const { transcript } = openTranscript(file);
    expect(() => openTranscript(file)).toThrow(SessionBusy);
    expect(() => openTranscript(file)).toThrow(`pid ${process.pid}`);
    transcript.close();
    openTranscript(file).transcript.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test.each([
    ['of another process', () => `${process.ppid}--a`, true],
    ['of a process that is gone', () => '999999999-1-a', false],
    ['of one that had the pid before', () => `${process.ppid}-1-a`, false],
    ['of a dead one with our own pid', () => `${process.pid}-1-a`, false],
    ['that says nothing', () => '', false],
  ])('a lock %s', (_, content, busy) => {
    const file = place();
    openTranscript(file).transcript.close();
    for (const make of [symlinkSync, olderLock]) {
      if (content() !== '' || make === olderLock) make(content(), `${file}.lock`);
      if (busy) expect(() => openTranscript(file)).toThrow(`pid ${process.ppid}`);
      else openTranscript(file).transcript.close();
      rmSync(`${file}.lock`, { force: true });
    }
  });

  test('what killed ones left is cleared away, and nothing else', () => {
    const file = place();
    const dir = dirname(file);
    const inUse = openTranscript(join(dir, 'in-use.jsonl')).transcript;
    const left = (name: string, text = '') => writeFileSync(join(dir, name), text);
    left('silent.jsonl');
    left('silent.jsonl.lock', '999999999 1');
    left('spoken.jsonl', '{"is":"added"}\n');
    left('spoken.jsonl.lock', '999999999 1');
    left('spoken.jsonl.lock.6f1c', '999999999 1');
    left('empty.jsonl.lock.77aa');
    left('elsewhere.jsonl');
    left('elsewhere.jsonl.lock', `${process.ppid} `);
    left('elsewhere.jsonl.lock.9b9b', `${process.ppid} `);
    symlinkSync('999999999-1-a', join(dir, 'linked.jsonl.lock'));
    symlinkSync('999999999-1-b', join(dir, 'linked.jsonl.lock.999999999-1-a'));
    left('named.name', 'a name');
    openTranscript(file).transcript.close();
    expect(readdirSync(dir).sort()).toEqual([
      ...['elsewhere.jsonl', 'elsewhere.jsonl.lock', 'elsewhere.jsonl.lock.9b9b'],
      ...['in-use.jsonl', 'in-use.jsonl.lock', 'named.name', 'spoken.jsonl'],
    ]);
    inUse.close();
  });

  test('a start that fails leaves no lock and no file', async () => {
    const home = tempDir();
    const made = Agent.create({ home, workdir: home, env: {}, session: { keep: true } });
    await expect(made).rejects.toThrow('--model practice');
    expect(existsSync(join(home, '.wave'))).toBe(false);
  });
});
