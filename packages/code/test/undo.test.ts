import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

/** A project in which `wave -p` was called with each of these. */
async function project(turns: Readonly<Record<string, readonly Reply[]>>) {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const go = async (prompt: string, replies: readonly Reply[], ...more: string[]) => {
    server.script(...replies);
    const args = ['-p', prompt, '--permission-mode', 'bypassPermissions', ...more];
    const { code, stderr } = await wave(args, where, { env: server.env('anthropic') });
    expect([code, stderr]).toEqual([0, '']);
  };
  for (const [at, [prompt, replies]] of Object.entries(turns).entries())
    await go(prompt, replies, ...(at > 0 ? ['-c'] : []));
  const undo = (...args: string[]) => wave(['undo', ...args], where);
  const file = (name: string) => join(where.project, name);
  const read = (name: string) =>
    existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined;
  return { where, server, go, undo, file, read };
}

const write = (where: string, content: string): Reply =>
  call('Write', { file_path: where, content });

const two = () =>
  project({
    'make a': [write('a', '1'), say('ok')],
    'make\nb': [
      call('Read', { file_path: 'a' }, 'r'),
      call('Write', { file_path: 'a', content: '2' }, 'w1'),
      call('Write', { file_path: 'b', content: 'B' }, 'w2'),
      call('Bash', { command: 'echo hi > c' }, 'b'),
      say('ok'),
    ],
  });

describe('wave undo', () => {
  test('the list, the last prompt, and then the one before', async () => {
    const { undo, file, read } = await two();
    const listed = await undo('--list');
    expect(listed.stdout).toMatch(
      /^Session [\w-]+; files .*\n\n {3}1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {3}3 files {2}make a\n {3}2 {2}\S+ \S+ {3}3 files {2}make b\n$/,
    );
    expect(await undo()).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'Back at the moment before prompt 2: make b',
        `  restored  ${file('a')}`,
        `  removed   ${file('b')}`,
        `  removed   ${file('c')}  (Bash: echo hi > c)`,
        'Commands that ran since then. What they did outside the project stays:',
        '  echo hi > c',
        '',
      ].join('\n'),
    });
    expect([read('a'), read('b'), read('c')]).toEqual(['1', undefined, undefined]);
    expect(JSON.parse((await undo('1', '--json')).stdout)).toEqual({
      session_id: expect.any(String),
      number: 1,
      prompt: 'make a',
      rewound: true,
      restored: [file('a')],
      removed: [file('a')],
      overwritten: [],
      skipped: [],
      commands: ['echo hi > c'],
      madeBy: { [file('a')]: ['Write'] },
      uncovered: [],
    });
    expect(read('a')).toBeUndefined();
    expect(await undo()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'wave: this session has no prompt to go back to\n',
    });
    expect((await undo('--list')).stdout).toMatch(
      /^Session [\w-]+ has no prompt to go back to\.\n$/,
    );
  });

  test('what was taken back is not sent again', async () => {
    const { undo, where, server } = await two();
    await undo('2');
    server.script(say('ok'));
    await wave(['-p', 'go on', '-c'], where, { env: server.env('anthropic') });
    const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect([sent.includes('make a'), sent.includes('make\\nb')]).toEqual([true, false]);
    expect(server.faults).toEqual([]);
  });

  test('a file of somebody else is left, with exit 3; force puts it back', async () => {
    const { undo, file, read, where } = await two();
    writeFileSync(file('a'), 'MINE');
    const left = await undo('--only', 'files');
    expect(left.code).toBe(3);
    expect(left.stdout).toContain('Not everything is back at the moment before prompt 2');
    expect(left.stdout).toMatch(
      /left {6}\S+\/a: somebody else changed it since\n {12}as it was: ~\/\.wave\/projects\/\S+\n/,
    );
    expect(read('a')).toBe('MINE');
    expect(await undo()).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(
        'The conversation stays until you choose: "wave undo 2 --force" restores them anyway, "wave undo 2 --only conversation" leaves them.\n',
      ),
    });
    const forced = JSON.parse((await undo('--force', '--only', 'files', '--json')).stdout);
    expect([forced.restored, forced.skipped, read('a')]).toEqual([[file('a')], [], '1']);
    expect(forced.overwritten).toEqual([{ path: file('a'), copy: expect.any(String) }]);
    expect(readFileSync(forced.overwritten[0].copy, 'utf8')).toBe('MINE');
    writeFileSync(file('a'), 'MINE AGAIN');
    const again = (await undo('--force')).stdout;
    const [, copy = ''] = /restored {2}\S+\/a\n {12}what was there: ~\/(\S+)\n/.exec(again) ?? [];
    expect(readFileSync(join(where.home, copy), 'utf8')).toBe('MINE AGAIN');
  });

  test('an Edit that failed makes no change of the user its own', async () => {
    const { undo, file, read, go } = await project({ 'make a': [write('a', 'aaa'), say('ok')] });
    writeFileSync(file('a'), 'aaa and mine');
    await go(
      'edit a',
      [
        call('Read', { file_path: 'a' }, 'r'),
        call('Edit', { file_path: 'a', old_string: 'zzz', new_string: 'yyy' }, 'e'),
        say('ok'),
      ],
      '-c',
    );
    expect((await undo('--list')).stdout).toMatch(/ 1 file {2}make a\n.* 0 files {2}edit a\n$/);
    expect([(await undo('1')).code, read('a')]).toEqual([3, 'aaa and mine']);
  });

  test('another session: by the start of its id, and by its name', async () => {
    const { where, undo, go } = await project({ one: [say('ok')] });
    await go('two', [say('ok')]);
    const all: { id: string; about: string }[] = JSON.parse(
      (await wave(['sessions', '--json'], where)).stdout,
    );
    const { id = '' } = all.find(({ about }) => about === 'one') ?? {};
    await wave(['sessions', 'name', id, 'first'], where);
    for (const wanted of [id, id.slice(0, 8), 'first'])
      expect((await undo('--list', '--session', wanted)).stdout).toMatch(/ one\n$/);
    await undo('--session', 'first');
    // The last one is still the one that was talked to last.
    expect((await undo('--list')).stdout).toMatch(/ two\n$/);
  });

  test('only the conversation', async () => {
    const { undo, read } = await two();
    const { stdout } = await undo('1', '--only', 'conversation');
    expect(stdout).toMatch(/^The conversation is back at the moment before prompt 1: make a\n/);
    expect([read('a'), JSON.parse((await undo('--list', '--json')).stdout).prompts]).toMatchObject([
      '2',
      [{ number: 1, id: 'start' }],
    ]);
    expect((await undo()).stdout).toMatch(
      /^Back at the start of the session\n {2}removed {3}\S+\/a\n/,
    );
    expect(read('a')).toBeUndefined();
  });

  test.each([
    [['5'], /expected a prompt from 1 to 2, got "5" \(see --list\)/],
    [['one'], /expected a prompt from 1 to 2, got "one"/],
    [['1', '2'], /takes one prompt, got 2/],
    [['--only', 'x'], /--only: expected files or conversation, got "x"/],
    [['--session', 'nobody'], /there is no session "nobody" in this project/],
    [['--session', '../x'], /there is no session "\.\.\/x" in this project/],
    [['--what'], /Unknown option '--what'/],
  ])('%j is told, with exit 1', async (args, text) => {
    const { undo } = await two();
    const { code, stderr } = await undo(...args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(text)]);
  });

  test('a project without a session', async () => {
    const where = place();
    expect(await wave(['undo'], where)).toMatchObject({
      code: 1,
      stderr: `wave: there is no session in ${where.project} yet\n`,
    });
  });
});

