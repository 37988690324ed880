import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';
import { ask, resident } from './resident-helpers.ts';

/** A hook that never lets go, and keeps what it was told of the round. */
function holding(stopBlocks: number): Place {
  const where = place();
  const command = `grep -o '"stop_hook_count":[0-9]*,"stop_hook_limit":[0-9]*' >> "$HOME/seen"; echo "go on" >&2; exit 2`;
  const hooks = { Stop: [{ hooks: [{ type: 'command', name: 'keeper', command }] }] };
  where.write('home/.wave/settings.json', { limits: { stopBlocks }, hooks });
  return where;
}

const stop = (stop_hook_active: boolean, session_id = 's') => ({
  hook_event_name: 'Stop',
  turn_id: 't',
  session_id,
  stop_hook_active,
});

const answer = async (where: Place, event: object) =>
  JSON.parse((await wave(['guard', 'codex'], where, { stdin: JSON.stringify(event) })).stdout);

const WORDS = [`--node=${process.execPath}`, 'codex'];
const HELD = { decision: 'block', reason: 'go on' };
const ENDED = {
  systemMessage:
    'The turn was ended by the limit of 2 blocks, not by keeper. The last reason: go on',
};

const roundsIn = (where: Place) =>
  readFileSync(join(where.home, 'seen'), 'utf8').trim().split('\n');

test('an agent that lets itself be held for ever is held as often as Wave itself', async () => {
  const where = holding(2);
  expect(await answer(where, stop(false))).toEqual(HELD);
  expect(await answer(where, stop(true))).toEqual(HELD);
  // Another session has a count of its own.
  expect(await answer(where, stop(false, 'other'))).toEqual(HELD);
  expect(await answer(where, stop(true))).toEqual(ENDED);
  expect(roundsIn(where)).toEqual(
    [0, 1, 0, 2].map((count) => `"stop_hook_count":${count},"stop_hook_limit":2`),
  );
});

test('a new turn counts from the start', async () => {
  const where = holding(2);
  await answer(where, stop(false));
  await answer(where, stop(true));
  expect(await answer(where, stop(false))).toEqual(HELD);
  expect(await answer(where, stop(true))).toEqual(HELD);
  expect(await answer(where, stop(true))).toEqual(ENDED);
  expect(readdirSync(join(where.home, '.wave/guard/held'))).toEqual([]);
});

test('whoever answers: the resident and a process of its own count together', async () => {
  const where = holding(2);
  await resident(where);
  const asked = async (isActive: boolean) =>
    JSON.parse((await ask(where, stop(isActive), { words: WORDS })).stdout);
  expect(await asked(false)).toEqual(HELD);
  expect(await answer(where, stop(true))).toEqual(HELD);
  expect(await asked(true)).toEqual(ENDED);
});
