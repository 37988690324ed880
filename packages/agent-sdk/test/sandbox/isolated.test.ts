import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { start } from '@wavehooks/process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Confirm } from '../../src/permissions/confirm.ts';
import { openSandbox } from '../../src/sandbox/open-sandbox.ts';
import { decisionIn, makeProject, PLAIN_ENV } from '../permissions/reads/project.ts';
import { THAT_READ } from '../permissions/reads/that-read.ts';
import { blocksOf, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const { dir } = makeProject();
const decide = decisionIn(dir);
const home = mkdtempSync('/var/tmp/wave-home-');
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What tells the time, or is another number each time. */
const CHANGES =
  /^time |date|uptime|free|RANDOM|SECONDS|EPOCH|BASHPID|\$\$|PPID|<\(|sleep|ps\b|tail -[fF]/;

const ALIKE = THAT_READ.filter((command) => !CHANGES.test(command));

async function inside(command: string, more: Partial<Parameters<typeof openSandbox>[0]> = {}) {
  const sandbox = openSandbox({ projectDir: dir, ...more });
  try {
    const plan = await sandbox.plan('isolated');
    if ('fault' in plan) throw new Error(plan.fault);
    const { outcome, stdout, stderr } = await start({
      ...{ file: '/bin/bash', args: ['-c', command], cwd: dir, env: ENV },
      ...{ stdin: Buffer.alloc(0), timeoutMs: 20_000, maxBytes: 1_000_000, sandbox: plan },
    }).ended;
    return { code: outcome.is === 'exit' ? outcome.code : outcome.is, stdout, stderr };
  } finally {
    sandbox.close();
  }
}

const ENV = { ...PLAIN_ENV, GIT_CONFIG_NOSYSTEM: '1' };

function outside(command: string) {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', command], {
    ...{ cwd: dir, env: ENV, encoding: 'utf8', input: '', timeout: 120_000 },
  });
  return { code: status, stdout, stderr };
}

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  describe('a command that only reads prints inside what it prints outside', () => {
    test.each(ALIKE.filter((command) => decide(command).sandbox === 'isolated'))(
      '%s',
      async (command) => {
        expect(await inside(command)).toEqual(outside(command));
      },
    );

    test('most of them run inside', () => {
      const isolated = THAT_READ.filter((command) => decide(command).sandbox === 'isolated');
      expect(isolated.length / THAT_READ.length).toBeGreaterThan(0.6);
    });
  });

  describe('nothing else is there', () => {
    beforeAll(() => {
      vi.stubEnv('HOME', home);
      for (const name of [
        '.ssh/id_rsa',
        'notes',
        '.nvm/versions/node/v1/lib/x',
        'bin/tool',
        'dotfiles/notes',
      ]) {
        mkdirSync(join(home, name, '..'), { recursive: true });
        writeFileSync(join(home, name), 'SECRET\n');
      }
      const bin = join(home, '.nvm/versions/node/v1/bin');
      mkdirSync(bin);
      mkdirSync(join(home, 'dotfiles/bin'));
      writeFileSync(join(bin, 'nodeish'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/x"\n');
      chmodSync(join(bin, 'nodeish'), 0o755);
      vi.stubEnv('PATH', `${bin}:${home}/dotfiles/bin:${home}:/usr/bin:/bin`);
      writeFileSync(join(home, 'dotfiles/bin/token'), 'SECRET\n');
      writeFileSync(join(home, '.gitconfig'), '[core]\n\texcludesFile = ~/ignored\n');
      writeFileSync(join(home, 'ignored'), 'build\n');
      writeFileSync(join(dir, '.env'), 'SECRET\n');
      symlinkSync(join(home, 'notes'), join(dir, 'sly'));
    });

    test.each([
      `cat ${home}/.ssh/id_rsa`,
      `cat ${home}/notes`,
      `cat ${home}/*`,
      `ls ${home}`,
      `cat ${home}/dotfiles/notes; ls ${home}/dotfiles`,
      `cat ${home}/dotfiles/bin/token`,
      'cat sly',
      'cat /etc/passwd',
      'cat /etc/hosts',
      'cat out/x',
      'cat .env',
      'cat /proc/1/environ',
      `cat /proc/self/root${home}/notes`,
      'ls /home /root /var /srv /mnt',
    ])('%s', async (command) => {
      const { stdout } = await inside(command, {
        deny: () => ['Read(.env)', 'Read(~/dotfiles/bin/token)'],
      });
      expect(stdout).not.toContain('SECRET');
      expect(stdout).not.toMatch(/root:|localhost|notes/);
    });

    test('but the programs of version managers, with what they are made of, and settings of git', async () => {
      const bin = join(home, '.nvm/versions/node/v1/bin');
      expect(
        await inside(`PATH=${bin}:$PATH nodeish; cat ${home}/.gitconfig ${home}/ignored`),
      ).toEqual({
        ...{ code: 0, stderr: '' },
        stdout: 'SECRET\n[core]\n\texcludesFile = ~/ignored\nbuild\n',
      });
    });

    test('nothing can be written, and nobody reached', async () => {
      const socket = join(dir, 'socket');
      const server = createServer().listen(socket);
      await new Promise((ready) => server.once('listening', ready));
      try {
        const { stdout } = await inside(
          [
            'touch x || echo no',
            `touch ${home}/x || echo no`,
            'touch /x || echo no',
            'touch /tmp/x && echo yes',
            '(exec 3<>/dev/tcp/127.0.0.1/22) 2>/dev/null || echo no',
            '[ -S socket ] && echo socket',
            ':',
          ].join('\n'),
        );
        expect(stdout).toBe('no\nno\nno\nyes\nno\n');
      } finally {
        server.close();
      }
    });
  });

  describe('in a session', () => {
    const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });
    const asking = () => vi.fn<Confirm>(async () => true);

    test('it runs unasked, inside, and says so', async () => {
      const confirm = asking();
      const { agent } = await talk({
        ...{ workdir: dir, confirm, permissionMode: 'default' as const },
        script: [bash('cat README.md | awk "{print \\$1}"'), say('ok')],
      });
      const [ran] = blocksOf(agent.messages, 'tool');
      expect([ran?.success, confirm.mock.calls.length]).toEqual([true, 0]);
      expect(ran?.result).toContain('foo:');
    });

    test('what it cannot do there is told, and the way out is asked about', async () => {
      const confirm = asking();
      const { agent } = await talk({
        ...{ workdir: dir, confirm, permissionMode: 'default' as const },
        permissions: { deny: ['Read(.env)'] },
        script: [
          bash('grep -c SECRET README.md; head -c 1 .git/config > /dev/null; cat src/*'),
          bash('cat src/*', { outside_sandbox: 'it needs more' }),
          say('ok'),
        ],
      });
      expect(confirm.mock.calls.map(([{ by }]) => by)).toEqual(['leaves the sandbox']);
      expect(blocksOf(agent.messages, 'tool')[1]?.success).toBe(true);
    });
  });
});
