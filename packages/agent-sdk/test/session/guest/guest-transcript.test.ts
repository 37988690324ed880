import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConversation } from '../../../src/conversation/conversation.ts';
import { Agent } from '../../../src/open/agent.ts';
import { deleteSession } from '../../../src/session/change-session.ts';
import { createGuest } from '../../../src/session/guest/guest-transcript.ts';
import { listSessions } from '../../../src/session/list-sessions.ts';
import { openUndo } from '../../../src/session/open-undo.ts';
import { searchSessions } from '../../../src/session/search-sessions.ts';
import { guestDir, guestFile } from '../../../src/session/transcript/session-files.ts';
import { openTranscript } from '../../../src/session/transcript/transcript.ts';
import { scriptedModel } from '../../../src/testing.ts';
import { openAgent } from '../../open-agent.ts';
import { blocksOf, hooksOn, printing, talk, tempDir } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

// Read by real hooks, as they find it: what is copied is what a hook could read at that moment.

const copyTo = (name: string) =>
  `p=$(sed 's/.*"transcript_path":"\\([^"]*\\).*/\\1/'); cp "$p" "$WAVE_PROJECT_DIR/${name}"`;

interface Line {
  readonly type: string;
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly timestamp: string;
  readonly isMeta?: boolean;
  readonly message: {
    readonly role: string;
    readonly content: readonly Readonly<Record<string, unknown>>[];
  };
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Each part, in one word and what it says. */
const partsOf = (file: string) =>
  linesOf(file).flatMap(({ type, message }) =>
    message.content.map((part) => {
      const [about] = [part['text'], part['input'], part['content']].filter(Boolean);
      return [type, part['type'], typeof about === 'string' ? about : JSON.stringify(about)];
    }),
  );

const EVERYWHERE = {
  ...hooksOn('UserPromptSubmit', copyTo('1')),
  ...hooksOn('PreToolUse', copyTo('2')),
  ...hooksOn('PostToolUse', copyTo('3')),
  ...hooksOn('Stop', copyTo('4')),
};

const guestOf = (agent: Agent) => guestFile(dirname(agent.transcriptPath), agent.sessionId);

describe('what a hook reads', () => {
  test('is whole at each of the four events, and only grows', async () => {
    const { dir, agent } = await talk({
      session: { keep: true },
      hooks: EVERYWHERE,
      script: [call('Bash', { command: 'echo RESULTOFIT' }), say('THEEND')],
    });
    const prompt = ['user', 'text', 'PROMPT'];
    const asked = ['assistant', 'tool_use', '{"command":"echo RESULTOFIT"}'];
    const result = ['user', 'tool_result', expect.stringContaining('RESULTOFIT')];
    const end = ['assistant', 'text', 'THEEND'];
    expect(partsOf(join(dir, '1'))).toEqual([]);
    expect(partsOf(join(dir, '2'))).toEqual([prompt, asked]);
    expect(partsOf(join(dir, '4'))).toEqual([prompt, asked, result, end]);
    const [two, four] = ['2', '4'].map((name) => readFileSync(join(dir, name), 'utf8'));
    expect(four?.startsWith(two ?? '?')).toBe(true);
    expect(statSync(guestOf(agent)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(guestOf(agent))).mode & 0o777).toBe(0o700);
  });

  test('has every field that Claude Code writes, line by line', async () => {
    const { dir, agent } = await talk({
      session: { keep: true },
      hooks: hooksOn('Stop', copyTo('at-stop')),
      script: [call('Bash', { command: 'echo hi' }), say('done')],
    });
    const lines = linesOf(join(dir, 'at-stop'));
    const common = {
      sessionId: agent.sessionId,
      cwd: dir,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      isSidechain: false,
      userType: 'external',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    };
    const [first, second, third, last] = lines;
    const answer = {
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: agent.model,
      stop_sequence: null,
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cache_creation_input_tokens: expect.any(Number),
        cache_read_input_tokens: expect.any(Number),
      },
    };
    const tool = blocksOf(agent.messages, 'tool')[0]?.id;
    const prompt = agent.messages[0]?.id;
    expect(lines).toEqual([
      {
        ...common,
        type: 'user',
        parentUuid: null,
        promptId: prompt,
        origin: { kind: 'human' },
        message: { role: 'user', content: [{ type: 'text', text: 'PROMPT' }] },
      },
      {
        ...common,
        type: 'assistant',
        parentUuid: first?.uuid,
        requestId: expect.stringMatching(/^req_/),
        message: {
          ...answer,
          content: [{ type: 'tool_use', id: tool, name: 'Bash', input: { command: 'echo hi' } }],
          stop_reason: 'tool_use',
        },
      },
      {
        ...common,
        type: 'user',
        parentUuid: second?.uuid,
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: tool, content: expect.stringContaining('hi') },
          ],
        },
      },
      {
        ...common,
        type: 'assistant',
        parentUuid: third?.uuid,
        requestId: expect.stringMatching(/^req_/),
        message: { ...answer, content: [{ type: 'text', text: 'done' }], stop_reason: 'end_turn' },
      },
    ]);
    expect(JSON.stringify(last)).toContain('"output_tokens":');
    expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(lines.length);
  });

  test('says whose words came in the name of the user, and whose a refusal is', async () => {
    const { dir } = await talk({
      session: { keep: true },
      hooks: {
        ...hooksOn('UserPromptSubmit', 'echo CONTEXT'),
        ...hooksOn('PreToolUse', 'echo NOTTHIS >&2; exit 2'),
        ...hooksOn('Stop', copyTo('at-stop')),
      },
      script: [call('Bash', { command: 'echo hi' }), say('done')],
    });
    const lines = linesOf(join(dir, 'at-stop'));
    expect(lines[1]).toMatchObject({
      type: 'user',
      isMeta: true,
      origin: { kind: 'hook' },
      message: { content: [{ type: 'text', text: expect.stringContaining('CONTEXT') }] },
    });
    expect(lines[3]).toMatchObject({
      type: 'user',
      origin: { kind: 'hook' },
      message: { content: [{ type: 'tool_result', is_error: true, content: 'NOTTHIS' }] },
    });
  });

  test('has the call as the model made it, also where a hook rewrote it', async () => {
    const updatedInput = { command: 'echo AFTER' };
    const { dir } = await talk({
      session: { keep: true },
      hooks: {
        ...hooksOn(
          'PreToolUse',
          copyTo('2'),
          printing({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }),
        ),
        ...hooksOn('Stop', copyTo('4')),
      },
      script: [call('Bash', { command: 'echo BEFORE' }), say('done')],
    });
    const asked = ['assistant', 'tool_use', '{"command":"echo BEFORE"}'];
    expect(partsOf(join(dir, '2'))[1]).toEqual(asked);
    expect(partsOf(join(dir, '4'))[1]).toEqual(asked);
    expect(partsOf(join(dir, '4'))[2]?.[2]).toContain('AFTER');
  });

  test('is whole again if a hook changed it or took it away', async () => {
    const { agent, dir, send } = await talk({
      session: { keep: true },
      hooks: hooksOn('Stop', copyTo('at-stop')),
      script: [say('one')],
    });
    writeFileSync(guestOf(agent), 'overwritten\n');
    await send('TWO', say('two'));
    const both = (n: number) => ['PROMPT', 'one', 'TWO', 'two', 'THREE', 'three'].slice(0, n);
    expect(partsOf(join(dir, 'at-stop')).map(([, , text]) => text)).toEqual(both(4));
    rmSync(guestDir(agent.transcriptPath), { recursive: true });
    await send('THREE', say('three'));
    expect(partsOf(join(dir, 'at-stop')).map(([, , text]) => text)).toEqual(both(6));
  });
});

