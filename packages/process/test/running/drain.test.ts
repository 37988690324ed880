import { expect, test } from 'vitest';
import { start } from '../../src/running/start.ts';

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

// What a busy machine does to both: the filter prints late, and this process looks late.
test('a filter left behind may be as late as this process is slow', async () => {
  const late = '(while kill -0 $$ 2>/dev/null; do :; done; sleep 0.15; echo late) & exit 0';
  const busy = setInterval(pause, 1, 100);
  const run = start({
    file: '/bin/sh',
    args: ['-c', late],
    cwd: '/',
    env: process.env,
    stdin: Buffer.alloc(0),
    timeoutMs: 60_000,
    maxBytes: 1_000,
  });
  const { stdout } = await run.ended.finally(() => clearInterval(busy));
  expect(stdout).toBe('late\n');
});
