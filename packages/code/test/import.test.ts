import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const ENV = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' };

const run = (where: Place, args: string[], env: Record<string, string> = ENV) =>
  wave(['hooks', 'import', ...args], where, { env: { ...ENV, ...env } });

const ours = (where: Place) => join(where.project, '.wave', 'settings.json');
const read = (file: string) => readFileSync(file, 'utf8');
const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });

/** Imports one file of a peer and returns the lists and the hooks that were written. */
async function take(peer: string, content: unknown, name = 'foreign.json') {
  const where = place();
  const file = where.write(name, content);
  const before = read(file);
  const { code, stdout, stderr } = await run(where, ['--from', peer, file, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(read(file)).toBe(before);
  const hooks = existsSync(ours(where)) ? JSON.parse(read(ours(where))).hooks : undefined;
  return { ...JSON.parse(stdout), hooks, where, foreign: file };
}

type Item = { at: string; field: string; why?: string; how?: string; value?: unknown };
const fieldsOf = (list: Item[]) => list.map(({ at, field }) => `${at} ${field}`);

test('Claude Code: what is the same is carried over, from its usual places', async () => {
  const where = place();
  where.write('home/.claude/settings.json', { hooks: { Stop: [{ hooks: [hook('user')] }] } });
  where.write('project/.claude/settings.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('project', { timeout: 5 })] }] },
  });
  where.write('project/.claude/settings.local.json', {
    hooks: { UserPromptSubmit: [{ hooks: [hook('local')] }] },
  });
  const { code, stdout } = await run(where, ['--from', 'claude-code']);
  expect(code).toBe(0);
  // What is personal there stays personal here.
  expect(JSON.parse(read(join(where.home, '.wave/settings.json')))).toEqual({
    hooks: { Stop: [{ hooks: [hook('user', { timeout: 600 })] }] },
  });
  expect(JSON.parse(read(ours(where)))).toEqual({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('project', { timeout: 5 })] }] },
  });
  expect(JSON.parse(read(join(where.project, '.wave/settings.local.json')))).toEqual({
    hooks: { UserPromptSubmit: [{ hooks: [hook('local', { timeout: 30 })] }] },
  });
  expect(stdout).toMatch(/carried over as it is\n.*project\/\.claude\/settings\.json:1/s);
  expect(stdout).toMatch(/timeout nothing → 600 \(Claude Code waits 600 seconds/);
  expect(stdout).toContain('1 hook written to ~/.wave/settings.json');
  expect(stdout).toMatch(/1 hook written to .*project\/\.wave\/settings\.local\.json/);
  expect(stdout).toContain('wave hooks approve');
});

test('the engine takes what was written without a word', async () => {
  const { where } = await take('claude-code', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('exit 2', { statusMessage: 'x' })] }] },
  });
  const sample = await wave(['hooks', 'sample', 'PreToolUse', 'Bash'], where);
  const args = ['hooks', 'run', 'PreToolUse', '--json', '--only', '--settings', ours(where)];
  const { stdout } = await wave(args, where, { stdin: sample.stdout });
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', toAgent: [{}] });
});

test.each([
  ['user', 'home/.wave/settings.json', false],
  ['local', 'project/.wave/settings.local.json', true],
])('--to %s', async (to, path, needsApproval) => {
  const where = place();
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [hook('a')] }] } });
  const { stdout } = await run(where, ['--from', 'claude-code', file, '--to', to]);
  expect(JSON.parse(read(join(where.project, '..', path))).hooks.Stop).toHaveLength(1);
  expect(stdout.includes('wave hooks approve')).toBe(needsApproval);
});

test('running it twice changes nothing, also when an entry was edited meanwhile', async () => {
  const where = place();
  const file = where.write('f.json', {
    hooks: {
      BeforeTool: [{ matcher: '*', hooks: [hook('a', { timeout: 1500 }), hook('b')] }],
      AfterAgent: [{ hooks: [hook('c'), hook('c')] }],
    },
  });
  const args = ['--from', 'gemini-cli', file, '--json'];
  await run(where, args);
  const first = read(ours(where));
  expect(JSON.parse(first).hooks.Stop).toEqual([{ hooks: [hook('c')] }]);
  const again = JSON.parse((await run(where, args)).stdout);
  expect([read(ours(where)), again.written]).toEqual([first, false]);
  const marked = again.imported.filter((item: Item) => item.at.includes('.hooks['));
  expect(marked.every(({ already }: { already?: true }) => already)).toBe(true);
  writeFileSync(ours(where), first.replace('1.5', '7'));
  await run(where, args);
  expect(read(ours(where))).toBe(first.replace('1.5', '7'));
});

test('what is in our file keeps every byte', async () => {
  const where = place();
  const old = '\uFEFF// ours\r\n{\r\n\t"hooks": {\r\n\t\t"Stop": [], // none yet\r\n\t},\r\n}';
  where.write('project/.wave/settings.json', old);
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [hook('a')] }] } });
  expect((await run(where, ['--from', 'codex', file])).code).toBe(0);
  const [head, tail] = [
    '\uFEFF// ours\r\n{\r\n\t"hooks": {\r\n\t\t"Stop": [',
    '], // none yet\r\n\t},\r\n}',
  ];
  const now = read(ours(where));
  expect([now.startsWith(head), now.endsWith(tail), /[^\r]\n/.test(now)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('--dry-run writes nothing and says the same', async () => {
  const where = place();
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [hook('a')] }] } });
  const { stdout, code } = await run(where, ['--from', 'codex', file, '--dry-run']);
  expect([code, existsSync(ours(where))]).toEqual([0, false]);
  expect(stdout).toContain('1 hook would be written to ');
  expect(stdout).not.toContain('approve');
});

