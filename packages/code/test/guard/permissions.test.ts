import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';
import { ask, bash, PROGRAM, resident } from './resident-helpers.ts';

const RULES = {
  allow: ['Bash(npm *)', 'Bash(git push *)'],
  ask: ['Bash(git push *)', 'Edit(/secret/**)'],
  deny: ['Bash(rm *)', 'WebFetch'],
};

const ruledBy = (hook?: string): Place => {
  const where = place();
  where.write('home/.wave/settings.json', {
    permissions: RULES,
    ...(hook ? { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: hook }] }] } } : {}),
  });
  return where;
};

const powershell = (command: string) => ({ ...bash(command), tool_name: 'PowerShell' });

const answer = async (where: Place, event: object, ...words: string[]) => {
  const stdin = JSON.stringify(event);
  const { stdout, code, stderr } = await wave(['guard', ...words], where, { stdin });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const { hookSpecificOutput: said, ...rest } = JSON.parse(stdout);
  return said ? [said.permissionDecision, said.permissionDecisionReason] : rest;
};

const DENIED = [
  'deny',
  'A permission rule denies this call (deny rule: Bash(rm *)). Do not try to achieve the same in another way.',
];

describe('with --permissions', () => {
  test.each<[string, object, unknown]>([
    ['denied', bash('rm x'), DENIED],
    ['denied inside of another command', bash('cd x && sudo rm y'), DENIED],
    ['asked', bash('git push origin'), ['ask', 'ask rule: Bash(git push *)']],
    ['allowed: the agent decides by its own rules', bash('npm test'), {}],
    ['no rule', bash('make'), {}],
    [
      'what cannot be read',
      bash('$X y'),
      ['ask', expect.stringContaining('the deny rule Bash(rm *) might apply')],
    ],
    ['denied in PowerShell', powershell('rm x'), DENIED],
    [
      'what PowerShell might mean',
      powershell('Get-ChildItem | % { rm x }'),
      ['ask', expect.stringContaining('the rule Bash(rm *) might apply')],
    ],
    [
      'a file that guards the agent, in PowerShell',
      powershell('Set-Content .wave\\settings.json "{}"'),
      ['ask', 'writes to files that guard the agent'],
    ],
    ['a tool that only the agent has', { ...bash(''), tool_name: 'Dance', tool_input: {} }, {}],
    [
      'an input that Wave does not know',
      { ...bash(''), tool_name: 'WebFetch', tool_input: { address: 1 } },
      ['deny', expect.stringContaining('the rule WebFetch might apply')],
    ],
  ])('%s', async (_, event, wanted) => {
    expect(await answer(ruledBy(), event, 'claude-code', '--permissions')).toEqual(wanted);
  });

  test('files that guard the agent are asked about', async () => {
    const where = ruledBy();
    const event = {
      ...bash(''),
      tool_name: 'Write',
      tool_input: { file_path: join(where.project, '.wave/settings.json'), content: '{}' },
    };
    expect((await answer(where, event, 'claude-code', '--permissions'))[0]).toBe('ask');
  });

  test.each([
    ['run_shell_command', { command: 'echo "{}" > .wave/settings.json', is_background: false }],
    ['write_file', { file_path: '.wave/settings.json', content: '', ai_proposed_content: '' }],
  ])('parameters that only the agent has hide nothing: %s', async (tool_name, tool_input) => {
    const event = { ...bash(''), tool_name, tool_input };
    expect((await answer(ruledBy(), event, 'qwen-code', '--permissions'))[0]).toBe('ask');
  });

  test('an agent that cannot ask denies', async () => {
    const event = { ...bash('git push origin'), turn_id: 't' };
    expect((await answer(ruledBy(), event, 'codex', '--permissions'))[0]).toBe('deny');
  });

  test('without it, rules are not asked', async () => {
    expect(await answer(ruledBy(), bash('rm x'), 'claude-code')).toEqual({});
  });
});

describe('rules and hooks: the stricter one counts', () => {
  const saying = (fields: object) =>
    `printf %s '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })}'`;
  const ALLOW = saying({ permissionDecision: 'allow', permissionDecisionReason: 'fine' });

  test.each<[string, string, string, unknown]>([
    ['an allow does not beat a deny rule', ALLOW, 'rm x', DENIED],
    ['nor an ask rule', ALLOW, 'git push', ['ask', 'ask rule: Bash(git push *)']],
    ['but counts where there is none', ALLOW, 'make', ['allow', 'fine']],
    ['a deny stays', 'echo "not now" >&2; exit 2', 'npm test', ['deny', 'not now']],
    [
      'rules see what a hook made of the call',
      saying({ updatedInput: { command: 'rm y' } }),
      'make',
      DENIED,
    ],
  ])('%s', async (_, hook, command, wanted) => {
    const where = ruledBy(hook);
    expect(await answer(where, bash(command), 'claude-code', '--permissions')).toEqual(wanted);
  });
});

test('the resident applies them as well', async () => {
  const where = ruledBy();
  await resident(where);
  const words = [`--node=${process.execPath}`, 'claude-code', '--permissions'];
  const { stdout } = await ask(where, bash('rm x'), { words });
  expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('deny');
});

test('installed with --permissions, every entry asks for them', async () => {
  const where = place();
  await wave(['guard', 'install', '--agent', 'claude-code', '--user', '--permissions'], where);
  const file = join(where.home, '.claude/settings.json');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8'));
  for (const [group] of Object.values<{ hooks: { command: string }[] }[]>(hooks))
    expect(group?.hooks[0]?.command).toMatch(
      new RegExp(
        `^/bin/sh ${PROGRAM} --node=\\S+ (--fail=1 )?claude-code --permissions \\|\\| exit [12]$`,
      ),
    );
  await wave(['guard', 'install', '--agent', 'claude-code', '--user'], where);
  expect(readFileSync(file, 'utf8')).not.toContain('--permissions');
});
