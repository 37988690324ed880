import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '@wavehooks/process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { tempDir } from '../../tools/helpers.ts';

/** Deep enough that no path of ours leads out of it. */
const dir = join(tempDir(), 'a/b/c/d/e/f');
mkdirSync(dir, { recursive: true });
const guarded = join(dir, '.wave');
const place = { projectDir: dir, cwd: dir };
const BASH = '/bin/bash';

/** Whether something is in the guarded directory after a command ran. */
async function writes(command: string): Promise<boolean> {
  rmSync(guarded, { recursive: true, force: true });
  mkdirSync(guarded);
  const env = { PATH: '/usr/bin:/bin', HOME: dir };
  const limits = { stdin: Buffer.alloc(0), timeoutMs: 5000, maxBytes: 10_000 };
  await start({ file: BASH, args: ['-c', command], cwd: dir, env, ...limits }).ended;
  return !existsSync(guarded) || readdirSync(guarded).length > 0;
}

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

test('whatever a path is made of, nothing is written there unasked', {
  tags: 'bash',
}, async () => {
  expect(await writes('touch .wave/x')).toBe(true);
  expect(await writes('touch wave')).toBe(false);
  await fc.assert(
    fc.asyncProperty(before, form, fc.oneof(word, whole), async (set, text, list) => {
      const command = set + text.replaceAll('W', () => list.join(''));
      if (commandWritesGuarded(command, place)) return;
      expect(await writes(command), command).toBe(false);
    }),
    { numRuns: 1000 },
  );
});
