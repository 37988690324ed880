import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, wave } from './helpers.ts';

const modes = (root: string): Record<string, string> =>
  Object.fromEntries(
    ['.wave', ...readdirSync(join(root, '.wave'), { recursive: true, encoding: 'utf8' }).map(below)]
      .sort()
      .map((name) => [name, (statSync(join(root, name)).mode & 0o777).toString(8)]),
  );

const below = (name: string) => join('.wave', name);

const SERVER = ['mcp', 'add', 't', '--url', 'http://127.0.0.1:9/', '--header', 'Authorization: x'];

test("nobody else reads the user's new settings, whoever writes them first", async () => {
  const where = place();
  expect(await wave(SERVER, where)).toMatchObject({ code: 0 });
  expect(modes(where.home)).toEqual({ '.wave': '700', '.wave/settings.json': '600' });
});

test('the same for the hooks of the user, which stay programs', async () => {
  const where = place();
  const args = ['hooks', 'init', 'mine', '--event', 'Stop', '-l', 'bash', '--to', 'user'];
  expect(await wave(args, where)).toMatchObject({ code: 0 });
  expect(modes(where.home)).toEqual({
    '.wave': '700',
    '.wave/hooks': '700',
    '.wave/hooks/mine.scenario.json': '600',
    '.wave/hooks/mine.sh': '700',
    '.wave/settings.json': '600',
  });
});

test('files of a project are for whom the umask says', async () => {
  const where = place();
  expect(await wave([...SERVER, '--project-settings'], where)).toMatchObject({ code: 0 });
  const open = (mode: number) => (mode & ~process.umask()).toString(8);
  expect(modes(where.project)).toEqual({
    '.wave': open(0o777),
    '.wave/settings.json': open(0o666),
  });
});