describe('what it cost', () => {
  const usage = { input: 1_000, output: 100, cached: 4_000, written: 500 };
  const run = async (
    args: string[],
    protocol: 'anthropic' | 'chat' = 'anthropic',
    prices?: object,
  ) => {
    const where = place();
    if (prices) where.write('home/.wave/settings.json', { prices });
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(say('ok', { usage }));
    return wave(['-p', 'hi', ...args], where, { env: server.env(protocol) });
  };
  const spent = {
    input_tokens: 1_000,
    output_tokens: 100,
    cache_read_input_tokens: 4_000,
    cache_creation_input_tokens: 500,
  };

  test('in JSON: of the turn and of the session', async () => {
    const cost = expect.closeTo(0.00505, 10);
    expect(JSON.parse((await run(['--output-format', 'json'])).stdout)).toMatchObject({
      usage: spent,
      total_cost_usd: cost,
      session: { requests: 1, usage: spent, cost_usd: cost },
    });
  });

  test('in lines: none for a model without a price', async () => {
    const { stdout } = await run(['--output-format', 'stream-json'], 'chat');
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect([last.type, 'total_cost_usd' in last, 'cost_usd' in last.session]).toEqual([
      'result',
      false,
      false,
    ]);
  });

  test('--verbose: a line on stderr', async () => {
    const text = '5500 tokens in (4000 cached), 100 out, $0.0050';
    expect((await run(['--verbose'])).stderr).toBe(`  used: ${text}; session: ${text}\n`);
    expect((await run(['--verbose'], 'chat')).stderr).toContain('price unknown');
  });

  test("prices of the user's settings; a wrong one is told and not used", async () => {
    const right = await run(['--output-format', 'json'], 'chat', {
      'gpt-test': { input: 1, output: 2 },
    });
    // OpenAI does not count what it puts into its cache.
    expect(JSON.parse(right.stdout).total_cost_usd).toBeCloseTo(0.0052, 10);
    const wrong = await run(['--output-format', 'json'], 'chat', { 'gpt-test': { input: -1 } });
    const { total_cost_usd, notices } = JSON.parse(wrong.stdout);
    expect([total_cost_usd, notices]).toEqual([
      undefined,
      [
        {
          tone: 'warning',
          text: expect.stringMatching(
            /settings\.json:1.*"prices\.gpt-test": expected input, output, .*; ignored/,
          ),
        },
        { tone: 'info', text: expect.stringContaining('does not know the model gpt-test') },
      ],
    ]);
  });
});
