import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkHooks } from '../../../hooks/src/checking/check.ts';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { loadSettings } from '../../src/reading/load.ts';
import { projectDirOf } from '../../src/reading/project.ts';
import { parseSettings, readSettingsFile, SettingsError } from '../../src/reading/read.ts';
import { rulesIn } from '../../src/reading/rules.ts';

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

test('a file is read up to a megabyte, and a list in it up to 5,000 entries', () => {
  const file = join(tempDir(), 'settings.json');
  const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;
  writeFileSync(file, padded(1_000_000));
  expect(readSettingsFile(file)?.value).toEqual({});
  writeFileSync(file, padded(1_000_001));
  expect(() => readSettingsFile(file)).toThrow(
    `${file}: cannot be read: expected at most 1,000,000 bytes, got 1,000,001`,
  );
  const denying = (count: number) =>
    parseSettings(
      '/s.json',
      `{"permissions":{"deny":[${Array(count).fill('"WebFetch"').join()}]}}`,
    );
  expect(denying(5_000).value['permissions']).toMatchObject({ deny: { length: 5_000 } });
  expect(() => denying(5_001)).toThrow('/s.json:1:24: expected at most 5000 entries, got 5001');
});

test('lists of more than 5,000 rules together deny every tool', () => {
  const rules = Array(2_501).fill('WebFetch');
  const file = parseSettings(
    '/s.json',
    JSON.stringify({ permissions: { deny: rules, ask: rules } }),
  );
  const { rules: found, problems } = rulesIn({ ...file, name: 'project' });
  expect(found).toEqual([
    { list: 'deny', rule: 'unreadable rule (/s.json:1)', source: '/s.json:1' },
  ]);
  expect(problems.map(({ text }) => text)).toEqual([
    '"permissions": expected at most 5000 rules, got 5002; until you fix it, every tool is denied',
  ]);
});

test('each of many rules says its own line at once', () => {
  const rules = Array.from({ length: 4_000 }, (_, n) => `Read(/${'x'.repeat(200)}/${n})`);
  const text = JSON.stringify({ permissions: { deny: rules } }, null, 1);
  const { rules: found } = rulesIn({ ...parseSettings('/s.json', text), name: 'project' });
  expect(found.map(({ source }) => source)).toEqual(rules.map((_, n) => `/s.json:${n + 4}`));
}, 5_000);

test('what a running sandbox bars is a file that is missing, and what only looks like it is not', () => {
  const dir = join(tempDir(), '.mcp.json');
  mkdirSync(join(dir, '.wave-sandbox-x'), { recursive: true });
  expect(readSettingsFile(dir)).toBeUndefined();
  mkdirSync(join(dir, 'mine'));
  expect(() => readSettingsFile(dir)).toThrow('cannot be read: expected a file, got a directory');
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
  // What a sandbox bars the place with while a command runs.
  mkdirSync(join(inner, '.wave', '.wave-sandbox-x'), { recursive: true });
  expect(projectDirOf(inner)).toBe(join(root, 'repo', 'a'));
});
