import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '@wavehooks/process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { tempDir } from '../../tools/helpers.ts';

/** Deep enough that no path of ours leads out of it. */
const top = tempDir();
const dirOf = (at: number) => join(top, `a/b/c/d/e/f${at}`);

/**
 * Those of the commands that leave something in the guarded directory. One shell runs them all, each in a directory
 * and a shell of its own: what one sets is not there for the next.
 */
async function writing(commands: readonly string[]): Promise<string[]> {
  for (const at of commands.keys()) mkdirSync(join(dirOf(at), '.wave'), { recursive: true });
  const each = 'cd "$0$((n++))" && HOME=$PWD && set -- && eval "$one"';
  const all = `n=0; for one; do ( ${each} ) < /dev/null; n=$((n + 1)); done`;
  const { outcome } = await start({
    ...{ file: BASH, args: ['-c', all, dirOf(0).slice(0, -1), ...commands], cwd: top },
    ...{ env: { PATH: '/usr/bin:/bin', HOME: top }, stdin: Buffer.alloc(0) },
    ...{ timeoutMs: 120_000, maxBytes: 1_000_000 },
  }).ended;
  expect(outcome.is).toBe('exit');
  const wrote = commands.filter((_, at) => {
    const guarded = join(dirOf(at), '.wave');
    return !existsSync(guarded) || readdirSync(guarded).length > 0;
  });
  rmSync(join(top, 'a'), { recursive: true, force: true });
  return wrote;
}

const BASH = '/bin/bash';

/** What a path to it can be made of. */
const PARTS =
  '. .w wave .wave wa ve v e { { , , } } {, ,} .. {w..w} * ? [v] " \' \\ $d $e ${d} ./'.split(' ');
const word = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 9 });
const whole = fc
  .tuple(
    fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }),
    fc.constantFrom('.wave', '.wa{ve', '.{wa'),
  )
  .map(([list, name]) => [name, ...list]);
const before = fc.constantFrom(
  '',
  'd=.wa; ',
  'd=wave; ',
  'd=.w e=ave; ',
  'd=.wav*; ',
  'shopt -s dotglob; ',
);
const form = fc.constantFrom(
  'touch ./W/x',
  'echo x | tee ./W/y',
  'echo x > ./W/x',
  'for f in W; do touch ./$f/x; done',
  'f=(W); touch ./${f[0]}/x',
  'cp /dev/null ./W',
  'set -- W; touch ./"$1"/x',
);

const CASES = 1000;

test('whatever a path is made of, nothing is written there unasked', {
  tags: 'bash',
}, async () => {
  expect(await writing(['touch .wave/x', 'touch wave', 'd=.wave', 'touch ./$d/x'])).toEqual([
    'touch .wave/x',
  ]);
  const command = fc
    .tuple(before, form, fc.oneof(word, whole))
    .map(([set, text, list]) => set + text.replaceAll('W', () => list.join('')));
  // One seed for all tests, and another one where somebody looks for new cases.
  const { seed = 0 } = fc.readConfigureGlobal();
  const place = { projectDir: dirOf(0), cwd: dirOf(0) };
  mkdirSync(join(place.cwd, '.wave'), { recursive: true });
  const unasked = fc
    .sample(command, { numRuns: CASES, seed })
    .filter((one) => !commandWritesGuarded(one, place));
  expect(unasked.length).toBeGreaterThan(CASES / 10);
  expect(await writing(unasked)).toEqual([]);
});
