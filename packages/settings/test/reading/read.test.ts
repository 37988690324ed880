import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkHooks } from '../../../hooks/src/checking/check.ts';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { loadSettings } from '../../src/reading/load.ts';
import { projectDirOf } from '../../src/reading/project.ts';
import { parseSettings, SettingsError } from '../../src/reading/read.ts';

test('comments, trailing commas and a byte order mark are fine, and places are lines', () => {
  const file = parseSettings(
    '/s.json',
    '\uFEFF{\n  // guards\n  "hooks": {\n    "Stop": [\n      { "hooks": [\n        { "type": "command", "command": "x", },\n      ] },\n    ],\n  },\n}',
  );
  const { entries, problems } = checkHooks([file as never]);
  expect(problems).toEqual([]);
  expect(entries.map(({ source }) => source)).toEqual(['/s.json:6']);
});

test.each([
  ['nothing at all', '', /^\/s\.json:1:1: the file is empty/],
  ['white space', ' \n', /the file is empty/],
  ['a torn file', '{\n  "hooks": {', /^\/s\.json:2:13: not valid JSON: /],
  ['an array', '[]', /expected an object, got \[\]/],
  [
    'hooks that are a list',
    '{"hooks":[]}',
    /^\/s\.json:1:10: "hooks": expected an object of events, got \[\]/,
  ],
  [
    'an event given twice',
    '{"hooks":{"Stop":[],\n"Stop":[]}}',
    /^\/s\.json:2:1: "Stop" is given twice/,
  ],
  ['two documents', '{}{}', /not valid JSON/],
])('%s cannot be settings', (_name, text, says) => {
  expect(() => parseSettings('/s.json', text)).toThrow(SettingsError);
  expect(() => parseSettings('/s.json', text)).toThrow(says);
});

test('files add up in their order', () => {
  const root = tempDir();
  const home = join(root, 'home');
  const projectDir = join(root, 'project');
  const write = (path: string, name: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    const hook = { type: 'command', command: name };
    writeFileSync(join(root, path), JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
    return join(root, path);
  };
  write('home/.wave/settings.json', 'user');
  write('project/.wave/settings.json', 'project');
  write('project/.wave/settings.local.json', 'local');
  const settings = write('more.json', 'flag');
  const files = loadSettings({ home, projectDir, settings });
  expect(files.map(({ name }) => name)).toEqual(['user', 'project', 'local', 'flag']);
  expect(checkHooks(files).entries.map(({ label }) => label)).toEqual([
    'user',
    'project',
    'local',
    'flag',
  ]);
  expect(loadSettings({ home, projectDir, settings, only: true }).map(({ name }) => name)).toEqual([
    'flag',
  ]);
});

test('a link that leads nowhere is not a missing file', () => {
  const projectDir = tempDir();
  mkdirSync(join(projectDir, '.wave'));
  symlinkSync('/nowhere/settings.json', join(projectDir, '.wave', 'settings.json'));
  expect(() => loadSettings({ home: tempDir(), projectDir })).toThrow(
    /settings\.json: cannot be read/,
  );
});

test('the home directory under another name is still not a project', () => {
  const root = tempDir();
  const home = join(root, 'home');
  mkdirSync(join(home, '.wave'), { recursive: true });
  writeFileSync(join(home, '.wave', 'settings.local.json'), '{}');
  symlinkSync(home, join(root, 'link'));
  expect(loadSettings({ home: join(root, 'link'), projectDir: home })).toEqual([]);
  expect(loadSettings({ home: `${home}/`, projectDir: home })).toEqual([]);
  for (const wrong of ['', 'rel'])
    expect(() => loadSettings({ home: wrong, projectDir: home })).toThrow(
      `HOME: expected an absolute path, got "${wrong}"`,
    );
});

test('the project is where Wave started, or the nearest .wave up to the repository', () => {
  const root = tempDir();
  const inner = join(root, 'repo', 'a', 'b');
  mkdirSync(inner, { recursive: true });
  mkdirSync(join(root, '.wave'));
  expect(projectDirOf(inner)).toBe(inner);
  mkdirSync(join(root, 'repo', '.git'));
  expect(projectDirOf(inner)).toBe(inner);
  mkdirSync(join(root, 'repo', '.wave'));
  expect(projectDirOf(inner)).toBe(join(root, 'repo'));
  mkdirSync(join(root, 'repo', 'a', '.wave'));
  expect(projectDirOf(inner)).toBe(join(root, 'repo', 'a'));
  expect(projectDirOf(inner, join(root, 'repo', 'a'))).toBe(join(root, 'repo'));
});
