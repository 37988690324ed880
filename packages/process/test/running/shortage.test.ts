import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { tempDir } from '../../../hooks/test/helpers.ts';

const FILE = bundled(join(import.meta.dirname, 'starved.ts'));
const LIMITED = 'ulimit -n 200; exec "$@"';

const starve = (...args: string[]) => {
  const node = [process.execPath, '--no-warnings', FILE, ...args, tempDir()];
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', LIMITED, 'sh', ...node], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stderr, said: stdout === '' ? '' : JSON.parse(stdout) };
};

const TOLD = [{ is: 'start', error: expect.stringMatching(/^spawn .*EMFILE$/) }];
const FINE = [{ is: 'exit', code: 0 }];

test.each([
  ['command', 'direct', [false, false]],
  ['worker', 'direct', [false, false]],
  ['command', 'launcher', [false, true]],
])(
  'without descriptors a %s (%s) is told to fail; once there are some, it waits for them and runs',
  (type, way, ready) => {
    const said = { starved: TOLD, fed: FINE, ready };
    expect(starve(type, way)).toEqual({ status: 0, stderr: '', said });
  },
);
