import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';

const FILES = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  'gemini-cli': '.gemini/settings.json',
  'qwen-code': '.qwen/settings.json',
} as const;

type Agent = keyof typeof FILES;

const AGENTS = Object.keys(FILES) as Agent[];

const guard = (where: Place, verb: string, agent: string, ...more: string[]) =>
  wave(['guard', verb, '--agent', agent, ...more], where);

const textIn = (where: Place, file: string) => readFileSync(join(where.project, file), 'utf8');

/** Settings as people have them: comments, a comma at the end, hooks of their own. */
const OLD = [
  '\ufeff{\r\n\t// mine\r\n\t"model": "x", /* y */\r\n\t"hooks": {\r\n\t\t"PreToolUse": [],\r\n\t},\r\n}\r\n',
  '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  '{}',
  '',
  '{\n  "model": "x"\n}',
];

describe.each(AGENTS)('%s', (agent) => {
  test.each(OLD)('what was there comes back to the byte: %j', async (text) => {
    const where = place();
    where.write(`project/${FILES[agent]}`, text);
    expect(await guard(where, 'install', agent)).toMatchObject({ code: 0, stderr: '' });
    const installed = textIn(where, FILES[agent]);
    expect(installed).toContain(`guard ${agent} || exit 2`);
    expect((await guard(where, 'install', agent)).stdout).toContain('nothing to do');
    expect(textIn(where, FILES[agent])).toBe(installed);
    await guard(where, 'uninstall', agent);
    expect(textIn(where, FILES[agent])).toBe(text);
    expect((await guard(where, 'uninstall', agent)).stdout).toContain('nothing to do');
  });

  test('a file that was not there is gone again', async () => {
    const where = place();
    await guard(where, 'install', agent, '--user');
    const file = join(where.home, FILES[agent]);
    expect(existsSync(file)).toBe(true);
    expect((await wave(['guard', 'status'], where)).stdout).toContain(file);
    await guard(where, 'uninstall', agent, '--user');
    expect(existsSync(file)).toBe(false);
  });

  test('what somebody changed meanwhile stays', async () => {
    const where = place();
    where.write(`project/${FILES[agent]}`, '{\n  "a": 1\n}\n');
    await guard(where, 'install', agent);
    const changed = textIn(where, FILES[agent]).replace('"a": 1,', '"a": 2, // mine');
    where.write(`project/${FILES[agent]}`, changed);
    await guard(where, 'uninstall', agent);
    const left = textIn(where, FILES[agent]);
    expect(left).toContain('// mine');
    expect(left).not.toContain('guard');
  });
});

test('an entry is a command that refuses if Wave cannot be started', async () => {
  const where = place();
  await guard(where, 'install', 'claude-code');
  const { hooks } = JSON.parse(textIn(where, '.claude/settings.json'));
  const commandOf = (event: string) => hooks[event][0].hooks[0].command as string;
  expect(Object.keys(hooks)).toEqual(
    expect.arrayContaining(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop']),
  );
  expect(commandOf('PreToolUse')).toMatch(/ guard claude-code \|\| exit 2$/);
  // What is held only once must not be held for ever.
  expect(commandOf('Stop')).toMatch(/ guard claude-code$/);
});

test('the entry, run as the agent runs it', async () => {
  const where = place();
  const hook = { type: 'command', command: 'echo "no rm" >&2; exit 2' };
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  await guard(where, 'install', 'claude-code');
  const { hooks } = JSON.parse(textIn(where, '.claude/settings.json'));
  const { command } = hooks.PreToolUse[0].hooks[0];
  const { spawnSync } = await import('node:child_process');
  const run = (text: string) =>
    spawnSync('sh', ['-c', text], {
      cwd: where.project,
      env: { PATH: process.env['PATH'], HOME: where.home },
      input: JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'rm x' },
      }),
      encoding: 'utf8',
    });
  expect(JSON.parse(run(command).stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no rm',
    },
  });
  expect(run(command.replace('wave.cjs', 'gone.cjs')).status).toBe(2);
});

test('status: what is guarded, what is missing, what becomes of what an agent cannot do', async () => {
  const where = place();
  expect((await wave(['guard', 'status'], where)).stdout).toContain('No agent is guarded here');
  await guard(where, 'install', 'codex');
  const whole = await wave(['guard', 'status'], where);
  expect(whole.code).toBe(0);
  expect(whole.stdout).toContain('PreToolUse: ask becomes deny, with the suggested input');
  expect(whole.stdout).toContain('type /hooks in Codex');
  const { hooks } = JSON.parse(textIn(where, '.codex/hooks.json'));
  const { Stop: _, ...rest } = hooks;
  where.write('project/.codex/hooks.json', { hooks: rest });
  const partial = await wave(['guard', 'status'], where);
  expect(partial.code).toBe(1);
  expect(partial.stdout).toContain('missing: Stop');
});

test.each([
  [['install'], /--agent: expected one of claude-code, codex, gemini-cli, qwen-code, got null/],
  [['install', '--agent', 'vi'], /--agent: expected one of .*, got "vi"/],
  [['install', '--agent', 'codex', '--user', '--project'], /exclude each other/],
])('%j is refused', async (args, why) => {
  const { code, stderr } = await wave(['guard', ...args], place());
  expect(code).toBe(1);
  expect(stderr).toMatch(why);
});

test('settings that cannot be read are left alone', async () => {
  const where = place();
  where.write('project/.claude/settings.json', '{"hooks": [}');
  const { code, stderr } = await guard(where, 'install', 'claude-code');
  expect(code).toBe(1);
  expect(stderr).toContain('.claude/settings.json:1:');
  expect(textIn(where, '.claude/settings.json')).toBe('{"hooks": [}');
});
