import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import { openUndo } from '../../src/session/open-undo.ts';
import { undoDir } from '../../src/session/transcript/session-files.ts';
import { type ScriptCall, type ScriptStep, scriptedModel } from '../../src/testing.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, tempDir, textOf } from '../talk.ts';

const write = (file_path: string, content: string): ScriptCall => ({
  name: 'Write',
  input: { file_path, content },
});
const look = (file_path: string): ScriptCall => ({ name: 'Read', input: { file_path } });
const bash = (command: string): ScriptCall => ({ name: 'Bash', input: { command } });

/** Each list of calls is one prompt: P1, P2 and so on. */
async function session(
  turns: readonly (readonly ScriptCall[])[],
  options: Partial<Parameters<typeof Agent.create>[0]> = {},
) {
  const dir = options.workdir ?? tempDir();
  const home = options.home ?? tempDir();
  const steps = turns.flatMap((calls): ScriptStep[] => [{ calls }, 'ok']);
  const agent = await Agent.create({
    workdir: dir,
    home,
    model: scriptedModel(steps),
    permissionMode: 'bypassPermissions',
    session: { keep: true },
    ...options,
  });
  for (const [at] of turns.entries()) await agent.sendMessage(`P${at + 1}`);
  const promptOf = (n: number) => agent.checkpoints()[n - 1]?.id ?? '';
  return { agent, dir, home, promptOf, at: (name: string) => join(dir, name) };
}

/** Somebody else at work between two calls: a tool of the host that says nothing of files. */
const theirs = (work: () => void): Tool => ({
  name: 'Theirs',
  description: 'lets somebody else do something',
  input: z.object({}),
  effect: 'none',
  run: async () => {
    work();
    return { success: true, text: 'ok' };
  },
});

function renewed(file: string, content: string): void {
  rmSync(file);
  writeFileSync(file, content);
}

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

