import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../../../test/until.ts';
import type { Confirm } from '../../src/permissions/confirm.ts';
import { blocksOf, hooksOn, printing, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** Not in /tmp, which is another directory inside. */
function outside(): string {
  const dir = mkdtempSync('/var/tmp/wave-test-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });
const sandboxed = { permissionMode: 'sandboxed' as const };
const settingsOf = (sandbox: object, more: object = {}) => {
  const file = join(outside(), 'settings.json');
  writeFileSync(file, JSON.stringify({ sandbox, ...more }));
  return file;
};

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  describe('the mode sandboxed', () => {
    test('runs commands unasked, inside, and edits in the project too', async () => {
      const [dir, out] = [outside(), outside()];
      const confirm = vi.fn<Confirm>(async () => false);
      const { agent } = await talk({
        ...{ ...sandboxed, workdir: dir, confirm },
        script: [
          bash(`echo x > made; echo y > ${out}/made; cd /tmp; pwd`),
          call('Write', { file_path: join(dir, 'written'), content: 'text' }),
          say('ok'),
        ],
      });
      const [ran, wrote] = blocksOf(agent.messages, 'tool');
      expect([ran?.result, wrote?.success]).toEqual([
        expect.stringContaining('Read-only file system'),
        true,
      ]);
      expect([existsSync(join(dir, 'made')), readdirSync(out)]).toEqual([true, []]);
      expect(confirm).not.toHaveBeenCalled();
    });

    test.each([
      ['.vscode/tasks.json', true],
      ['.envrc', true],
      ['.husky/pre-commit', true],
      ['.github/workflows/ci.yml', true],
      ['.github/README.md', false],
      ['lefthook-local.yml', true],
      ['my-hooks/post-commit', true],
      ['linked/tasks.json', true],
      ['.git/hooks/post-commit', true],
      ['src/.envrc.ts', false],
      ['HEAD', false],
    ])('edits ask where a command inside could not write: %s', async (name, asks) => {
      const dir = outside();
      for (const made of ['.git', '.vscode']) mkdirSync(join(dir, made));
      writeFileSync(join(dir, '.git/config'), '[core] hooksPath = my-hooks\n');
      symlinkSync('.vscode', join(dir, 'linked'));
      const confirm = vi.fn<Confirm>(async () => false);
      await talk({
        ...{ ...sandboxed, workdir: dir, confirm },
        script: [call('Write', { file_path: join(dir, name), content: 'x' }), say('ok')],
      });
      expect([confirm.mock.calls.length, existsSync(join(dir, name))]).toEqual([
        asks ? 1 : 0,
        !asks,
      ]);
    });

    test('deny rules, ask rules and hooks hold', async () => {
      const dir = outside();
      const confirm = vi.fn<Confirm>(async () => false);
      const { agent } = await talk({
        ...{ ...sandboxed, workdir: dir, confirm },
        permissions: { deny: ['Bash(touch denied)'], ask: ['Bash(touch asked)'] },
        hooks: hooksOn('PreToolUse', `grep -q blocked && { echo no >&2; exit 2; }; exit 0`),
        script: [bash('touch denied'), bash('touch asked'), bash('touch blocked'), say('ok')],
      });
      expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([
        false,
        false,
        false,
      ]);
      expect(confirm).toHaveBeenCalledTimes(1);
      expect(readdirSync(dir)).toEqual([]);
    });

    test('what a Read rule denies cannot be read by any program', async () => {
      const dir = outside();
      mkdirSync(join(dir, 'deep/secrets'), { recursive: true });
      for (const name of ['.env', 'deep/.env', 'deep/secrets/a', 'open'])
        writeFileSync(join(dir, name), `TEXT of ${name}`);
      const { agent } = await talk({
        ...{
          ...sandboxed,
          workdir: dir,
          permissions: { deny: ['Read(.env)', 'Read(deep/secrets/**)'] },
        },
        script: [
          bash(`python3 -c 'import os
for d, _, fs in os.walk("."):
  for f in fs:
    try: print(open(os.path.join(d, f)).read())
    except Exception as e: print(type(e).__name__)'`),
          say('ok'),
        ],
      });
      const [ran] = blocksOf(agent.messages, 'tool');
      expect(ran?.result).toContain('TEXT of open');
      expect(ran?.result).not.toMatch(/TEXT of (\.env|deep)/);
      expect(ran?.result).toContain('PermissionError');
    });

    test('where hooks are read from can only be read: the directory of a plugin', async () => {
      const dir = outside();
      mkdirSync(join(dir, 'tidy/hooks'), { recursive: true });
      writeFileSync(join(dir, 'tidy/hooks/hooks.json'), '{"hooks":{}}');
      const { agent } = await talk({
        ...{ ...sandboxed, workdir: dir, settings: settingsOf({}, { plugins: [`${dir}/tidy`] }) },
        // By a name that no rule can read from the command.
        script: [
          bash(`python3 -c 'import os
dir = "ti" + "dy"
for work in (lambda: open(dir + "/hooks/more.sh", "w"), lambda: os.rename(dir, "other")):
  try: work()
  except OSError as e: print(e.strerror)'; touch made`),
          say('ok'),
        ],
      });
      const [ran] = blocksOf(agent.messages, 'tool');
      expect(ran?.result).toMatch(/Read-only file system[\s\S]*busy/);
      expect([readdirSync(join(dir, 'tidy/hooks')), existsSync(join(dir, 'made'))]).toEqual([
        ['hooks.json'],
        true,
      ]);
    });

    test('keeps what commands leave in /tmp for the next one, and ends with nothing left', async () => {
      const { agent } = await talk({
        ...{ ...sandboxed, workdir: outside() },
        script: [
          bash('echo kept > /tmp/wave-test-kept'),
          bash('cat /tmp/wave-test-kept'),
          say('ok'),
        ],
      });
      expect(blocksOf(agent.messages, 'tool')[1]?.result).toContain('kept');
      expect(existsSync('/tmp/wave-test-kept')).toBe(false);
      await agent.close();
      expect(
        readdirSync('/tmp').filter((name) => name.startsWith(`wave-sandbox-${process.pid}-`)),
      ).toEqual([]);
    });

    test('background commands are inside, too', async () => {
      const [dir, out] = [outside(), outside()];
      const { agent, send } = await talk({
        ...{ ...sandboxed, workdir: dir },
        script: [
          bash(`echo begun; touch ${out}/made; sleep 60`, { run_in_background: true }),
          say('ok'),
        ],
      });
      await until(async () => {
        await send('more', call('BashOutput', { bash_id: 'bash_1' }), say('ok'));
        const results = blocksOf(agent.messages, 'tool').map(({ result }) => result);
        return results.join('').includes('Read-only file system');
      });
      expect(readdirSync(out)).toEqual([]);
    });

    test('a command cannot have us read for it: its word to us is no link', async () => {
      const [dir, out] = [outside(), outside()];
      writeFileSync(join(out, 'key'), '0\nTHE-KEY\n');
      writeFileSync(join(dir, 'a'), '');
      const { agent } = await talk({
        ...{ ...sandboxed, workdir: dir },
        // The mark is the only thing in a directory of that name.
        script: [
          bash(
            `trap - EXIT; for m in /tmp/wave-shell-*; do ln -sf ${out}/key $m/mark; done; kill -9 $$`,
          ),
          say('ok'),
        ],
      });
      expect(JSON.stringify(agent.messages)).not.toContain('THE-KEY');
    });
  });

  describe('a command that fails because of it', () => {
    test.each([
      ['touch /etc/x', 'it wrote where the sandbox lets nothing be written'],
      [
        'python3 -c "import urllib.request as u; u.urlopen(\'http://example.com\')"',
        'it looked for the network',
      ],
    ])('%s: the agent and the user hear why it may be', async (command, why) => {
      const { agent } = await talk({ ...sandboxed, script: [bash(command), say('ok')] });
      const [ran] = blocksOf(agent.messages, 'tool');
      expect(ran?.result).toContain(`This ran in the sandbox, which may be why it failed: ${why}`);
      expect(ran?.result).toContain('outside_sandbox');
      expect(
        blocksOf(agent.messages, 'notice')
          .map(({ content }) => content)
          .join(),
      ).toContain(why);
    });

    test('one that fails by itself says nothing of it', async () => {
      const { agent } = await talk({ ...sandboxed, script: [bash('exit 3'), say('ok')] });
      expect(blocksOf(agent.messages, 'tool')[0]?.result).not.toContain('sandbox');
      expect(blocksOf(agent.messages, 'notice')).toEqual([]);
    });

    test('it can ask to run outside: with the reason, in every mode, whatever a rule or a hook allows', async () => {
      const [dir, out] = [outside(), outside()];
      const asked: unknown[] = [];
      const confirm: Confirm = async ({ reasons, by, suggestions }) => {
        asked.push([by, reasons, suggestions]);
        return asked.length > 1;
      };
      const command = `touch ${out}/made`;
      const { agent, send } = await talk({
        ...{ ...sandboxed, workdir: dir, confirm, permissions: { allow: ['Bash'] } },
        hooks: hooksOn(
          'PreToolUse',
          printing({ hookSpecificOutput: { permissionDecision: 'allow' } }),
        ),
        script: [bash(command, { outside_sandbox: 'it writes elsewhere' }), say('ok')],
      });
      const question = [
        'leaves the sandbox',
        ['it would run outside of the sandbox, because: it writes elsewhere'],
        [],
      ];
      expect([asked, readdirSync(out)]).toEqual([[question], []]);
      await send('again', bash(command, { outside_sandbox: 'it writes elsewhere' }), say('ok'));
      expect([asked.length, readdirSync(out)]).toEqual([2, ['made']]);
      expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([false, true]);
    });

    test('where nobody can be asked, it does not', async () => {
      const { agent } = await talk({
        ...sandboxed,
        script: [bash('true', { outside_sandbox: 'why' }), say('ok')],
      });
      expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
        success: false,
        result: expect.stringContaining('outside of the sandbox'),
      });
    });
  });

  describe('a hook says "sandbox"', () => {
    const saying = (sandbox: unknown) => hooksOn('PreToolUse', printing({ sandbox }));

    test.each(['workspace', 'read-only'])(
      '%s: it holds in every mode, and nobody can leave it',
      async (profile) => {
        const [dir, out] = [outside(), outside()];
        const { agent } = await talk({
          workdir: dir,
          hooks: saying(profile),
          script: [
            bash(`touch ${out}/made; touch inside`, { outside_sandbox: 'please' }),
            say('ok'),
          ],
        });
        expect([readdirSync(out), readdirSync(dir).includes('inside')]).toEqual([
          [],
          profile === 'workspace',
        ]);
        expect(blocksOf(agent.messages, 'tool')).toHaveLength(1);
      },
    );

    test('it cannot widen: off is reported, and read-only stays', async () => {
      const dir = outside();
      const { agent } = await talk({
        ...{ workdir: dir, settings: settingsOf({ profile: 'read-only' }), hooks: saying('off') },
        script: [bash('touch inside'), say('ok')],
      });
      expect(readdirSync(dir)).toEqual([]);
      expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toContainEqual(
        expect.stringContaining(
          '"sandbox" was ignored: expected "workspace", "read-only" or "isolated", got "off"',
        ),
      );
    });

    test('a guard whose word cannot be read blocks', async () => {
      const { agent, dir } = await talk({
        hooks: hooksOn('PreToolUse', {
          command: printing({ sandbox: 'workspce' }),
          onError: 'block',
        }),
        script: [bash('touch ran'), say('ok')],
      });
      expect([readdirSync(dir), blocksOf(agent.messages, 'tool')[0]?.success]).toEqual([[], false]);
    });

    test('on PermissionRequest: yes, but inside', async () => {
      const [dir, out] = [outside(), outside()];
      await talk({
        ...{ workdir: dir, permissionMode: 'default' },
        hooks: hooksOn(
          'PermissionRequest',
          printing({
            sandbox: 'workspace',
            hookSpecificOutput: { decision: { behavior: 'allow' } },
          }),
        ),
        script: [bash(`touch ${out}/made; touch inside`), say('ok')],
      });
      expect([readdirSync(out), readdirSync(dir)]).toEqual([
        [],
        expect.arrayContaining(['inside']),
      ]);
    });
  });

  test('a hook with "sandbox": true runs inside, without keys', async () => {
    const [dir, out] = [outside(), outside()];
    const command = `touch ${out}/made; touch "$WAVE_PROJECT_DIR"/by-hook; echo "key:$MY_API_KEY" > "$WAVE_PROJECT_DIR"/env; exit 0`;
    await talk({
      workdir: dir,
      env: { ...process.env, MY_API_KEY: 'k' },
      model: { id: 'x', stream: async function* () {} } as never,
      hooks: hooksOn('UserPromptSubmit', { command, sandbox: true }),
    }).catch(() => {});
    expect([readdirSync(out), existsSync(join(dir, 'by-hook'))]).toEqual([[], true]);
    expect(readFileSync(join(dir, 'env'), 'utf8')).toBe('key:\n');
  });

  test('plan mode is read-only, whatever a reader does by itself', async () => {
    const dir = outside();
    writeFileSync(join(dir, 'a'), 'text');
    const { agent } = await talk({
      ...{ workdir: dir, permissionMode: 'plan' },
      script: [bash('cat a', { outside_sandbox: 'please' }), say('ok')],
    });
    const [ran] = blocksOf(agent.messages, 'tool');
    expect(ran?.result).toContain('text');
    expect(ran?.result).toContain('plan mode keeps it there');
    expect(agent.commandBox.profile).toBe('read-only');
  });

  describe('the network', () => {
    const serving = async () => {
      const seen: string[] = [];
      const server = createServer(({ url = '', headers }, answer) => {
        seen.push(url);
        answer.end(`hello from outside, ${headers.host}`);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      return { port: (server.address() as AddressInfo).port, seen };
    };
    const fetching = (port: number, host = '127.0.0.1') =>
      bash(
        `python3 -c 'import urllib.request as u, os; p = u.ProxyHandler({"http": os.environ.get("http_proxy", "")}); print(u.build_opener(p).open("http://${host}:${port}/x").read())'`,
      );

    test('only what settings name, by the proxy', async () => {
      const { port, seen } = await serving();
      const settings = settingsOf({ network: { allow: [`127.0.0.1:${port}`] } });
      const { agent } = await talk({
        ...sandboxed,
        settings,
        script: [fetching(port), fetching(port + 1), say('ok')],
      });
      const [named, other] = blocksOf(agent.messages, 'tool');
      expect(named?.result).toContain('hello from outside');
      expect(other?.success).toBe(false);
      expect(other?.result).toContain('the sandbox refused 127.0.0.1');
      expect(seen).toEqual(['/x']);
    });

    test('a server is asked for the host that was allowed, whatever the command calls it', async () => {
      const { port } = await serving();
      const settings = settingsOf({ network: { allow: ['a.example.com'] } });
      const code = `import os, socket; s = socket.create_connection(("127.0.0.1", int(os.environ["http_proxy"].rsplit(":")[-1].strip("/")))); s.sendall(b"GET http://a.example.com:${port}/x HTTP/1.1\\r\\nHost: other.example.com\\r\\nConnection: close\\r\\n\\r\\n"); print(s.makefile().read())`;
      const { agent } = await talk({
        ...sandboxed,
        settings,
        lookup: async () => ['127.0.0.1'],
        script: [bash(`python3 -c '${code}'`), say('ok')],
      });
      expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain(
        `hello from outside, a.example.com:${port}`,
      );
    });

    test('a name that leads to this machine only where it is named itself', async () => {
      const { port, seen } = await serving();
      const lookup = async () => ['127.0.0.1'];
      for (const [allow, reaches] of [
        ['*.example.com', false],
        ['a.example.com', true],
      ] as const) {
        const settings = settingsOf({ network: { allow: [allow] } });
        const { agent } = await talk({
          ...sandboxed,
          settings,
          lookup,
          script: [fetching(port, 'a.example.com'), say('ok')],
        });
        expect(blocksOf(agent.messages, 'tool')[0]?.success, allow).toBe(reaches);
      }
      expect(seen).toEqual(['/x']);
    });
  });

  test('limits hold', async () => {
    const settings = settingsOf({ limits: { fileMB: 1, memoryMB: 300 } });
    const { agent, dir } = await talk({
      ...{ ...sandboxed, settings },
      script: [
        bash('head -c 3000000 /dev/zero > large; ls -l large'),
        bash('python3 -c "x = bytearray(600_000_000)"'),
        say('ok'),
      ],
    });
    const [file, memory] = blocksOf(agent.messages, 'tool');
    expect([readFileSync(join(dir, 'large')).length, file?.result]).toEqual([
      1_048_576,
      expect.stringContaining('1048576'),
    ]);
    expect(memory?.result).toContain('MemoryError');
  });
});