describe('what is no longer part of the conversation', () => {
  test('an erased prompt never was in it', async () => {
    const { dir, agent, send } = await talk({
      prompt: 'my password is HUNTER2X',
      session: { keep: true },
      hooks: {
        ...hooksOn('UserPromptSubmit', 'grep -q HUNTER2X && exit 2; exit 0'),
        ...hooksOn('Stop', copyTo('at-stop')),
      },
    });
    expect(readFileSync(guestOf(agent), 'utf8')).toBe('');
    await send('NEXT', say('ok'));
    expect(partsOf(join(dir, 'at-stop')).map(([, , text]) => text)).toEqual(['NEXT', 'ok']);
  });

  test('what was taken back is gone at once', async () => {
    const { agent, dir, send } = await talk({
      session: { keep: true },
      hooks: hooksOn('Stop', copyTo('at-stop')),
      script: [say('one')],
    });
    await send('SECRETPROMPT', say('two'));
    await agent.undo(agent.checkpoints().at(-1)?.id ?? '');
    expect(readFileSync(guestOf(agent), 'utf8')).not.toContain('SECRETPROMPT');
    await send('THIRD', say('three'));
    const texts = partsOf(join(dir, 'at-stop')).map(([, , text]) => text);
    expect(texts).toEqual(['PROMPT', 'one', 'THIRD', 'three']);
    expect(readFileSync(guestOf(agent), 'utf8')).not.toContain('SECRETPROMPT');
  });

  test('also where nobody is at work in the session', async () => {
    const home = tempDir();
    const { agent } = await talk({
      home,
      session: { keep: true },
      hooks: hooksOn('Stop', 'true'),
      script: [say('one')],
    });
    await agent.close();
    const undo = openUndo(home, agent.projectDir, agent.sessionId);
    await undo.undo(undo.checkpoints()[0]?.id ?? '');
    undo.close();
    expect(existsSync(guestOf(agent))).toBe(false);
  });

  test('a result that is replaced by another is gone at once', () => {
    const file = join(tempDir(), 'x.hooks', 'x.jsonl');
    const conversation = createConversation(
      () => 'm',
      (change) => guest.hear(change),
    );
    const guest = createGuest(file, {
      sessionId: 's',
      cwd: () => '/',
      messages: () => conversation.messages,
      onProblem: (problem) => expect.fail(problem),
    });
    const name = 'Bash';
    conversation.add('assistant', [
      { type: 'tool', id: 't', name, parameters: {}, stage: 'pending' },
    ]);
    guest.write();
    conversation.patchTool('t', { stage: 'end', result: 'SECRET', success: true });
    guest.write();
    expect(readFileSync(file, 'utf8')).toContain('SECRET');
    conversation.patchTool('t', { result: 'redacted' });
    expect(partsOf(file).map(([, , about]) => about)).toEqual(['{}', 'redacted']);
    expect(readFileSync(file, 'utf8')).not.toContain('SECRET');
  });

  test('output that a hook redacted is in it at no event, and nowhere else', async () => {
    const home = tempDir();
    const redacts = printing({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'REDACTED' },
    });
    const { dir } = await talk({
      home,
      session: { keep: true },
      hooks: {
        ...hooksOn('PostToolUse', redacts, copyTo('3')),
        ...hooksOn('Stop', copyTo('4')),
      },
      script: [call('Bash', { command: 'echo HUNTER | tr A-Z a-z' }), say('done')],
    });
    expect(readFileSync(join(dir, '3'), 'utf8')).not.toContain('hunter');
    expect(partsOf(join(dir, '4'))[2]?.[2]).toContain('REDACTED');
    const files = readdirSync(home, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of files.filter((file) => file.isFile()))
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('hunter');
  });

  test('a prompt that a hook rewrote is in it as it was sent', async () => {
    const rewrites = printing({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', updatedPrompt: 'REWRITTEN' },
    });
    const { dir, agent } = await talk({
      prompt: 'HUNTER2X',
      session: { keep: true },
      hooks: { ...hooksOn('UserPromptSubmit', rewrites), ...hooksOn('Stop', copyTo('4')) },
      script: [say('done')],
    });
    expect(partsOf(join(dir, '4'))[0]).toEqual(['user', 'text', 'REWRITTEN']);
    expect(readFileSync(guestOf(agent), 'utf8')).not.toContain('HUNTER2X');
  });

  test('a compaction is a boundary and a summary; what is above stays', async () => {
    const { agent, dir, send, server } = await talk({
      session: { keep: true },
      hooks: hooksOn('Stop', copyTo('at-stop')),
      script: [say('one')],
    });
    const before = readFileSync(guestOf(agent), 'utf8');
    server.script(say('<summary>THESUMMARY</summary>'));
    expect(await agent.compact()).toMatchObject({ done: true });
    await send('NEXT', say('two'));
    expect(readFileSync(join(dir, 'at-stop'), 'utf8').startsWith(before)).toBe(true);
    const [, last, boundary, summary, next] = linesOf(join(dir, 'at-stop'));
    expect(boundary).toMatchObject({
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: last?.uuid,
      compactMetadata: { preTokens: expect.any(Number) },
    });
    expect(summary).toMatchObject({
      type: 'user',
      isCompactSummary: true,
      parentUuid: boundary?.uuid,
      message: {
        content: [{ text: expect.stringContaining('THESUMMARY') }, expect.anything()],
      },
    });
    expect(next).toMatchObject({ parentUuid: summary?.uuid });
  });
});