describe('going back to a prompt', () => {
  test('files and conversation are what they were before it', async () => {
    const dir = tempDir();
    const file = join(dir, 'a.txt');
    const { agent, promptOf } = await session(
      [
        [write(file, 'one')],
        [write(file, 'two')],
        [write(file, 'three'), write(join(dir, 'b'), 'B')],
      ],
      { workdir: dir },
    );
    expect(agent.checkpoints()).toEqual([
      { id: promptOf(1), text: 'P1', at: expect.any(Number), files: [file, join(dir, 'b')] },
      { id: promptOf(2), text: 'P2', at: expect.any(Number), files: [file, join(dir, 'b')] },
      { id: promptOf(3), text: 'P3', at: expect.any(Number), files: [file, join(dir, 'b')] },
    ]);
    const before = agent.messages.slice(
      0,
      agent.messages.findIndex(({ id }) => id === promptOf(3)),
    );
    expect(await agent.undo(promptOf(3))).toEqual({
      prompt: 'P3',
      rewound: true,
      restored: [file, join(dir, 'b')],
      removed: [join(dir, 'b')],
      overwritten: [],
      skipped: [],
      commands: [],
      madeBy: { [file]: ['Write'], [join(dir, 'b')]: ['Write'] },
      uncovered: [],
    });
    expect([read(file), read(join(dir, 'b'))]).toEqual(['two', undefined]);
    expect(agent.messages).toEqual(before);
    await agent.undo(promptOf(1));
    expect([read(file), agent.messages, agent.checkpoints()]).toEqual([undefined, [], []]);
    await agent.close();
  });

  test('only files, only the conversation', async () => {
    const dir = tempDir();
    const file = join(dir, 'a.txt');
    const { agent, promptOf } = await session([[write(file, 'one')], [write(file, 'two')]], {
      workdir: dir,
    });
    const all = [...agent.messages];
    await agent.undo(promptOf(2), { conversation: false });
    expect([read(file), agent.messages]).toEqual(['one', all]);
    // Putting back was an edit, too: going back further, or to the same place again, still works.
    await agent.undo(promptOf(2), { files: false });
    expect([read(file), agent.checkpoints().map(({ text }) => text)]).toEqual(['one', ['P1']]);
    await agent.undo(promptOf(1), { conversation: false });
    expect(read(file)).toBeUndefined();
    await agent.close();
  });

  test('edits of prompts that are gone can be taken back to the start of the session', async () => {
    const dir = tempDir();
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    const { agent, promptOf } = await session([[write(a, '1')], [write(b, '2')]], { workdir: dir });
    await agent.undo(promptOf(1), { files: false });
    const text = '(the start of the session)';
    expect(agent.checkpoints()).toEqual([{ id: 'start', text, at: undefined, files: [a, b] }]);
    writeFileSync(a, 'mine');
    expect((await agent.undo('start')).skipped).toMatchObject([{ path: a }]);
    expect(await agent.undo('start', { force: true })).toMatchObject({
      prompt: '',
      rewound: true,
      removed: [a],
      skipped: [],
    });
    expect([read(a), read(b), agent.checkpoints()]).toEqual([undefined, undefined, []]);
    await agent.close();
  });

  test('what was done for a prompt that left only the conversation is taken back with the one before', async () => {
    const dir = tempDir();
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    writeFileSync(b, 'B');
    const { agent, promptOf } = await session(
      [[write(a, 'A')], [bash('true'), { name: 'Read', input: { file_path: b } }, write(b, 'new')]],
      { workdir: dir },
    );
    await agent.undo(promptOf(2), { files: false });
    expect(read(b)).toBe('new');
    const { restored, commands } = await agent.undo(promptOf(1));
    expect([restored, commands, read(a), read(b)]).toEqual([[a, b], ['true'], undefined, 'B']);
    await agent.close();
  });

  test('who may read it, directories that were made for it, and links', async () => {
    const dir = tempDir();
    const at = (name: string) => join(dir, name);
    writeFileSync(at('run.sh'), 'old');
    chmodSync(at('run.sh'), 0o750);
    symlinkSync('run.sh', at('link'));
    mkdirSync(at('kept'));
    const swap: Tool<{ file_path: string }> = {
      name: 'Swap',
      description: 'puts a file where a link was',
      input: z.object({ file_path: z.string() }),
      effect: 'edit',
      files: ({ file_path }) => [file_path],
      run: async ({ file_path }) => {
        unlinkSync(file_path);
        writeFileSync(file_path, 'no link');
        return { success: true, text: 'ok' };
      },
    };
    const { agent, promptOf } = await session(
      [
        [
          { name: 'Read', input: { file_path: at('link') } },
          write(at('link'), 'new'),
          write(at('x/y/z.txt'), 'deep'),
          write(at('kept/new.txt'), 'new'),
          bash(`chmod 600 run.sh`),
          { name: 'Swap', input: { file_path: at('link') } },
        ],
      ],
      { workdir: dir, tools: [swap as unknown as Tool] },
    );
    expect([read(at('run.sh')), lstatSync(at('link')).isFile()]).toEqual(['new', true]);
    expect((await agent.undo(promptOf(1))).skipped).toEqual([]);
    expect([read(at('run.sh')), statSync(at('run.sh')).mode & 0o777]).toEqual(['old', 0o750]);
    expect(readlinkSync(at('link'))).toBe('run.sh');
    expect(readdirSync(dir).sort()).toEqual(['kept', 'link', 'run.sh']);
    expect(readdirSync(at('kept'))).toEqual([]);
    await agent.close();
  });

  test('a file and its directory that were deleted since come back, by force', async () => {
    const dir = tempDir();
    const file = join(dir, 'sub', 'a.txt');
    mkdirSync(dirname(file));
    writeFileSync(file, 'old');
    const { agent, promptOf } = await session(
      [[look(file), write(file, 'new'), { name: 'Theirs' }]],
      { workdir: dir, tools: [theirs(() => rmSync(dirname(file), { recursive: true }))] },
    );
    const { skipped } = await agent.undo(promptOf(1), { conversation: false });
    expect(skipped).toEqual([
      { path: file, why: 'somebody else changed it since', copy: expect.any(String) },
    ]);
    expect(read(skipped[0]?.copy ?? '')).toBe('old');
    expect(await agent.undo(promptOf(1), { force: true })).toMatchObject({
      restored: [file],
      // Nothing was there.
      overwritten: [],
      commands: [],
    });
    expect(read(file)).toBe('old');
    await agent.close();
  });
});

