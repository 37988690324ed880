import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { userShell } from '../../../code/src/screen/machine/shell.ts';
import { MEMORY } from '../mcp/servers.ts';
import { blocksOf, hooksOn, printing, talk } from '../talk.ts';
import { runSequence } from '../undo/sequences.ts';
import { call, say } from '../wire/reply.ts';

/** Not in /tmp, which is another directory inside. */
function place(): string {
  const dir = mkdtempSync('/var/tmp/wave-test-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  test.each([true, false])('an MCP server over stdio with "sandbox": %s', async (sandbox) => {
    const [dir, out] = [place(), place()];
    const script = `touch ${out}/made; touch inside; exec "$0" "$1"`;
    const { agent } = await talk({
      workdir: dir,
      // Where this clone is in /tmp, Node and the server are otherwise not there.
      directories: [fileURLToPath(new URL('../../../..', import.meta.url))],
      mcpServers: {
        memory: { command: '/bin/sh', args: ['-c', script, process.execPath, MEMORY], sandbox },
      },
      script: [call('mcp__memory__create_entities', { names: ['a'] }), say('ok')],
    });
    expect(agent.mcp.servers()).toMatchObject([{ name: 'memory', state: 'ready' }]);
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ success: true, result: 'kept a' });
    expect([readdirSync(out), readdirSync(dir).includes('inside')]).toEqual([
      sandbox ? [] : ['made'],
      true,
    ]);
  });

  test.each(['sandboxed', 'default'] as const)('!command in the mode %s', async (mode) => {
    const [dir, out] = [place(), place()];
    const { agent } = await talk({ workdir: dir, permissionMode: mode, script: [say('ok')] });
    const { item } = await userShell(
      `touch ${out}/made; touch inside`,
      agent,
      new AbortController().signal,
    );
    expect([readdirSync(out), readdirSync(dir).includes('inside')]).toEqual([
      mode === 'sandboxed' ? [] : ['made'],
      true,
    ]);
    expect(JSON.stringify(item).includes('in the sandbox, workspace')).toBe(mode === 'sandboxed');
  });

  test.each(['sandboxed', 'bypassPermissions'] as const)(
    'terminals of the host in the mode %s',
    async (mode) => {
      const dir = place();
      const ran: string[] = [];
      const { agent } = await talk({
        workdir: dir,
        permissionMode: mode,
        terminals: {
          run: async ({ args }) => {
            ran.push(args.join(' '));
            return { output: 'from the host\r\n', code: 0 };
          },
        },
        script: [bash('touch inside'), say('ok')],
      });
      const boxed = mode === 'sandboxed';
      expect([ran.length, readdirSync(dir).includes('inside')]).toEqual(
        boxed ? [0, true] : [1, false],
      );
      const { result } = blocksOf(agent.messages, 'tool')[0] ?? {};
      expect(result?.startsWith('from the host\nExit code: 0')).toBe(!boxed);
    },
  );

  test('the number of processes is bounded, and the agent hears of it', async () => {
    const settings = join(place(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ sandbox: { limits: { processes: 20 } } }));
    // Linux counts none of root's, so what is looked at is the bound itself.
    const { agent } = await talk({
      ...{ permissionMode: 'sandboxed', settings },
      script: [
        bash('grep "Max processes" /proc/self/limits; echo "fork: retry" >&2; exit 1'),
        say('ok'),
      ],
    });
    const [ran] = blocksOf(agent.messages, 'tool');
    expect(ran?.result).toMatch(/Max processes +20 +20/);
    expect(ran?.result).toContain('it ran out of processes or memory');
  });

  test('a hook only tightens: read-only stays where it says workspace', async () => {
    const [dir, settings] = [place(), join(place(), 'settings.json')];
    writeFileSync(settings, JSON.stringify({ sandbox: { profile: 'read-only' } }));
    await talk({
      ...{
        workdir: dir,
        settings,
        hooks: hooksOn('PreToolUse', printing({ sandbox: 'workspace' })),
      },
      script: [bash('touch inside'), say('ok')],
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  describe('undo', () => {
    test('knows nothing of what a sandbox bars', async () => {
      const dir = place();
      writeFileSync(join(dir, 'a'), 'first');
      const { agent } = await talk({
        ...{ workdir: dir, permissionMode: 'sandboxed', session: { keep: true }, home: place() },
        // The second is noted while what the first one barred is still there, and one more in the background.
        script: [
          bash('sleep 1.5', { run_in_background: true }),
          bash('echo second > a; echo new > b'),
          bash('echo third > a'),
          say('ok'),
        ],
      });
      const [prompt] = agent.checkpoints().filter(({ id }) => id !== 'start');
      const { restored, removed, skipped, uncovered } = await agent.undo(prompt?.id ?? '');
      expect({ restored, removed, skipped, uncovered }).toEqual({
        restored: [join(dir, 'a'), join(dir, 'b')],
        removed: [join(dir, 'b')],
        skipped: [],
        uncovered: [],
      });
      await agent.close();
      await expect.poll(() => readdirSync(dir)).toEqual(['a']);
    });

    test('gives every file back, inside and outside in turns', async () => {
      const faults: string[] = [];
      for (let seed = 1; seed <= 8; seed++)
        faults.push(...(await runSequence(seed, { boxed: true })));
      expect(faults).toEqual([]);
    });
  });
});
