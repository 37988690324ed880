import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';

const refusing = (word: string) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `echo ${word} >&2; exit 2` }] }] },
});

/** The agent was started in the project, and is elsewhere now. */
const answer = async (
  where: Place,
  agent: string,
  variable: string,
  cwd: string,
  words: readonly string[] = [],
) => {
  const names: Record<string, string> = { 'gemini-cli': 'BeforeTool', cursor: 'preToolUse' };
  const event = {
    session_id: 's',
    cwd,
    hook_event_name: names[agent] ?? 'PreToolUse',
    tool_name: { 'gemini-cli': 'run_shell_command', cursor: 'Shell' }[agent] ?? 'Bash',
    tool_input: { command: 'rm x' },
    ...(agent === 'cursor' ? { cursor_version: '2' } : {}),
  };
  const env = { [variable]: where.project };
  const stdin = JSON.stringify(event);
  return wave(['guard', agent, ...words], where, { stdin, env });
};

/** Approved, so that the project's hooks run. */
const approved = async (where: Place): Promise<Place> => {
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  return where;
};

const elsewhere = (where: Place, name: string): string => {
  const dir = join(where.project, '..', name);
  mkdirSync(dir, { recursive: true });
  return dir;
};

describe('a cd is no way out of a guard', () => {
  test.each([
    ['claude-code', 'CLAUDE_PROJECT_DIR'],
    ['gemini-cli', 'GEMINI_PROJECT_DIR'],
    ['qwen-code', 'QWEN_PROJECT_DIR'],
    ['cursor', 'CURSOR_PROJECT_DIR'],
  ])('%s', async (agent, variable) => {
    const where = place();
    where.write('project/.wave/settings.json', refusing('zebra'));
    await approved(where);
    for (const dir of [elsewhere(where, 'project/sub'), elsewhere(where, 'other')])
      expect((await answer(where, agent, variable, dir)).stdout).toContain('zebra');
  });

  test.each(['codex', 'copilot-cli', 'claude-code'])(
    '%s: a directory below, without a repository and without a word where it was started',
    async (agent) => {
      const where = place();
      where.write('project/.wave/settings.json', refusing('zebra'));
      await approved(where);
      const deep = elsewhere(where, 'project/sub dir/deep');
      const clone = elsewhere(where, 'project/clone/src');
      mkdirSync(join(clone, '../.git'));
      for (const dir of [deep, clone])
        expect((await answer(where, agent, 'NOTHING', dir)).stdout).toContain('zebra');
    },
  );

  test.each(['codex', 'copilot-cli'])('%s: a call that names another directory', async (agent) => {
    const where = place();
    where.write('project/.wave/settings.json', refusing('zebra'));
    where.write('other/.wave/settings.json', { hooks: {} });
    await approved(where);
    const other = elsewhere(where, 'other');
    expect((await answer(where, agent, 'NOTHING', other)).stdout).toContain('zebra');
  });

  test('nobody else is kept from working by a directory that all may write to', async () => {
    const where = place();
    where.write('.wave/settings.json', refusing('zebra'));
    const give = () => chownSync(join(where.home, '../.wave'), 12_345, 12_345);
    // Only root can give something away.
    if (process.getuid?.() !== 0) return expect(give).toThrow('EPERM');
    give();
    expect(await answer(where, 'codex', 'NOTHING', where.project)).toMatchObject({
      code: 0,
      stdout: '{}\n',
    });
  });

  test('into a repository inside of it, with hooks of its own', async () => {
    const where = place();
    where.write('project/.wave/settings.json', refusing('zebra'));
    where.write('project/sub/.wave/settings.json', { hooks: {} });
    elsewhere(where, 'project/sub/.git');
    await approved(where);
    const { stdout } = await answer(
      where,
      'claude-code',
      'CLAUDE_PROJECT_DIR',
      join(where.project, 'sub'),
    );
    expect(stdout).toContain('zebra');
  });

  test('also by the rules', async () => {
    const where = place();
    where.write('project/.wave/settings.json', { permissions: { deny: ['Bash(rm *)'] } });
    const { stdout } = await answer(
      where,
      'claude-code',
      'CLAUDE_PROJECT_DIR',
      elsewhere(where, 'other'),
      ['--permissions'],
    );
    expect(stdout).toContain('deny rule: Bash(rm *)');
  });
});

test('started where there is nothing of Wave, it is guarded by the project it is in', async () => {
  const where = place();
  where.write('other/.wave/settings.json', refusing('okapi'));
  const other = elsewhere(where, 'other');
  await approved({ ...where, project: other });
  const { stdout } = await answer(where, 'claude-code', 'CLAUDE_PROJECT_DIR', other);
  expect(stdout).toContain('okapi');
});

test('hooks that wait for approval: what the user of another agent can do about it', async () => {
  const where = place();
  where.write('project/.wave/settings.json', refusing('zebra'));
  const { code, stderr } = await answer(where, 'claude-code', 'CLAUDE_PROJECT_DIR', where.project);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /waiting for your approval[\s\S]*Look at them, then:\n.*hooks approve/,
    ),
  });
  expect(stderr).not.toContain('--trust-project-hooks');
});
