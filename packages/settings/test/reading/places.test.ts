import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runsGuard } from '../../src/reading/claude.ts';
import { sourcePlaces } from '../../src/reading/places.ts';

const [home, projectDir] = ['/h', '/p'];
const env = {};

test('the table of sources, in configuration order', () => {
  const places = sourcePlaces({ home, projectDir, env, settings: '/more.json' });
  expect(places.map(({ agent, name, file }) => `${agent} ${name} ${file}`)).toEqual([
    'wave user /h/.wave/settings.json',
    'claude-code user /h/.claude/settings.json',
    'wave project /p/.wave/settings.json',
    'claude-code project /p/.claude/settings.json',
    'wave local /p/.wave/settings.local.json',
    'claude-code local /p/.claude/settings.local.json',
    'wave flag /more.json',
  ]);
});

test('only some, only one, the home directory, and another place of Claude Code', () => {
  const files = (more: object) =>
    sourcePlaces({ home, projectDir, env, ...more }).map(({ file }) => file);
  expect(files({ which: ['user'] })).toEqual([
    '/h/.wave/settings.json',
    '/h/.claude/settings.json',
  ]);
  expect(files({ settings: '/x', only: true })).toEqual(['/x']);
  expect(files({ projectDir: home })).toHaveLength(2);
  expect(files({ env: { CLAUDE_CONFIG_DIR: '/c' } })[1]).toBe(join('/c', 'settings.json'));
});

test.each([
  ['wave guard', true],
  ['wave guard claude-code --x', true],
  ['"/usr/local/bin/wave" guard', true],
  ['cd / && wave guard', true],
  ['wave guards', false],
  ['mywave guard', false],
  ['wave hooks run', false],
])('%j runs wave guard: %s', (command, expected) => {
  expect(runsGuard({ type: 'command', command })).toBe(expected);
});

test('a program with its arguments runs it, too', () => {
  expect(runsGuard({ command: '/bin/wave', args: ['guard', 'x'] })).toBe(true);
  expect([runsGuard(null), runsGuard({ args: 3 })]).toEqual([false, false]);
});
