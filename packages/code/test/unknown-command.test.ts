import { expect, test } from 'vitest';
import { place, wave } from './helpers.ts';

test.each<readonly [typed: string, of: string, meant: string]>([
  ['hoks', 'wave', 'hooks'],
  ['sess', 'wave', 'sessions'],
  ['doctor', 'wave', 'hooks doctor'],
  ['hooks lst', 'wave hooks', 'list'],
  ['hooks ls', 'wave hooks', 'list'],
  ['hooks DOCTOR', 'wave hooks', 'doctor'],
  ['hooks claudecode', 'wave hooks', 'claude-code'],
  ['mcp lits', 'wave mcp', 'list'],
  ['sessions exprt', 'wave sessions', 'export'],
  ['shell prase', 'wave shell', 'parse'],
])('wave %s: the nearest command, in two lines', async (typed, of, meant) => {
  const words = typed.split(' ');
  expect(await wave(words, place())).toEqual({
    code: 1,
    stdout: '',
    stderr: `wave: ${of} has no command "${words.at(-1)}"; did you mean "${of} ${meant}"?\n"${of} --help" lists them all.\n`,
  });
});

test.each([
  ['zzz', 'wave'],
  ['hooks zzz', 'wave hooks'],
  ['hooks e', 'wave hooks'],
  ['mcp constructor', 'wave mcp'],
  ['sessions zzz', 'wave sessions'],
  ['shell zzz', 'wave shell'],
])('wave %s is near nothing: all commands', async (typed, of) => {
  const words = typed.split(' ');
  expect(await wave(words, place())).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^wave: ${of} has no command "${words.at(-1)}"\\n\\n[\\s\\S]*usage: ${of}`),
    ),
  });
});

test.each([
  ['-p x --modle y', "'--modle'", 'model'],
  ['-p x --allowedTools Read', "'--allowedTools'", 'allowed-tools'],
  ['-p x --trust', "'--trust'", 'trust-project-hooks'],
  ['hooks list --jsn', "'--jsn'", 'json'],
  ['mcp add --projet', "'--projet'", 'project'],
])('wave %s: the nearest option, before the usage', async (typed, option, meant) => {
  const { code, stdout, stderr } = await wave(typed.split(' '), place());
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(`wave: Unknown option ${option}; did you mean "--${meant}"?\nusage: `);
});

test('an option that is near none is only named', async () => {
  const { stderr } = await wave(['hooks', 'list', '--zzz'], place());
  expect(stderr).toMatch(/^wave: Unknown option '--zzz'\nusage: /);
});
