import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import type { AgentOptions } from '../../src/open/options/agent-options.ts';
import { sessionsDir } from '../../src/session/transcript/session-files.ts';
import { type ScriptCall, type ScriptStep, scriptedModel } from '../../src/testing.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { treeOf } from './sequences.ts';

const bash = (command: string, more: object = {}): ScriptCall => ({
  name: 'Bash',
  input: { command, ...more },
});
const write = (file_path: string, content: string): ScriptCall => ({
  name: 'Write',
  input: { file_path, content },
});

/** Each list of calls is one prompt: P1, P2 and so on. Files by their path in the project. */
async function session(
  files: Readonly<Record<string, string>>,
  turns: readonly (readonly ScriptCall[])[],
  options: Partial<AgentOptions> = {},
) {
  const dir = options.workdir ?? tempDir();
  const home = options.home ?? tempDir();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const before = treeOf(dir);
  const agent = await Agent.create({
    workdir: dir,
    home,
    model: scriptedModel(turns.flatMap((calls): ScriptStep[] => [{ calls }, 'ok'])),
    permissionMode: 'bypassPermissions',
    session: { keep: true },
    ...options,
  });
  onTestFinished(() => agent.close());
  for (const [at] of turns.entries()) await agent.sendMessage(`P${at + 1}`);
  const promptOf = (n: number) => agent.checkpoints()[n - 1]?.id ?? '';
  const at = (name: string) => join(dir, name);
  const undo = (n: number, more = {}) => agent.undo(promptOf(n), more);
  return { agent, dir, home, before, promptOf, at, undo };
}

