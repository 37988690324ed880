import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Confirm, ConfirmRequest } from '../../src/permissions/confirm.ts';
import { blocksOf, hooksOn, printing, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const bash = (command: string) => call('Bash', { command });
const deny = { deny: ['Bash(curl *)'] };
const ALLOW = printing({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
});
const WHY =
  'cannot tell what `$CMD` does (which program it is shows only when it runs); the deny rule Bash(curl *) might apply';

/** What the user was asked about each call. */
function asking(answer: boolean) {
  const asked: ConfirmRequest[] = [];
  const confirm = vi.fn<Confirm>(async (request) => {
    asked.push(request);
    return answer;
  });
  return { asked, confirm };
}

describe('a command that cannot be read, where a deny rule for Bash is there', () => {
  test.each(['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const)(
    'asks in mode %s, whatever a hook and a rule allow, and says why',
    async (permissionMode) => {
      const { asked, confirm } = asking(true);
      const { agent, server } = await talk({
        permissionMode,
        confirm,
        hooks: hooksOn('PreToolUse', ALLOW),
        permissions: { ...deny, allow: ['Bash'] },
        // In plan mode it runs in a sandbox that may only read.
        script: [bash('CMD=echo; $CMD ran'), say('ok')],
      });
      expect(asked).toMatchObject([
        { by: 'Wave cannot read it, and a deny rule might apply', reasons: [WHY] },
      ]);
      expect(asked[0]).not.toHaveProperty('rule');
      expect(blocksOf(agent.messages, 'tool')).toMatchObject([
        { success: true, result: expect.stringContaining('ran') },
      ]);
      expect(server.faults).toEqual([]);
    },
  );

  test.each([
    ['bypassPermissions', false, 'there is no user to ask'],
    ['dontAsk', true, 'Wave does not ask the user'],
  ] as const)('in mode %s with nobody to ask, user and agent are told', async (mode, ask, says) => {
    const { asked, confirm } = asking(true);
    const { agent, dir, sent } = await talk({
      permissionMode: mode,
      ...(ask ? { confirm } : {}),
      permissions: deny,
      script: [bash('CMD=touch; $CMD ran'), say('ok')],
    });
    expect(asked).toEqual([]);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
      `Bash did not run: ${WHY}, and there was nobody to ask.`,
    ]);
    const [tool] = blocksOf(agent.messages, 'tool');
    expect(tool?.result).toContain(says);
    expect(tool?.result).toContain('Wave cannot tell what `$CMD` does');
    expect(tool?.result).toContain('Write that part out');
    expect(sent).not.toContain('curl');
  });

  test('without such a rule nothing changes', async () => {
    const { dir } = await talk({
      permissions: { deny: ['WebFetch'] },
      script: [bash('CMD=touch; $CMD ran'), say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
  });

  test('a deny rule for files is such a rule, too', async () => {
    const { asked, confirm } = asking(false);
    const { dir } = await talk({
      confirm,
      permissions: { deny: ['Read(.env)'] },
      script: [bash('CMD=touch; $CMD ran'), say('ok')],
    });
    expect(asked[0]?.reasons[0]).toContain('the deny rule Read(.env) might apply');
    expect(existsSync(join(dir, 'ran'))).toBe(false);
  });

  test('a part that is read and denied is denied', async () => {
    const { asked, confirm } = asking(true);
    const { agent } = await talk({
      confirm,
      permissions: deny,
      script: [bash('$CMD; curl x'), say('ok')],
    });
    expect(asked).toEqual([]);
    expect(blocksOf(agent.messages, 'tool')[0]?.refused).toBe('deny rule: Bash(curl *)');
  });

  test('what is known well enough runs: find in the home directory', async () => {
    const { agent } = await talk({
      permissionMode: 'default',
      permissions: { ...deny, allow: ['Bash(find *)'] },
      script: [bash('find $HOME -maxdepth 0'), say('ok')],
    });
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ success: true });
  });

  test('an ask rule asks in its own words', async () => {
    const { asked, confirm } = asking(false);
    await talk({
      confirm,
      permissions: { ask: ['Bash(git push *)'] },
      script: [bash('git "$VERB" origin'), say('ok')],
    });
    expect(asked).toMatchObject([
      {
        by: 'Wave cannot read it, and an ask rule might apply',
        reasons: [
          'cannot tell what `"$VERB"` does (what it stands for shows only when it runs); the ask rule Bash(git push *) might apply',
        ],
      },
    ]);
  });
});

describe('files that the shell itself writes', () => {
  test('a deny of Edit holds for a redirection', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, '.env'), 'SECRET=1\n');
    const { agent } = await talk({
      workdir: dir,
      permissions: { deny: ['Edit(.env)'], allow: ['Bash'] },
      script: [bash('echo x >> .env'), bash('cd . && echo y > ./.env'), say('ok')],
    });
    expect(readFileSync(join(dir, '.env'), 'utf8')).toBe('SECRET=1\n');
    expect(blocksOf(agent.messages, 'tool').map(({ refused }) => refused)).toEqual([
      'deny rule: Edit(.env)',
      'deny rule: Edit(.env)',
    ]);
  });

  test('start files ask in every mode, by tool and by command', async () => {
    const home = tempDir();
    vi.stubEnv('HOME', home);
    const { asked, confirm } = asking(false);
    await talk({
      confirm,
      home,
      hooks: hooksOn('PreToolUse', ALLOW),
      permissions: { allow: ['Bash', 'Write'] },
      script: [
        bash('echo x >> ~/.bashrc'),
        call('Write', { file_path: join(home, '.zshrc'), content: 'x' }),
        say('ok'),
      ],
    });
    vi.unstubAllEnvs();
    expect(asked.map(({ tool, by }) => [tool, by])).toEqual([
      ['Bash', 'writes to files that guard the agent'],
      ['Write', 'writes to files that guard the agent'],
    ]);
    expect(existsSync(join(home, '.bashrc')) || existsSync(join(home, '.zshrc'))).toBe(false);
  });
});
