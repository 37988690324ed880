import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

/** Which of Node's own parts a process has loaded in the end, those of the global fetch among them. */
const LISTING = `process.on('exit', () => {
  const heavy = process.moduleLoadList.filter((name) => /undici/.test(name));
  require('node:fs').writeSync(2, 'LOADED ' + JSON.stringify(heavy));
});`;

test('this test would see the global fetch', () => {
  const { stderr } = spawnSync(process.execPath, ['-e', `${LISTING} new Headers()`]);
  expect(stderr.toString()).toMatch(/LOADED \[".*undici/);
});

test.each(['anthropic', 'openai'] as const)(
  'a turn over %s never loads the global fetch',
  async (protocol) => {
    const where = place();
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(say('ok'));
    const preload = where.write('list.cjs', LISTING);
    const env = { ...server.env(protocol), NODE_OPTIONS: `--require=${preload}` };
    expect(await wave(['-p', 'P'], where, { env })).toEqual({
      code: 0,
      stdout: 'ok\n',
      stderr: 'LOADED []',
    });
  },
);

test.each([['--model', 'practice'], ['--plain'], ['--continue'], ['--modle', 'x']])(
  '%s without a terminal says what it needs',
  async (...args) => {
    expect(await wave(args, place())).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'wave: the screen, and --plain, need a terminal as stdin and stdout. Without one: wave -p "prompt" (wave --help lists the rest)\n',
    });
  },
);
