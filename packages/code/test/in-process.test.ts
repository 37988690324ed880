import { expect, test } from 'vitest';
import { place, startWave, wave } from './helpers.ts';
import { HERE } from './in-process.ts';

/** What each verb says by itself, and how it is called. */
const CALLS = Object.entries(HERE).flatMap(([name, verbs]) =>
  (verbs === 'all' ? [] : verbs).map((verb) => [name, verb]),
);

/** A place with something to tell, and what is said there, without its name. */
async function said(args: string[], asProcess: boolean) {
  const where = place();
  const stop = { hooks: [{ type: 'command', name: 'g', command: 'exit 0', timout: 1 }] };
  for (const level of ['home', 'project'])
    where.write(`${level}/.wave/settings.json`, { hooks: { Stop: [stop] } });
  const result = asProcess ? await startWave(args, where).ended : await wave(args, where);
  const unnamed = (text: string) =>
    text.replaceAll(where.project, 'PROJECT').replaceAll(where.home, 'HOME');
  return { ...result, stdout: unnamed(result.stdout), stderr: unnamed(result.stderr) };
}

test.each(CALLS)('wave %s %s says here what it says as a process', async (...args) => {
  for (const more of [[], ['--help']])
    expect(await said([...args, ...more], false)).toEqual(await said([...args, ...more], true));
});

test('the environment and the directory are put back, also after a failure', async () => {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const where = place();
  const runs = ['list', 'list', 'nonsense'].map((word) => wave(['permissions', word], where));
  await Promise.all([...runs, wave(['permissions', 'add', 'x'], where, { env: { MINE: 'x' } })]);
  expect({ cwd: process.cwd(), env: { ...process.env } }).toEqual(before);
});