describe('nothing is overwritten in silence', () => {
  const conflicts: [string, (file: string) => void, string][] = [
    ['a file that the user changed', (file) => writeFileSync(file, 'mine'), 'mine'],
    ['a file that the user made anew', (file) => renewed(file, 'M'), 'M'],
  ];
  test.each(conflicts)(
    '%s is left and told; by force it is kept beside',
    async (_, change, mine) => {
      const dir = tempDir();
      const [a, b] = [join(dir, 'a'), join(dir, 'b')];
      const { agent, promptOf } = await session([[write(a, '1'), write(b, '1')]], { workdir: dir });
      change(a);
      // Looking ahead says what would be done, and does nothing.
      expect(agent.previewUndo(promptOf(1))).toEqual({
        restores: [b],
        skipped: [{ path: a, why: 'somebody else changed it since' }],
        commands: [],
        madeBy: { [a]: ['Write'], [b]: ['Write'] },
        uncovered: [],
      });
      expect([read(a), read(b)]).toEqual([mine, '1']);
      expect(await agent.undo(promptOf(1), { conversation: false })).toMatchObject({
        restored: [b],
        skipped: [{ path: a, why: 'somebody else changed it since' }],
      });
      expect(read(a)).toBe(mine);
      const forced = await agent.undo(promptOf(1), { force: true });
      expect([forced.restored, read(a)]).toEqual([[a], undefined]);
      // What was there is among the copies, and named: nothing is lost.
      const copies = undoDir(agent.transcriptPath);
      const copy = readdirSync(copies)
        .map((name) => join(copies, name))
        .find((file) => read(file) === mine);
      expect(copy).toBeDefined();
      expect(forced.overwritten).toEqual([{ path: a, copy }]);
      await agent.close();
    },
  );

  test('a change between two edits is left; by force it is kept beside', async () => {
    const dir = tempDir();
    const file = join(dir, 'a');
    writeFileSync(file, '0');
    const { agent, promptOf } = await session(
      [
        [look(file), write(file, '1')],
        [{ name: 'Theirs' }, look(file), write(file, '2'), write(file, '3')],
      ],
      { workdir: dir, tools: [theirs(() => writeFileSync(file, 'mine'))] },
    );
    const kept = { conversation: false };
    expect((await agent.undo(promptOf(1), kept)).skipped).toEqual([
      {
        path: file,
        why: 'somebody else changed it between two edits',
        copy: expect.any(String),
      },
    ]);
    // The edits of the second prompt alone can be taken back, and leave what somebody else wrote.
    expect(await agent.undo(promptOf(2), kept)).toMatchObject({ restored: [file], skipped: [] });
    expect(read(file)).toBe('mine');
    expect((await agent.undo(promptOf(1), kept)).skipped).toHaveLength(1);
    const forced = await agent.undo(promptOf(1), { ...kept, force: true });
    expect([forced.restored, forced.overwritten.map(({ copy = '' }) => read(copy))]).toEqual([
      [file],
      ['mine'],
    ]);
    const copies = undoDir(agent.transcriptPath);
    expect([read(file), readdirSync(copies).map((name) => read(join(copies, name)))]).toEqual([
      '0',
      expect.arrayContaining(['0', 'mine', '3']),
    ]);
    await agent.close();
  });

  test('a link that somebody put in the place of a file is told by where it led', async () => {
    const dir = tempDir();
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    const { agent, promptOf } = await session([[write(a, '1'), write(b, '1')]], { workdir: dir });
    rmSync(a);
    symlinkSync('elsewhere', a);
    rmSync(b);
    writeFileSync(b, '1');
    expect(await agent.undo(promptOf(1), { force: true })).toMatchObject({
      restored: [a, b],
      // The other one is what a tool left: nobody's work is overwritten.
      overwritten: [{ path: a, link: 'elsewhere' }],
    });
    await agent.close();
  });

  test('the conversation waits for the files: what was skipped can still be forced, or left', async () => {
    const dir = tempDir();
    const file = join(dir, 'a');
    const { agent, promptOf } = await session([[write(file, '1')]], { workdir: dir });
    const all = [...agent.messages];
    writeFileSync(file, 'mine');
    expect(await agent.undo(promptOf(1))).toMatchObject({ rewound: false, skipped: [{}] });
    expect(agent.messages).toEqual(all);
    expect(await agent.undo(promptOf(1), { force: true })).toMatchObject({ rewound: true });
    expect([read(file), agent.messages]).toEqual([undefined, []]);
    await agent.close();
  });

  test('once forced back, further undos are as before', async () => {
    const dir = tempDir();
    const file = join(dir, 'a');
    const { agent, promptOf } = await session([[write(file, '1')], [write(file, '2')]], {
      workdir: dir,
    });
    writeFileSync(file, 'mine');
    await agent.undo(promptOf(2), { force: true });
    expect(read(file)).toBe('1');
    expect(await agent.undo(promptOf(1))).toMatchObject({ restored: [file], skipped: [] });
    expect(read(file)).toBeUndefined();
    await agent.close();
  });

  test('what is in the way, or leads elsewhere by now, stays', async () => {
    const dir = tempDir();
    const [a, b] = [join(dir, 'a'), join(dir, 'sub', 'b')];
    mkdirSync(join(dir, 'other'));
    const { agent, promptOf } = await session([[write(a, '1'), write(b, '1')]], { workdir: dir });
    rmSync(a);
    mkdirSync(a);
    rmSync(join(dir, 'sub'), { recursive: true });
    writeFileSync(join(dir, 'other', 'b'), '1');
    symlinkSync('other', join(dir, 'sub'));
    expect((await agent.undo(promptOf(1), { force: true })).skipped).toEqual([
      { path: a, why: 'what is there now cannot be kept: it is a directory' },
      { path: b, why: `${join(dir, 'sub')} leads to another place now` },
    ]);
    expect(read(join(dir, 'other', 'b'))).toBe('1');
    await agent.close();
  });

  test('what could not be copied is told when it happens, and when it is asked for', async () => {
    const dir = tempDir();
    const big = join(dir, 'big');
    writeFileSync(big, '');
    const grow: Tool = {
      name: 'Grow',
      description: 'writes a lot',
      input: z.object({}),
      effect: 'edit',
      files: () => [big],
      run: async () => {
        writeFileSync(big, Buffer.alloc(64 * 1024 * 1024 + 1));
        return { success: true, text: 'ok' };
      },
    };
    const { agent, promptOf } = await session([[{ name: 'Grow' }], [{ name: 'Grow' }]], {
      workdir: dir,
      tools: [grow],
    });
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
      `What Grow did to ${big} cannot be undone: it is larger than 64 MiB.`,
    ]);
    const first = await agent.undo(promptOf(2), { conversation: false, force: true });
    expect(first.skipped).toEqual([
      { path: big, why: 'what is there now cannot be kept: it is larger than 64 MiB' },
    ]);
    writeFileSync(big, 'small');
    expect((await agent.undo(promptOf(2), { force: true })).skipped).toEqual([
      { path: big, why: 'no copy was kept: it is larger than 64 MiB' },
    ]);
    await agent.close();
  });

  test('what a hook made of an edit belongs to it', async () => {
    const dir = tempDir();
    const file = join(dir, 'f');
    writeFileSync(file, 'orig');
    const format = { type: 'command' as const, command: 'printf formatted > f' };
    const { agent, promptOf } = await session(
      [
        [look(file), write(file, 'one')],
        [look(file), write(file, 'two')],
      ],
      { workdir: dir, hooks: { PostToolUse: [{ matcher: 'Write', hooks: [format] }] } },
    );
    expect(read(file)).toBe('formatted');
    expect(await agent.undo(promptOf(1))).toMatchObject({ restored: [file], skipped: [] });
    expect(read(file)).toBe('orig');
    await agent.close();
  });

  test("a call that changes nothing makes nothing the tool's", async () => {
    const dir = tempDir();
    const [file, other, big] = [join(dir, 'f'), join(dir, 'other'), join(dir, 'big')];
    for (const one of [file, other]) writeFileSync(one, 'aaa');
    writeFileSync(big, Buffer.alloc(64 * 1024 * 1024 + 1));
    const fails: Tool = {
      name: 'Fails',
      description: 'changes nothing, after the user changed something',
      input: z.object({}),
      effect: 'edit',
      files: () => [file, other, big],
      run: async () => ({ success: false, text: 'no' }),
    };
    const { agent, promptOf } = await session(
      [
        [look(file), write(file, 'bbb'), { name: 'Theirs' }, { name: 'Fails' }],
        [{ name: 'Fails' }],
      ],
      { workdir: dir, tools: [fails, theirs(() => writeFileSync(file, 'bbbmine'))] },
    );
    expect(agent.checkpoints().map(({ files }) => files)).toEqual([[file], []]);
    expect(blocksOf(agent.messages, 'notice')).toEqual([]);
    expect(await agent.undo(promptOf(1))).toMatchObject({
      restored: [],
      skipped: [{ path: file, why: 'somebody else changed it since' }],
    });
    expect(read(file)).toBe('bbbmine');
    await agent.close();
  });

  test('an id that is no prompt, and a turn under way', async () => {
    const { agent } = await session([[]]);
    await expect(agent.undo('nonsense')).rejects.toThrow('no prompt with the id "nonsense"');
    await agent.close();
    await expect(agent.undo('x')).rejects.toThrow('closed');
  });
});