test('a session that goes on is whole at its first event', async () => {
  const home = tempDir();
  const { agent: old, dir } = await talk({
    home,
    session: { keep: true },
    script: [call('Bash', { command: 'echo hi' }), say('one')],
  });
  expect(existsSync(guestDir(old.transcriptPath))).toBe(false);
  await old.close();
  const agent = await Agent.create({
    home,
    workdir: dir,
    model: scriptedModel(['again']),
    session: { keep: true, resume: old.sessionId },
    hooks: hooksOn('UserPromptSubmit', copyTo('first')),
  });
  await agent.sendMessage('NEXT');
  await agent.close();
  expect(partsOf(join(dir, 'first')).map(([, kind]) => kind)).toEqual([
    'text',
    'tool_use',
    'tool_result',
    'text',
  ]);
  expect(linesOf(join(dir, 'first')).map(({ timestamp }) => timestamp.slice(0, 2))).toEqual(
    Array(4).fill('20'),
  );
});

describe('the file', () => {
  test('is not there without hooks', async () => {
    const { agent } = await talk({ session: { keep: true }, script: [say('ok')] });
    expect(readdirSync(dirname(agent.transcriptPath)).filter((name) => /hooks/.test(name))).toEqual(
      [],
    );
  });

  test('is written for hooks that match and for no others', async () => {
    const { agent } = await talk({
      session: { keep: true },
      hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'true' }] }] },
      script: [call('Bash', { command: 'echo hi' }), say('ok')],
    });
    expect(existsSync(guestDir(agent.transcriptPath))).toBe(false);
  });

  test('is no session: not listed, not searched, not gone on with; it goes when the session goes', async () => {
    const { agent } = await talk({
      session: { keep: true },
      hooks: hooksOn('Stop', 'true'),
      script: [say('ok')],
    });
    await agent.close();
    const dir = dirname(agent.transcriptPath);
    expect(existsSync(guestOf(agent))).toBe(true);
    const sessions = listSessions(dir);
    expect(sessions.map(({ id }) => id)).toEqual([agent.sessionId]);
    expect(await searchSessions(sessions, 'PROMPT')).toHaveLength(1);
    const [session] = sessions;
    if (session) deleteSession(dir, session);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('goes with a session in which nothing was said', async () => {
    const { agent } = await openAgent({
      session: { keep: true },
      hooks: hooksOn('UserPromptSubmit', 'exit 2'),
    });
    await agent.sendMessage('P');
    expect(existsSync(guestOf(agent))).toBe(true);
    const dir = dirname(agent.transcriptPath);
    await agent.close();
    expect(readdirSync(dir)).toEqual([]);
  });

  test('that a killed process left is cleared away with its session', () => {
    const dir = tempDir();
    for (const id of ['dead', 'kept']) mkdirSync(join(dir, `${id}.hooks`));
    writeFileSync(join(dir, 'dead.hooks', 'dead.jsonl'), '');
    writeFileSync(join(dir, 'kept.jsonl'), '{"is":"added"}\n');
    openTranscript(join(dir, 'new.jsonl')).transcript.close();
    expect(readdirSync(dir).sort()).toEqual(['kept.hooks', 'kept.jsonl']);
  });

  test('that cannot be written is told once, and costs the file alone', async () => {
    const { agent, server } = await openAgent({
      session: { keep: true },
      hooks: hooksOn('Stop', 'true'),
    });
    writeFileSync(guestDir(agent.transcriptPath), 'in the way');
    server.script(say('one'), say('two'));
    expect((await agent.sendMessage('P')).ended).toBe('done');
    expect((await agent.sendMessage('Q')).ended).toBe('done');
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
      expect.stringMatching(/^The transcript for hooks could not be written: E/),
    ]);
  });
});