describe('what a command did is undone', () => {
  const cases: Readonly<Record<string, string>> = {
    'a new file': 'printf new > new',
    'new directories': 'mkdir -p n/empty && printf new > n/file',
    'another content, written in place': 'printf other > a',
    'another content of the same length, at once': 'printf 1 > same; printf 2 > same',
    'a file that is gone': 'rm a',
    'a directory that is gone': 'rm -r d',
    'an empty directory that is gone': 'rmdir bare',
    'a mode': 'chmod 755 a',
    'the mode of a directory': 'chmod 711 d',
    'a moved file': 'mv a d/moved',
    'a moved directory': 'mv d moved',
    'a link that leads elsewhere': 'ln -sfn d/y link',
    'a file in place of a link': 'rm link; printf no > link',
    'a link in place of a file': 'rm a; ln -s d/x a',
    'a directory in place of a file': 'rm a; mkdir -p a/b; printf in > a/b/c',
    'a file in place of a directory': 'rm -r d; printf file > d',
    'a link to a directory in place of one': 'mv d real; ln -s real d',
    'a directory in place of a link': 'rm link; mkdir link; printf in > link/x',
    'bytes that are no text': "printf '\\377\\000' > a",
    'a file that git ignores': 'printf other > out/made; printf secret > .env',
    'all of it': 'rm -rf -- * .gitignore .env',
    'what a script does by itself': 'sh ./gen.sh',
  };
  test.each(Object.entries(cases))('%s', async (_, command) => {
    const dir = tempDir();
    mkdirSync(join(dir, 'bare'));
    mkdirSync(join(dir, 'd'));
    symlinkSync('d/x', join(dir, 'link'));
    const files = {
      ...{ a: 'first', same: '0', 'd/x': 'x', 'd/y': 'y', 'out/made': 'made' },
      ...{ '.gitignore': 'out\n.env\n', '.env': 'KEY', 'gen.sh': 'printf gen > d/x; rm d/y' },
    };
    const { before, undo } = await session(files, [[bash(command)]], { workdir: dir });
    expect(treeOf(dir)).not.toEqual(before);
    expect(await undo(1)).toMatchObject({ rewound: true, skipped: [], uncovered: [] });
    expect(treeOf(dir)).toEqual(before);
  });

  test('with what made it: commands, hooks and tools apart', async () => {
    const note = { type: 'command' as const, command: 'printf hook >> log' };
    const { agent, at, undo, before, dir, promptOf } = await session(
      { a: 'a', log: '' },
      [[bash('printf b > a;\nprintf c > c')], [bash('cat a')]],
      { hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [note] }] } },
    );
    const made = {
      [at('a')]: ['Bash: printf b > a; printf c > c'],
      [at('c')]: [expect.anything()],
    };
    const hook = 'hook on PostToolUse: printf hook >> log';
    expect(agent.previewUndo(promptOf(1))).toMatchObject({
      restores: [at('a'), at('c'), at('log')],
      madeBy: { ...made, [at('log')]: [hook] },
    });
    // The second turn only read; its hook wrote.
    expect(agent.checkpoints()[1]?.files).toEqual([at('log')]);
    expect((await undo(2)).madeBy).toEqual({ [at('log')]: [hook] });
    expect(readFileSync(at('log'), 'utf8')).toBe('hook');
    await undo(1);
    expect(treeOf(dir)).toEqual(before);
  });

  test('a tool of an MCP server, or of a program, that may write anywhere', async () => {
    const dir = tempDir();
    const run: Tool = {
      name: 'mcp__x__gen',
      description: 'writes',
      input: z.object({}),
      effect: 'run',
      run: async () => {
        writeFileSync(join(dir, 'gen'), 'gen');
        rmSync(join(dir, 'a'));
        return { success: true, text: 'ok' };
      },
    };
    const { before, undo, at } = await session({ a: 'a' }, [[{ name: 'mcp__x__gen' }]], {
      workdir: dir,
      tools: [run],
    });
    expect((await undo(1)).madeBy).toEqual({
      [at('gen')]: ['mcp__x__gen'],
      [at('a')]: ['mcp__x__gen'],
    });
    expect(treeOf(dir)).toEqual(before);
  });

  test('hooks of events that belong to no call', async () => {
    const hook = (text: string) => [
      { hooks: [{ type: 'command' as const, command: `printf ${text} >> log` }] },
    ];
    const { before, undo, dir, at } = await session({ log: '' }, [[]], {
      hooks: { UserPromptSubmit: hook('U'), Stop: hook('S') },
    });
    expect(readFileSync(at('log'), 'utf8')).toBe('US');
    // What comes before the prompt is there belongs to what was before.
    await undo(2);
    expect(readFileSync(at('log'), 'utf8')).toBe('U');
    expect((await undo(1)).madeBy).toEqual({
      [at('log')]: ['hook on UserPromptSubmit: printf U >> log', 'hook on Stop: printf S >> log'],
    });
    expect(treeOf(dir)).toEqual(before);
  });

  test('a command of the user, by the host', async () => {
    const { agent, before, undo, dir, at } = await session({ a: 'a' }, [[]]);
    await agent.noting('!printf b > a', async () => writeFileSync(at('a'), 'b'));
    expect(await undo(1)).toMatchObject({
      madeBy: { [at('a')]: ['!printf b > a'] },
      commands: ['!printf b > a'],
    });
    expect(treeOf(dir)).toEqual(before);
  });

  test('further directories of the project', async () => {
    const other = tempDir();
    writeFileSync(join(other, 'o'), 'o');
    const { undo } = await session({}, [[bash(`printf new > ${other}/o; printf n > ${other}/n`)]], {
      directories: [other],
    });
    expect((await undo(1)).restored).toEqual([join(other, 'n'), join(other, 'o')]);
    expect(treeOf(other)).toEqual({ o: 'file 644 o' });
  });

  test("without touching the user's git", async () => {
    const dir = tempDir();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.email=a@b', '-c', 'user.name=n', ...args], {
        cwd: dir,
        encoding: 'utf8',
      });
    writeFileSync(join(dir, 'a'), 'a');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    const own = () => treeOf(join(dir, '.git'));
    const { undo } = await session({}, [[bash('printf b > a; printf n > n')]], { workdir: dir });
    const git0 = own();
    await undo(1);
    expect(own()).toEqual(git0);
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe("git's own state", () => {
  const repository = (dir: string) => execFileSync('git', ['init', '-q', dir]);

  test.each([
    ['of a repository in the project', 'sub', 'rm -rf sub'],
    ['of the project', '.', 'rm -rf .git; rm -rf sub'],
    ['that another took the place of', '.', 'mv .git ../old-git; git init -q .; rm -rf sub'],
  ])('%s is named where it is lost', async (_, at, command) => {
    const [dir, home] = [join(tempDir(), 'project'), tempDir()];
    repository(join(dir, at));
    // By a script: a command that names it is asked about.
    const files = { 'sub/f': '1', 'script.sh': command };
    const { undo } = await session(files, [[bash('sh script.sh')]], { workdir: dir, home });
    const { skipped, rewound } = await undo(1);
    expect({ skipped, rewound }).toEqual({
      skipped: [{ path: join(dir, at, '.git'), why: "no copy was kept: it is git's own state" }],
      rewound: false,
    });
    expect(readFileSync(join(dir, 'sub/f'), 'utf8')).toBe('1');
  });

  test('that a call made may go again, and git may work in it', async () => {
    const dir = tempDir();
    repository(dir);
    const { undo, before, at } = await session(
      { a: '1' },
      [
        [bash('git init -q sub'), bash('rm -rf sub; printf 2 > a')],
        [bash('git add a; git -c user.name=a -c user.email=a@b commit -qm x')],
      ],
      { workdir: dir },
    );
    expect(await undo(1)).toMatchObject({ rewound: true, skipped: [], uncovered: [] });
    expect([readFileSync(at('a'), 'utf8'), existsSync(at('sub'))]).toEqual(['1', false]);
    expect(Object.keys(before)).toContain('.git');
  });

  test('that a call made stays, and is named for the prompt that made it', async () => {
    const { agent, undo, at } = await session({ a: '1' }, [
      [bash('git init -q sub; printf x > sub/file')],
      [bash('printf 2 > a')],
    ]);
    const ids = agent.checkpoints().map(({ id }) => id);
    const uncovered = [{ path: at('sub/.git'), why: "it is git's own state" }];
    expect(ids.map((id) => agent.previewUndo(id).uncovered)).toEqual([uncovered, []]);
    expect(await undo(1)).toMatchObject({ rewound: true, skipped: [], uncovered });
    expect([existsSync(at('sub/.git')), existsSync(at('sub/file'))]).toEqual([true, false]);
  });
});