describe('the copies', () => {
  test('are for their user alone, once a content, and only what undo needs', async () => {
    const dir = tempDir();
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    for (const file of [a, b]) writeFileSync(file, 'same');
    const { agent } = await session(
      [[look(a), look(b), write(a, '1'), write(b, '2'), write(a, '3'), write(a, '4')]],
      { workdir: dir },
    );
    const copies = undoDir(agent.transcriptPath);
    expect(readdirSync(copies).map((name) => read(join(copies, name)))).toEqual(['same']);
    expect(statSync(copies).mode & 0o777).toBe(0o700);
    expect(statSync(join(copies, readdirSync(copies)[0] ?? '')).mode & 0o777).toBe(0o600);
    await agent.close();
  });

  test('a session that is not kept can undo as well, and leaves nothing', async () => {
    const dir = tempDir();
    const home = tempDir();
    const file = join(dir, 'a');
    writeFileSync(file, 'old');
    const { agent, promptOf } = await session(
      [[{ name: 'Read', input: { file_path: file } }, write(file, 'new')]],
      { workdir: dir, home, session: { keep: false } },
    );
    expect((await agent.undo(promptOf(1))).restored).toEqual([file]);
    expect(read(file)).toBe('old');
    await agent.close();
    expect(readdirSync(home)).toEqual([]);
  });

  test('a copy that was damaged is not put anywhere', async () => {
    const dir = tempDir();
    const file = join(dir, 'a');
    writeFileSync(file, 'old');
    const { agent, promptOf } = await session(
      [[{ name: 'Read', input: { file_path: file } }, write(file, 'new')]],
      { workdir: dir },
    );
    const copies = undoDir(agent.transcriptPath);
    writeFileSync(join(copies, readdirSync(copies)[0] ?? ''), 'other');
    expect((await agent.undo(promptOf(1))).skipped).toMatchObject([
      { path: file, why: expect.stringContaining('gone or damaged') },
    ]);
    expect(read(file)).toBe('new');
    await agent.close();
  });
});

