import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';
import { ask, bash, resident } from './resident-helpers.ts';

const GONE = 'was removed from the project';

const hooks = (event: string, command: string) => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', name: 'guard', command }] }] },
});

/** A project whose approved hook somebody took away. */
async function robbed(): Promise<Place> {
  const where = place();
  where.write('project/.wave/settings.json', hooks('PreToolUse', 'true'));
  await wave(['hooks', 'approve', '--all'], where);
  where.write('project/.wave/settings.json', {});
  return where;
}

const said = async (where: Place, session_id: string, more: object = {}, agent = 'claude-code') => {
  const event = { ...bash('ls'), session_id, ...more };
  return (await wave(['guard', agent], where, { stdin: JSON.stringify(event) })).stdout;
};

test('an approved hook that is gone is said once a session', async () => {
  const where = await robbed();
  expect(await said(where, 'one')).toContain(GONE);
  expect(await said(where, 'one')).not.toContain(GONE);
  expect(await said(where, 'one', { hook_event_name: 'Stop' })).not.toContain(GONE);
  expect(await said(where, 'two')).toContain(GONE);
});

test('whoever answers: the resident and a process of its own know of each other', async () => {
  const where = await robbed();
  await resident(where);
  expect((await ask(where, bash('ls'))).stdout).toContain(GONE);
  expect((await ask(where, bash('ls'))).stdout).not.toContain(GONE);
  expect(await said(where, 's')).not.toContain(GONE);
});

test('not noted where the agent shows nothing to its user', async () => {
  const where = await robbed();
  const stop = { hook_event_name: 'sessionStart', cursor_version: '2.0', source: 'startup' };
  await said(where, 'one', stop, 'cursor');
  expect(await said(where, 'one')).toContain(GONE);
});

test('what is wrong, not only amiss, is said every time', async () => {
  const where = place();
  where.write('home/.wave/settings.json', hooks('Stpo', 'true'));
  expect(await said(where, 'one')).toContain('Stpo');
  expect(await said(where, 'one')).toContain('Stpo');
});

test('an event without a session hears it', async () => {
  const where = await robbed();
  for (const _ of [1, 2])
    expect(await said(where, 'one', { session_id: undefined })).toContain(GONE);
});

test('notes of sessions that are long over go', async () => {
  const where = await robbed();
  const dir = join(where.home, '.wave/guard/heard');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'old'), '');
  const then = Date.now() / 1000 - 8 * 24 * 60 * 60;
  utimesSync(join(dir, 'old'), then, then);
  await said(where, 'one');
  expect(readdirSync(dir)).toHaveLength(1);
  expect(readdirSync(dir)).not.toContain('old');
});