describe('what somebody else did is left', () => {
  test('before the command, after it, and in a directory that it made', async () => {
    const { undo, at, dir } = await session({ a: '1', b: '1' }, [
      [bash('mkdir n; printf made > n/made; printf 2 > a; printf 2 > b')],
    ]);
    writeFileSync(at('a'), 'mine');
    writeFileSync(at('n/mine'), 'mine');
    expect(await undo(1)).toMatchObject({
      rewound: false,
      restored: [at('n/made'), at('b')].sort(),
      skipped: [{ path: at('a'), why: 'somebody else changed it since', copy: expect.any(String) }],
    });
    expect(treeOf(dir)).toMatchObject({
      a: 'file 644 mine',
      b: 'file 644 1',
      'n/mine': 'file 644 mine',
    });
    expect(existsSync(at('n/made'))).toBe(false);
    await undo(1, { force: true });
    expect(readFileSync(at('a'), 'utf8')).toBe('1');
  });

  test('between two commands: the content is kept, and nobody else made it', async () => {
    const dir = tempDir();
    const theirs: Tool = {
      name: 'Theirs',
      description: 'somebody else',
      input: z.object({}),
      effect: 'none',
      run: async () => {
        await sleep(50);
        writeFileSync(join(dir, 'a'), 'mine');
        return { success: true, text: 'ok' };
      },
    };
    const { undo, at } = await session(
      { a: '1' },
      [[bash('printf 2 > a')], [{ name: 'Theirs' }, bash('printf 3 > a')]],
      { workdir: dir, tools: [theirs] },
    );
    expect(await undo(2, { conversation: false })).toMatchObject({
      restored: [at('a')],
      skipped: [],
    });
    expect(readFileSync(at('a'), 'utf8')).toBe('mine');
    expect((await undo(1, { conversation: false })).skipped).toMatchObject([
      { path: at('a'), why: 'somebody else changed it between two edits' },
    ]);
  });

  test('what changes while a command runs in the background is nobody’s for sure', async () => {
    const { agent, undo, at } = await session({ a: '1' }, [
      [
        bash('sleep 0.3; printf bg > a; sleep 30', { run_in_background: true }),
        bash('sleep 0.6; touch t'),
      ],
      [],
    ]);
    // Found by the undo itself.
    writeFileSync(at('mine'), 'mine');
    const { skipped, madeBy } = await undo(1);
    const why =
      'it was changed while a command ran in the background, which may not have been the one';
    expect(skipped).toEqual([{ path: at('mine'), why }]);
    expect(madeBy[at('mine')]).toEqual([
      'Bash: sleep 0.3; printf bg > a; sleep 30 (in the background)',
    ]);
    // What changed while a call ran as well is a command's, whichever it was.
    expect(readFileSync(at('a'), 'utf8')).toBe('1');
    expect((await undo(1, { force: true })).restored).toEqual([at('mine')]);
    expect(agent.checkpoints()).toEqual([]);
  });
});

