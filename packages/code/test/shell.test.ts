import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn } from '@wavehooks/shell';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const COMMAND = `sudo bash -c 'git push -uf origin "$B"' > log; eval "$X"`;

/** What is not known is null in JSON. */
const asJson = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (one === undefined ? null : one)));

describe('wave shell parse prints what commandsIn gives', () => {
  test.each([
    ['an argument', [COMMAND], ''],
    ['stdin', [], COMMAND],
    [
      'an event',
      ['--event'],
      JSON.stringify({ tool_name: 'Bash', tool_input: { command: COMMAND } }),
    ],
  ])('for %s', async (_, args, stdin) => {
    const { code, stdout, stderr } = await wave(['shell', 'parse', ...args], place(), { stdin });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual(asJson(commandsIn(COMMAND)));
  });

  test('one command on a line, and an empty list as []', async () => {
    const { stdout } = await wave(['shell', 'parse', 'sudo git push'], place());
    expect(stdout.split('\n').map((line) => line.slice(0, 31))).toEqual([
      '{"commands":[',
      '{"program":"sudo","verb":null,"',
      '{"program":"git","verb":"push",',
      '],"unread":[]}',
      '',
    ]);
  });
});

test('what stands in options is shown, and what cannot be read is said', async () => {
  const parsed = async (command: string) => {
    const { stdout } = await wave(['shell', 'parse', command], place());
    const { commands, unread } = JSON.parse(stdout) as ReturnType<typeof commandsIn>;
    return {
      commands: commands.map(({ program, args, within }) => [...within, program, ...args]),
      unread,
    };
  };
  expect(await parsed("git -c alias.x='!rm y' x")).toEqual({
    commands: [
      ['git', '-c', 'alias.x=!rm y', 'x'],
      ['git', 'rm', 'y'],
    ],
    unread: [],
  });
  expect(await parsed("node -e 'x()'")).toEqual({
    commands: [['node', '-e', 'x()']],
    unread: [{ part: "'x()'", why: 'it is code that Wave does not read' }],
  });
});

test.each([
  [['parse', 'git', 'push'], '', 'expected the command as one argument, got 2\nusage: '],
  [['parse'], '', 'expected a command, got nothing\nusage: '],
  [['parse', ''], '', 'expected a command, got nothing\nusage: '],
  [['parse', '--odd'], '', "Unknown option '--odd'\nusage: "],
  [['parse', '--event', 'x'], '{}', '--event reads stdin and takes no argument, got "x"\nusage: '],
  [['parse', '--event'], '', 'stdin: expected an event as JSON: '],
  [['parse', '--event'], '[]', 'stdin: expected an event with a text in tool_input.command\n'],
  [['parse', '--event'], '{"tool_input":{"command":1}}', 'stdin: expected an event with a text'],
  [['list'], '', 'wave shell has no command "list"\n\nusage: '],
])('%j with %j on stdin is exit 1, and says why', async (args, stdin, says) => {
  const { code, stdout, stderr } = await wave(['shell', ...args], place(), { stdin });
  expect([code, stdout, stderr.slice(0, says.length + 6)]).toEqual([1, '', `wave: ${says}`]);
});

test.each([[['shell']], [['shell', '--help']], [['shell', 'parse', '--help']]])(
  '%j says how it is called',
  async (args) => {
    const { code, stdout } = await wave(args, place());
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^usage: wave shell parse COMMAND/)]);
  },
);

/** The files of the bundle that a command loads. */
async function loadedBy(where: Place, args: string[], stdin = ''): Promise<readonly string[]> {
  const seen = join(where.home, 'seen');
  const spy = where.write(
    'spy.cjs',
    `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(seen)}, Object.keys(require.cache).join('\\n') + '\\n'));`,
  );
  const env = { NODE_OPTIONS: `--require ${spy}` };
  expect((await wave(args, where, { stdin, env })).code).toBe(0);
  if (!existsSync(seen)) return [];
  const files = readFileSync(seen, 'utf8').match(/[\w-]+\.cjs$/gm) ?? [];
  return files.filter((file) => !/^(wave|start|code-cache|spy)\.cjs$/.test(file));
}

test('it loads its own file and no agent, and nothing else loads that', async () => {
  expect(await loadedBy(place(), ['shell', 'parse', 'ls'])).toEqual(['shell.cjs']);
  expect(await loadedBy(place(), ['--version'])).toEqual([]);
  const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
  const ran = await loadedBy(place(), ['hooks', 'run', 'PreToolUse'], event);
  expect(ran).not.toContain('shell.cjs');
});

test('a hook finds wave, also where only its path was known', async () => {
  const where = place();
  const command = 'wave shell parse --event | grep -q push && { echo found >&2; exit 2; }';
  where.write('home/.wave/settings.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
  });
  const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'git push' } });
  // As npx has it: its own directories are taken off again before a hook runs.
  const env = { npm_lifecycle_event: 'npx' };
  const { stdout } = await wave(['hooks', 'run', 'PreToolUse', '--json'], where, { stdin, env });
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', toAgent: [{ text: 'found' }] });
});
