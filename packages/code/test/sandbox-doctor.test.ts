import { expect, test } from 'vitest';
import { forwarderLines } from '../src/sandbox/doctor.ts';

const plain = (_: unknown, text: string) => text;

test('on macOS, who names hosts hears that they have no effect', () => {
  expect(forwarderLines(['domain:example.com'], plain, 'darwin')).toEqual([
    'note  "sandbox.network.allow" has no effect on macOS: commands in the sandbox have no network there',
  ]);
  expect(forwarderLines([], plain, 'darwin')).toEqual([]);
});
