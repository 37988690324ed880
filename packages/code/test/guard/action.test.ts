import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, wave } from '../helpers.ts';

/** What a hook sees of a call beside the call itself. */
async function seen(agent: string, tool_name: string, tool_input: object) {
  const where = place();
  const hook = { type: 'command', command: 'all=$(cat); printf "%s\\n" "$all" >> "$HOME/seen"' };
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  const hook_event_name = agent === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse';
  const stdin = JSON.stringify({ session_id: 's', hook_event_name, tool_name, tool_input });
  where.write('project/.env', 'K=1');
  const env = { PROJECT: where.project };
  expect((await wave(['guard', agent], where, { stdin, env })).code).toBe(0);
  return readFileSync(join(where.home, 'seen'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ tool_name: tool, tool_kind, paths, commands, unread }) => ({
      ...{ tool, tool_kind, commands, unread },
      paths: paths.map((path: string) => path.replace(where.project, '.')).sort(),
    }));
}

test.each<[string, string, object, object]>([
  ['claude-code', 'Read', { file_path: 'a.ts' }, { tool_kind: 'file_read', paths: ['./a.ts'] }],
  [
    'claude-code',
    'Write',
    { file_path: '/b', content: '' },
    { tool_kind: 'file_write', paths: ['/b'] },
  ],
  [
    'claude-code',
    'NotebookEdit',
    { notebook_path: 'n' },
    { tool_kind: 'file_edit', paths: ['./n'] },
  ],
  ['claude-code', 'Grep', { pattern: 'x', path: 'src' }, { tool_kind: 'search', paths: ['./src'] }],
  ['claude-code', 'WebFetch', { url: 'https://a.b' }, { tool_kind: 'fetch', paths: [] }],
  ['claude-code', 'mcp__a__b', {}, { tool_kind: 'mcp', paths: [] }],
  ['claude-code', 'constructor', {}, { tool_kind: 'other', paths: [] }],
  [
    'gemini-cli',
    'run_shell_command',
    { command: 'sudo rm "$X"; eval "$Y"' },
    {
      tool: 'Bash',
      tool_kind: 'shell',
      commands: expect.arrayContaining([
        expect.objectContaining({ program: 'rm', args: [null], redirects: [], within: ['sudo'] }),
      ]),
      unread: [expect.anything()],
    },
  ],
  ...['claude-code PowerShell', 'copilot-cli powershell'].map(
    (one): [string, string, object, object] => [
      one.split(' ')[0] ?? '',
      one.split(' ')[1] ?? '',
      { command: 'dir | % { rm .\\a.ts }' },
      {
        tool: 'Bash',
        tool_kind: 'shell',
        commands: [],
        unread: [{ part: 'dir | % { rm .\\a.ts }', why: 'it is in the words of PowerShell' }],
        paths: ['./a.ts'],
      },
    ],
  ),
])('%s: %s', async (agent, tool, input, wanted) => {
  expect(await seen(agent, tool, input)).toEqual([expect.objectContaining(wanted)]);
});

test.each([
  ['mv a b > c', ['./a', './b', './c']],
  ['cp -r --target-directory=out/x a', ['./a', './out/x']],
  ['rm -f a; echo hello world', ['./a']],
  ['sort < in | tee -a out', ['./in', './out']],
  ['echo x 2>> log', ['./log']],
  ['cd sub && rm y', ['./sub', './sub/y', './y']],
  ['cc -I../inc/x main.c', ['./main.c', expect.stringMatching(/[/]inc[/]x$/)]],
  ['./run.sh x', ['./run.sh']],
  ['grep -r secret .env', ['./.env']],
  ['dd if=/dev/zero of=./disk', ['./disk', '/dev/zero']],
  ['sort in -o out', ['./out']],
  ['ffmpeg -i in.mp4 out.mp4 -y', ['./in.mp4', './out.mp4']],
  ['cat .e*', ['./.env']],
  ['for f in a b; do rm "$f"; done', ['./a', './b']],
  ['rm "$PROJECT/x"; D=sub; rm "$D/y"', ['./sub/y', './x']],
  ['git -C sub rm x.ts', ['./sub', './sub/x.ts', './x.ts']],
  ['curl https://a.example/b', []],
  ["grep 'a.*b' .env", ['./.env']],
])('the files that a command names: %s', async (command, paths) => {
  const [found] = await seen('claude-code', 'Bash', { command });
  expect(found?.paths).toEqual(paths);
});

test('a command that runs elsewhere names files there', async () => {
  const input = { command: 'rm y', dir_path: 'sub' };
  const [found] = await seen('gemini-cli', 'run_shell_command', input);
  expect(found?.paths).toEqual(['./sub', './sub/y']);
});

test('commands have the form of `wave shell parse`', async () => {
  const command = 'X=1 git -C "$D" push > out';
  const [found] = await seen('codex', 'Bash', { command });
  const { stdout } = await wave(['shell', 'parse', command], place());
  const { commands, unread } = JSON.parse(stdout);
  expect({ commands: found?.commands, unread: found?.unread }).toEqual({ commands, unread });
});

test('each file of a patch has a path of its own', async () => {
  const command = [
    '*** Begin Patch',
    '*** Add File: a',
    '+x',
    '*** Update File: b',
    '-y',
    '+z',
    '*** End Patch',
  ].join('\n');
  const all = await seen('codex', 'apply_patch', { command });
  expect(all.map(({ tool, tool_kind, paths }) => ({ tool, tool_kind, paths }))).toEqual(
    expect.arrayContaining([
      { tool: 'Write', tool_kind: 'file_write', paths: ['./a'] },
      { tool: 'Edit', tool_kind: 'file_edit', paths: ['./b'] },
    ]),
  );
});
