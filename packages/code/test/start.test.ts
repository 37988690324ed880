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

test.each([['--model', 'practice'], ['--plain'], ['--continue']])(
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

test('a wrong option is told before the terminal that is missing', async () => {
  const { code, stdout, stderr } = await wave(['--modle', 'x'], place());
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^wave: Unknown option '--modle'/);
  expect(stderr).not.toContain('need a terminal');
});

/** Which files of the command a process has loaded in the end. */
const FILES = `process.on('exit', () => {
  const own = Object.keys(require.cache).filter((file) => /\\/code\\/dist\\//.test(file));
  require('node:fs').writeSync(2, 'LOADED ' + own.map((file) => file.replace(/.*\\//, '')).join(' ') + '\\n');
});`;

test('wave hooks run loads what its hooks need', async () => {
  const where = place();
  const preload = where.write('list.cjs', FILES);
  const loaded = async (...args: string[]) => {
    const env = { NODE_OPTIONS: `--require=${preload}` };
    const { stderr } = await wave(['hooks', ...args], where, { env, stdin: '{}' });
    return /LOADED (.*)\n/.exec(stderr)?.[1];
  };
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'sh guard.sh' }] }] };
  where.write('project/guard.sh', 'exit 0\n');
  const mine = where.write('mine.json', { hooks });
  expect(await loaded('run', 'Stop', '--settings', mine)).toBe('wave.cjs run.cjs');
  where.write('project/.wave/settings.json', { hooks });
  expect(await loaded('run', 'Stop')).toBe('wave.cjs run.cjs scripts.cjs follow.cjs');
  expect(await loaded('approve')).toBe('wave.cjs hooks.cjs scripts.cjs follow.cjs');
  expect(await loaded('run', 'Stop')).toBe('wave.cjs run.cjs scripts.cjs');
});
