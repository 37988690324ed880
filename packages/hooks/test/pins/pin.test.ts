import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fileHash } from '../../src/pins/fingerprint.ts';
import { makePinCheck } from '../../src/pins/pin.ts';
import { tempDir } from '../helpers.ts';

const LONG_AGO = new Date(1_000_000_000_000);

/** Until content is no longer compared because the file changed just now. */
const settled = async (file: string) => {
  while (Date.now() - statSync(file).ctimeMs < 500) await wait(50);
};

test('a script that was swapped and given its old date is not the approved one', async () => {
  const dir = tempDir();
  const file = join(dir, 'guard.sh');
  const put = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, LONG_AGO, LONG_AGO);
  };
  put('exit 2\n');
  await settled(file);
  const check = makePinCheck();
  const pin = { path: file, hash: fileHash(file) };
  expect(check(pin, dir)).toBeUndefined();
  const before = statSync(file, { bigint: true });
  put('exit 0\n');
  // Otherwise content would be compared for its own sake.
  await settled(file);
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  expect({ ino, size, mtimeNs }).toEqual({
    ...{ ino: before.ino, size: before.size, mtimeNs: before.mtimeNs },
  });
  expect(check(pin, dir)).toBe(`${file} is not what was approved`);
});