test('no settings of the peer: the places are named', async () => {
  const { code, stdout } = await run(place(), ['--from', 'codex']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /no settings of Codex found; looked at ~\/\.codex\/hooks\.json, .*config\.toml/,
    ),
  ]);
});

test('CODEX_HOME and CLAUDE_CONFIG_DIR move the places', async () => {
  const where = place();
  const content = { hooks: { Stop: [{ hooks: [hook('a')] }] } };
  where.write('other/settings.json', content);
  where.write('other/hooks.json', content);
  const other = join(where.home, '..', 'other');
  for (const [peer, name] of [
    ['claude-code', 'CLAUDE_CONFIG_DIR'],
    ['codex', 'CODEX_HOME'],
  ] as const) {
    const { stdout } = await run(where, ['--from', peer, '--json', '--dry-run'], { [name]: other });
    expect(fieldsOf(JSON.parse(stdout).imported)).toContain('Stop[0].hooks[0] command');
  }
});

test('a link stays a link', async () => {
  const where = place();
  const target = where.write('shared/real.json', '{}\n');
  mkdirSync(join(where.project, '.wave'));
  symlinkSync(target, ours(where));
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [hook('a')] }] } });
  expect((await run(where, ['--from', 'codex', file])).code).toBe(0);
  expect(lstatSync(ours(where)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(read(target)).hooks.Stop).toHaveLength(1);
});

test('a read-only file of ours is left alone', async () => {
  const where = place();
  where.write('project/.wave/settings.json', '{}');
  chmodSync(ours(where), 0o444);
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [hook('a')] }] } });
  const { code, stderr } = await run(where, ['--from', 'codex', file]);
  expect([code, read(ours(where))]).toEqual([1, '{}']);
  expect(stderr).toContain(`${ours(where)}: cannot be written: it is read-only`);
});

const unreadable: { name: string; file?: string; content?: string; says: RegExp; ours?: string }[] =
  [
    { name: 'torn JSON', content: '{\n "hooks": [', says: /f\.json:2:\d+: not valid JSON/ },
    { name: 'an empty file', content: '', says: /f\.json:1:1: the file is empty/ },
    {
      name: 'hooks that are a list',
      content: '{"hooks":[]}',
      says: /f\.json:1:10: "hooks": expected an object/,
    },
    {
      name: 'hooks that are a text',
      content: '{"hooks":"no"}',
      says: /"hooks": expected an object/,
    },
    { name: 'a list', content: '[]', says: /expected an object, got \[\]/ },
    {
      name: 'nested by the thousand',
      content: `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
      says: /f\.json.*(cannot be read|not valid|nested too deeply)/,
    },
    {
      name: 'torn TOML',
      file: 'f.toml',
      content: 'a = 1\nb = [',
      says: /f\.toml:2:\d+: not valid TOML/,
    },
    {
      name: 'TOML hooks that are a number',
      file: 'f.toml',
      content: 'hooks = 3',
      says: /f\.toml: "hooks": expected a table, got 3/,
    },
    {
      name: 'a file that is not there',
      file: 'none.json',
      says: /none\.json: there is no such file/,
    },
    {
      name: 'our own file torn',
      content: '{}',
      ours: '{"hooks":',
      says: /\.wave\/settings\.json:1:10: not valid JSON/,
    },
  ];

test.each(unreadable)('$name: exit 1, the place, nothing written', async (one) => {
  const where = place();
  const file = join(where.project, one.file ?? 'f.json');
  if (one.content !== undefined) writeFileSync(file, one.content);
  if (one.ours !== undefined) where.write('project/.wave/settings.json', one.ours);
  const { code, stdout, stderr } = await run(where, ['--from', 'codex', file]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(one.says);
  expect(existsSync(ours(where)) ? read(ours(where)) : undefined).toBe(one.ours);
});

test.each([
  [[], /--from: expected one of claude-code, gemini-cli, codex, got nothing/],
  [['--from', 'cursor'], /got cursor/],
  [['--from', 'codex', '--to', 'flag'], /--to: expected one of user, project, local, got flag/],
  [['--from', 'codex', '--force'], /Unknown option '--force'/],
])('%j is told', async (args, says) => {
  const { code, stderr } = await run(place(), args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});

test('our own file is never a source', async () => {
  const where = place();
  const file = where.write('project/.wave/settings.json', '{"hooks":{}}');
  const { code, stderr } = await run(where, ['--from', 'claude-code', file]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('the file that would be written')]);
});

test('the home directory is no project', async () => {
  const where = place();
  const args = ['hooks', 'import', '--from', 'codex', '--to', 'project'];
  const { code, stderr } = await wave(args, where, { cwd: where.home, env: ENV });
  expect([code, stderr]).toEqual([1, expect.stringContaining('use --to user')]);
});