test('after a resume, by an agent or by hand, everything can still be taken back', async () => {
  const dir = tempDir();
  const home = tempDir();
  const file = join(dir, 'a');
  const first = await session([[write(file, '1')], [write(file, '2')]], { workdir: dir, home });
  const { sessionId } = first.agent;
  await first.agent.close();
  const again = await session([], {
    workdir: dir,
    home,
    session: { keep: true, resume: sessionId },
  });
  await again.agent.undo(again.promptOf(2));
  expect([read(file), again.agent.messages.map(textOf)]).toEqual(['1', ['P1', '', 'ok']]);
  await again.agent.close();
  const undo = openUndo(home, dir, sessionId);
  expect(undo.checkpoints().map(({ text }) => text)).toEqual(['P1']);
  await undo.undo(undo.checkpoints()[0]?.id ?? '');
  undo.close();
  expect(read(file)).toBeUndefined();
  expect(() => openUndo(home, dir, 'nobody')).toThrow('no session "nobody"');
});

test('an edit that was cut off: its remains go, and what others do after the resume is theirs', async () => {
  const dir = tempDir();
  const home = tempDir();
  const file = join(dir, 'a');
  const first = await session([[write(file, '1')]], { workdir: dir, home });
  const { sessionId, transcriptPath } = first.agent;
  await first.agent.close();
  // As if it had been killed while it wrote.
  const lines = readFileSync(transcriptPath, 'utf8').split('\n');
  const cut = lines.findIndex((line) => line.includes('"when":"after"'));
  writeFileSync(transcriptPath, `${lines.slice(0, cut).join('\n')}\n`);
  writeFileSync(join(dir, '.wave-0123456789ab.tmp'), 'half');
  writeFileSync(join(dir, '.wave-mine.tmp'), 'mine');
  const resume = { keep: true, resume: sessionId };
  const again = await session([], { workdir: dir, home, session: resume });
  expect(readdirSync(dir).sort()).toEqual(['.wave-mine.tmp', 'a']);
  writeFileSync(file, 'theirs');
  expect((await again.agent.undo(again.promptOf(1))).skipped).toMatchObject([{ path: file }]);
  await again.agent.close();
});

describe('a copy of the conversation', () => {
  test('is made before anything is taken out of it, and can be gone on with', async () => {
    const { agent, dir, home, promptOf } = await session([[], []]);
    const { copy = '', rewound } = await agent.undo(promptOf(2), { files: false, copy: true });
    expect([rewound, agent.checkpoints().map(({ text }) => text)]).toEqual([true, ['P1']]);
    expect(copy).not.toBe(agent.sessionId);
    await agent.close();
    const before = await session([], { workdir: dir, home, session: { keep: true, resume: copy } });
    expect(before.agent.checkpoints().map(({ text }) => text)).toEqual(['P1', 'P2']);
    await before.agent.close();
  });

  test('is not made of what is kept nowhere, nor where nothing is taken out', async () => {
    const unkept = await session([[]], { session: { keep: false } });
    expect(await unkept.agent.undo(unkept.promptOf(1), { copy: true })).not.toHaveProperty('copy');
    const kept = await session([[]]);
    const files = await kept.agent.undo(kept.promptOf(1), { conversation: false, copy: true });
    expect(files).not.toHaveProperty('copy');
  });
});
