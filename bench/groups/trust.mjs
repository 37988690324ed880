import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../packages/hooks/dist/pins/fingerprint.js';
import { makePinCheck } from '../../packages/hooks/dist/pins/pin.js';
import { timedEachSync } from '../measure.mjs';
import { tempDir } from '../temp.mjs';

const CALLS = 1_000;
const NO_PINS = [];

/** What comparing a script with its approval adds to a run of its hook. */
export const trust = { name: 'trust', open };

async function open() {
  const { dir, remove } = await tempDir();
  const path = join(dir, 'guard.sh');
  const text = '#!/bin/sh\n# a guard of ordinary size\nexit 0\n'.repeat(50);
  writeFileSync(path, text);
  const pin = { path, hash: hashOf(text) };
  const check = makePinCheck();
  const floor = 'nothing to compare';
  const cases = [
    {
      name: floor,
      unit: 'µs',
      run: () => timedEachSync(CALLS, () => NO_PINS.map((pin) => check(pin, ''))),
    },
    {
      name: 'a script that did not change',
      unit: 'µs',
      floor,
      limit: { median: 100 },
      run: () => timedEachSync(CALLS, () => must(check(pin, dir))),
    },
    {
      name: 'a script that has to be read again',
      unit: 'µs',
      floor,
      run: () => timedEachSync(CALLS / 10, () => must(makePinCheck()(pin, dir))),
    },
  ];
  return { cases, close: remove };
}

function must(wrong) {
  if (wrong !== undefined) throw new Error(wrong);
}
