import { expect, test } from 'vitest';
import type { Program } from '../../../process/src/running/spawn-group.ts';
import { openWorkers } from '../../src/worker/workers.ts';

const question = (program: () => Program) => ({
  payload: Buffer.from('{}'),
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  idleMs: 10_000,
  maxBytes: 1_000,
  program,
  refused: () => undefined,
});

test('a start that goes wrong before it begins is told to who asked, and to nobody else', async () => {
  const workers = openWorkers();
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  const fails = () => {
    throw new Error('no such environment');
  };
  const asked = [1, 2].map(() => workers.ask('one', question(fails)));
  for (const one of asked)
    expect(await one).toEqual({
      outcome: { is: 'start', error: 'no such environment' },
      stdout: '',
      stderr: '',
    });
  await workers.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