describe('limits', () => {
  test('what is past them is named, and the rest is undone', async () => {
    const many = Object.fromEntries([0, 1, 2, 3].map((n) => [`node_modules/m${n}`, `${n}`]));
    const { undo, at, agent } = await session(
      { ...many, 'out/few': '1', '.gitignore': 'out\n', big: 'x'.repeat(1024 * 1024 + 1) },
      [[bash('for f in node_modules/m0 out/few big a; do printf new > $f; done')]],
      { undo: { ignoredFiles: 3, fileMb: 1 } },
    );
    const uncovered = [
      { path: at('node_modules'), why: 'it is ignored and holds more than 3 files' },
    ];
    expect(agent.previewUndo(agent.checkpoints()[0]?.id ?? '')).toMatchObject({ uncovered });
    expect(await undo(1)).toMatchObject({
      restored: [at('a'), at('out/few')],
      skipped: [{ path: at('big'), why: 'no copy was kept: it is larger than 1 MiB' }],
      uncovered,
    });
    expect(readFileSync(at('node_modules/m0'), 'utf8')).toBe('new');
  });

  test('a project of too many files is not covered', async () => {
    const { undo, agent, dir, home } = await session(
      { a: '1', b: '1', c: '1' },
      [[bash('printf 2 > a')]],
      { undo: { files: 2 } },
    );
    expect(await undo(1)).toMatchObject({
      restored: [],
      uncovered: [{ path: dir, why: 'it holds more than 2 files' }],
      commands: ['printf 2 > a'],
    });
    expect(blocksOf(agent.messages, 'notice')).toEqual([]);
    const state = sessionsDir(home, dir);
    expect(readdirSync(state).filter((name) => /\.tree$/.test(name))).toHaveLength(1);
    await agent.close();
    expect(readdirSync(join(state, 'latest.tree'))).toEqual(['tree']);
  });

  test('one that a command fills: what was known comes back, what is new stays', async () => {
    const { undo, at, dir } = await session(
      { a: '1', b: '1' },
      [[bash('printf 2 > a; rm b; for n in 1 2 3 4 5 6; do printf n > n$n; done')]],
      { undo: { files: 4 } },
    );
    const { restored, uncovered } = await undo(1);
    expect([restored, uncovered]).toEqual([
      expect.arrayContaining([at('a'), at('b')]),
      [{ path: dir, why: 'it holds more than 4 files' }],
    ]);
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')]).toEqual(['1', '1']);
  });

  test.each([
    ['the home directory', (home: string) => home, 'it is your home directory'],
    ['what the home is in', dirname, 'your home directory is in it'],
  ])('%s is not walked', async (_, dirOf, why) => {
    const base = tempDir();
    const home = join(base, 'home');
    mkdirSync(home);
    const workdir = dirOf(home);
    const { undo } = await session({ a: '1' }, [[bash('printf 2 > a')]], { workdir, home });
    expect(await undo(1)).toMatchObject({ restored: [], uncovered: [{ path: workdir, why }] });
  });

  test('switched off, as it was before', async () => {
    const { undo, at, dir, home } = await session({ a: '1' }, [[bash('printf 2 > a')]], {
      undo: { commands: false },
    });
    expect((await undo(1)).restored).toEqual([]);
    expect(readFileSync(at('a'), 'utf8')).toBe('2');
    expect(readdirSync(sessionsDir(home, dir)).filter((name) => name.endsWith('.tree'))).toEqual(
      [],
    );
  });

  test('a session that is not kept: only if you ask for it, and it leaves nothing', async () => {
    const home = tempDir();
    const without = await session({ a: '1' }, [[bash('printf 2 > a')]], {
      session: { keep: false },
    });
    expect((await without.undo(1)).restored).toEqual([]);
    const asked = await session({ a: '1' }, [[bash('printf 2 > a')]], {
      home,
      session: { keep: false },
      undo: {},
    });
    expect((await asked.undo(1)).restored).toEqual([asked.at('a')]);
    await asked.agent.close();
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('the store', () => {
  const packs = (dir: string) => {
    const latest = join(dir, 'latest.tree');
    const names = readdirSync(latest).filter((name) => name.endsWith('.pack'));
    return names.map((name) => join(latest, name));
  };
  const bytes = (dir: string) => packs(dir).reduce((sum, file) => sum + statSync(file).size, 0);

  test('is for its user alone, and does not grow by what stays the same', async () => {
    const { dir, home, agent, at } = await session({ a: 'x'.repeat(1000), b: 'y' }, [
      [bash('touch t; rm t')],
    ]);
    await agent.close();
    const state = sessionsDir(home, dir);
    expect(bytes(state)).toBe(1001);
    expect(packs(state).map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
    expect(statSync(join(state, 'latest.tree')).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'latest.tree', 'tree')).mode & 0o777).toBe(0o600);
    const now = new Date();
    for (const more of [1, 2, 3]) {
      // Touched, copied, moved: no content is new.
      utimesSync(at('a'), now, new Date(now.getTime() - more * 1000));
      const next = await session({}, [[bash(`cp a c${more}; mv b b2; mv b2 b`)]], {
        workdir: dir,
        home,
      });
      await next.agent.close();
    }
    expect(bytes(state)).toBe(1001);
  });

  test('lets go of contents that nothing refers to', async () => {
    const big = 20 * 1024 * 1024;
    const { dir, home, agent, undo, at } = await session({ a: 'x'.repeat(big) }, [
      [bash('head -c 100 /dev/zero > a')],
      [bash(`head -c ${big} /dev/zero > a`), bash('rm a')],
    ]);
    // The session has copies of its own.
    await undo(1);
    expect(statSync(at('a')).size).toBe(big);
    rmSync(at('a'));
    await agent.close();
    const next = await session({ b: 'b' }, [[bash('printf 1 > c')]], { workdir: dir, home });
    await next.agent.close();
    expect(bytes(sessionsDir(home, dir))).toBeLessThan(1000);
    expect(readdirSync(sessionsDir(home, dir)).filter((name) => name.endsWith('.tree'))).toEqual([
      'latest.tree',
    ]);
  });

  test('a damaged pack: the file is named, and nothing wrong is put in its place', async () => {
    const { dir, home, agent, at } = await session({ a: 'first' }, [[bash('touch t; rm t')]]);
    await agent.close();
    for (const file of packs(sessionsDir(home, dir))) writeFileSync(file, 'other');
    const next = await session({}, [[bash('printf 2 > a')]], { workdir: dir, home });
    expect((await next.undo(1)).skipped).toEqual([
      { path: at('a'), why: 'no copy was kept: its copy is gone or damaged' },
    ]);
    expect(readFileSync(at('a'), 'utf8')).toBe('2');
  });

  test('packs that are gone: all is noted anew', async () => {
    const { dir, home, agent } = await session({ a: 'first' }, [[bash('touch t; rm t')]]);
    await agent.close();
    for (const file of packs(sessionsDir(home, dir))) rmSync(file);
    const next = await session({}, [[bash('printf 2 > a')]], { workdir: dir, home });
    expect(await next.undo(1)).toMatchObject({ restored: [join(dir, 'a')], skipped: [] });
  });
});

describe('the changes of a turn', () => {
  const shown = (agent: Agent, turn?: string) =>
    agent
      .changes(turn === undefined ? {} : { turn })
      .map(({ path, before, after, madeBy }) => [
        path,
        ...[before, after].map((side) => (side.is === 'file' ? `${side.content()}` : side.is)),
        madeBy,
      ]);

  test('before and after, whatever made them', async () => {
    const { agent, at, promptOf } = await session({ a: '1', gone: 'g' }, [
      [bash('printf 2 > a; rm gone'), write('/dev/null/x', '')],
      [bash('printf 3 > a'), bash('printf tmp > tmp'), bash('rm tmp')],
    ]);
    await agent.sendMessage('P3').catch(() => {});
    expect(shown(agent, promptOf(1))).toEqual([
      [at('a'), '1', '2', ['Bash: printf 2 > a; rm gone']],
      [at('gone'), 'g', 'missing', ['Bash: printf 2 > a; rm gone']],
    ]);
    expect(shown(agent, promptOf(2))).toEqual([[at('a'), '2', '3', ['Bash: printf 3 > a']]]);
    expect(shown(agent)).toEqual([
      [at('a'), '1', '3', ['Bash: printf 2 > a; rm gone', 'Bash: printf 3 > a']],
      [at('gone'), 'g', 'missing', ['Bash: printf 2 > a; rm gone']],
    ]);
    expect(() => agent.changes({ turn: 'nobody' })).toThrow('no prompt with the id "nobody"');
  });
});

test('a directory that may not be read keeps what is known of it', async () => {
  const { undo, at, dir, before } = await session({ 'd/x': 'x', a: '1' }, [
    [bash('printf 2 > a; printf y > d/x; chmod 500 d')],
  ]);
  expect((await undo(1)).skipped).toEqual([]);
  expect(treeOf(dir)).toEqual(before);
  chmodSync(at('d'), 0o755);
});
