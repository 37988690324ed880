import '../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, WAVE, wave } from './helpers.ts';

/** Which of Node's own parts a process has loaded in the end, those of the global fetch among them. */
const LISTING = `process.on('exit', () => {
  const heavy = process.moduleLoadList.filter((name) => /undici/.test(name));
  require('node:fs').writeSync(2, 'LOADED ' + JSON.stringify(heavy));
});`;

test('this test would see the global fetch', () => {
  const { stderr } = spawnSync(process.execPath, ['-e', `${LISTING} new Headers()`]);
  expect(stderr.toString()).toMatch(/LOADED \[".*undici/);
});

test.each(['anthropic', 'chat'] as const)(
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
      stderr: expect.stringMatching(/^LOADED \[\]$/m),
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

test('a command that asks no model loads no agent', async () => {
  const where = place();
  const preload = where.write('list.cjs', FILES);
  const env = { NODE_OPTIONS: `--require=${preload}` };
  const { code, stderr } = await wave(['sessions'], where, { env });
  expect([code, stderr]).toEqual([0, 'LOADED wave.cjs commands.cjs\n']);
});

/** The same when the first request goes out, and in the end. */
const AT_REQUEST = `const { Socket } = require('node:net');
const names = () => Object.keys(require.cache).filter((file) => /\\/code\\/dist\\//.test(file)).map((file) => file.replace(/.*\\//, ''));
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...all) {
  require('node:fs').writeSync(2, 'REQUEST ' + names().join(' ') + '\\n');
  return connect.apply(this, all);
};
process.on('exit', () => require('node:fs').writeSync(2, 'END ' + names().join(' ') + '\\n'));`;

/** Which of Node's own parts are there when the first request goes out. */
const PARTS = `const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...all) {
  require('node:fs').writeSync(2, 'PARTS ' + process.moduleLoadList.join(' ') + '\\n');
  return connect.apply(this, all);
};`;

test('a start loads no part of Node that only tools and answers need', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('ok'));
  const preload = where.write('parts.cjs', PARTS);
  const env = { ...server.env('anthropic'), NODE_OPTIONS: `--require=${preload}` };
  const { stderr } = await wave(['-p', 'P'], where, { env });
  expect(stderr).toMatch(/^PARTS .*NativeModule http\b/);
  const later = ['fs/promises', 'internal/webstreams/readablestream', 'perf_hooks', 'readline'];
  expect(later.filter((name) => new RegExp(`NativeModule ${name}(?: |\n)`).test(stderr))).toEqual(
    [],
  );
});

/** What of Intl was made until the first request goes out: each loads data of its own. */
const INTL = `const made = [];
for (const name of Object.getOwnPropertyNames(Intl)) {
  if (!/^[A-Z]/.test(name) || typeof Intl[name] !== 'function') continue;
  Intl[name] = new Proxy(Intl[name], {
    construct: (target, all) => (made.push(name), Reflect.construct(target, all)),
    apply: (target, self, all) => (made.push(name), Reflect.apply(target, self, all)),
  });
}
const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...all) {
  require('node:fs').writeSync(2, 'INTL ' + JSON.stringify(made) + '\\n');
  return connect.apply(this, all);
};`;

test('a start makes nothing that knows languages and calendars', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('ok'));
  const preload = where.write('intl.cjs', INTL);
  const env = { ...server.env('anthropic'), NODE_OPTIONS: `--require=${preload}` };
  const { stderr } = await wave(['-p', 'P'], where, { env });
  expect(stderr).toBe('INTL []\n');
});

test('the bundles are ASCII: one other letter, and a text takes twice the memory', () => {
  const dist = join(dirname(WAVE), '../dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  expect(files).toContain('agent.cjs');
  const isPlain = (name: string) => /^[\0-\x7f]*$/.test(readFileSync(join(dist, name), 'latin1'));
  expect(files.filter((name) => !isPlain(name))).toEqual([]);
});

test('what reads schemas is loaded with the answer, not before the first request', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('TodoWrite', { todos: [] }), say('ok'));
  const preload = where.write('list.cjs', AT_REQUEST);
  const env = { ...server.env('anthropic'), NODE_OPTIONS: `--require=${preload}` };
  const { code, stderr } = await wave(['-p', 'P', '--effort', 'off'], where, { env });
  expect(code).toBe(0);
  expect(/^REQUEST (.*)$/m.exec(stderr)?.[1]).toBe('wave.cjs agent.cjs models.cjs');
  expect(/^END (.*)$/m.exec(stderr)?.[1]).toContain('zod.cjs');
  expect(server.faults).toEqual([]);
});
