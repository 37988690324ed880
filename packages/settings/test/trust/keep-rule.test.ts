import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { approve } from '../../src/trust/approve.ts';
import { dropRule, keepRule } from '../../src/trust/keep-rule.ts';
import { openSettings } from '../../src/trust/open.ts';
import { reviewsOf } from '../../src/trust/session.ts';

function project(files: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(tempDir());
  const [home, projectDir] = [join(root, 'home'), join(root, 'project')];
  for (const dir of [home, projectDir]) mkdirSync(dir);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const where = { home, projectDir };
  return {
    where,
    path: (name: string) => join(root, name),
    text: (name: string) => readFileSync(join(root, name), 'utf8'),
    allowed: () => openSettings(where).settings.permissions.allow,
    mode: () => openSettings(where).settings.defaultMode,
  };
}

const LOCAL = 'project/.wave/settings.local.json';
const USER = 'home/.wave/settings.json';
const TEST = { list: 'allow', rule: 'Bash(npm test *)' } as const;

test('a rule for the project makes its local file, and counts from then on', async () => {
  const { where, text, path, allowed } = project();
  const written = await keepRule(where, 'local', TEST);
  expect(text(LOCAL)).toBe(
    '{\n  "permissions": {\n    "allow": [\n      "Bash(npm test *)"\n    ]\n  }\n}\n',
  );
  expect(written).toEqual({ ...TEST, file: path(LOCAL), before: undefined, after: text(LOCAL) });
  expect(allowed()).toEqual(['Bash(npm test *)']);
  expect(existsSync(path(USER))).toBe(false);
});

test('a rule for all stands with the user, and counts in every project', async () => {
  const { where, text, path, allowed } = project();
  await keepRule(where, 'user', TEST);
  expect(JSON.parse(text(USER))).toEqual({ permissions: { allow: ['Bash(npm test *)'] } });
  expect(allowed()).toEqual(['Bash(npm test *)']);
  expect(existsSync(path(LOCAL))).toBe(false);
});

test('what is there stays byte by byte; a rule that is there is not added twice', async () => {
  const before =
    '// mine\n{\n\t"permissions": { /* why */ "allow": ["Read"], }, // end\n\t"env": {}\n}\n';
  const { where, text } = project({ [USER]: before });
  await keepRule(where, 'user', TEST);
  const after = before.replace('["Read"]', '["Read", "Bash(npm test *)"]');
  expect(text(USER)).toBe(after);
  await keepRule(where, 'user', TEST);
  expect(text(USER)).toBe(after);
  await dropRule(where, join(where.home, '.wave/settings.json'), TEST);
  expect(text(USER)).toBe(before);
});

test("a repository's own local file grants nothing, also beside a rule that the user keeps", async () => {
  const brought = '{"permissions":{"allow":["Bash(curl *)"],"defaultMode":"bypassPermissions"}}';
  const { where, allowed, mode } = project({ [LOCAL]: brought });
  expect(allowed()).toEqual([]);
  await keepRule(where, 'local', TEST);
  expect(allowed()).toEqual(['Bash(npm test *)']);
  expect(mode()).toBe(undefined);
});

test('acceptEdits of a project counts once it is approved, by that word', async () => {
  const { where, mode, path } = project({
    [LOCAL]: '{"permissions":{"defaultMode":"acceptEdits"}}',
  });
  expect(mode()).toBe(undefined);
  const { items } = openSettings(where);
  expect(items.map(({ kind, label, source }) => [kind, label, source])).toEqual([
    ['mode', 'acceptEdits', `${path(LOCAL)}:1`],
  ]);
  await approve(where.home, where.projectDir, items);
  expect(mode()).toBe('acceptEdits');
  writeFileSync(path(LOCAL), '{"permissions":{"defaultMode":"bypassPermissions"}}');
  expect(mode()).toBe(undefined);
});

test('a rule that is taken back has no approval left: brought again, it allows nothing', async () => {
  const { where, path, allowed } = project();
  await keepRule(where, 'local', TEST);
  await dropRule(where, path(LOCAL), TEST);
  expect(allowed()).toEqual([]);
  writeFileSync(path(LOCAL), '{"permissions":{"allow":["Bash(npm test *)"]}}');
  expect(allowed()).toEqual([]);
});

test.each([
  ['the file', LOCAL, USER, '{}'],
  ['a file that is not there', LOCAL, 'home/new.json', undefined],
  ['the directory', 'project/.wave', 'home/.wave', undefined],
])('a link for %s leads out of the project, and nothing is written', async (_, from, to, has) => {
  const { where, path } = project(has === undefined ? {} : { [to]: has });
  if (to === 'home/.wave') mkdirSync(path(to));
  mkdirSync(dirname(path(from)), { recursive: true });
  symlinkSync(path(to), path(from));
  await expect(keepRule(where, 'local', TEST)).rejects.toThrow(
    /through a link .*; nothing was written/,
  );
  expect(
    existsSync(path(to)) && statSync(path(to)).isFile() ? readFileSync(path(to), 'utf8') : has,
  ).toBe(has);
  expect(existsSync(join(path('home/.wave'), 'settings.local.json'))).toBe(false);
});

test('a link to a name behind another link, where nothing is yet', async () => {
  const { where, path } = project({});
  mkdirSync(path('home/.wave'), { recursive: true });
  mkdirSync(path('project/.wave'), { recursive: true });
  symlinkSync(path('home/.wave'), path('project/.wave/far'));
  symlinkSync('far/settings.json', path(LOCAL));
  await expect(keepRule(where, 'local', TEST)).rejects.toThrow(/nothing was written/);
  expect(existsSync(path(USER))).toBe(false);
});

test('a file that cannot be read, and a list that is none, are left alone', async () => {
  const { where, text } = project({ [LOCAL]: '{ broken', [USER]: '{"permissions":{"allow":5}}' });
  await expect(keepRule(where, 'local', TEST)).rejects.toThrow(/settings\.local\.json/);
  await expect(keepRule(where, 'user', TEST)).rejects.toThrow(/expected a list/);
  expect(text(LOCAL)).toBe('{ broken');
});

test('what the session itself wrote is no change on disk; what others wrote is', async () => {
  const { where, path } = project({ [USER]: '{}' });
  const opened = openSettings(where);
  const engine = { entries: [], adopt: () => {} };
  const reviews = reviewsOf(where, opened, engine);
  reviews.wrote(await keepRule(where, 'local', TEST));
  expect([reviews.changes(), reviews.differs()]).toEqual([[], false]);
  writeFileSync(path(USER), '{"env":{"A":"1"}}');
  reviews.wrote(await keepRule(where, 'user', TEST));
  expect(reviews.changes().map(({ file }) => file)).toEqual([path(USER)]);
});
