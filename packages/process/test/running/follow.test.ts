import { expect, test } from 'vitest';
import { eachWay } from '../../../hooks/test/ways.ts';
import { FOLLOW_BYTES, type Printed } from '../../src/running/follow.ts';

const spec = {
  file: '/bin/sh',
  cwd: '/',
  env: process.env,
  stdin: Buffer.alloc(0),
  timeoutMs: 20_000,
  maxBytes: 1024,
};

eachWay((start) => {
  const told = async (command: string) => {
    const all: Printed[] = [];
    const began = performance.now();
    const onOutput = (printed: Printed) => void all.push(printed);
    const { outcome } = await start({ ...spec, args: ['-c', command], onOutput }).ended;
    return { all, outcome, ms: performance.now() - began };
  };

  test('what is printed is told while the program runs, both streams in their order', async () => {
    const { all } = await told('echo one; sleep 0.3; echo two >&2; sleep 0.3; echo three');
    expect(all.map(({ tail }) => `${tail}`).slice(0, 2)).toEqual(['one\n', 'one\ntwo\n']);
    expect(all[1]?.bytes).toBe(8);
  });

  test('a flood: ten times a second at the most, a bounded end, and what is beyond the bound as well', async () => {
    const { all, ms, outcome } = await told(
      'i=0; while [ $i -lt 40 ]; do seq 1 20000; i=$((i+1)); done; echo last; sleep 0.3',
    );
    expect(all.length).toBeLessThanOrEqual(Math.ceil(ms / 100));
    expect(Math.max(...all.map(({ tail }) => tail.length))).toBe(FOLLOW_BYTES);
    expect(`${all.at(-1)?.tail}`.endsWith('20000\nlast\n')).toBe(true);
    expect(all.at(-1)?.bytes).toBe(40 * 108_894 + 5);
    expect(outcome).toMatchObject({ is: 'cut', code: 0 });
  });
});
