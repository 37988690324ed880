import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, DEFAULTS, readConfig } from '../src/config/config.ts';
import { ALLOW, answered, ccc, hook, place, QUESTION } from './helpers.ts';

test('everything works without a file, or with an empty one', () => {
  const at = place();
  expect(readConfig(`${at.config}/none.json`)).toEqual(DEFAULTS);
  for (const text of ['{}', '{ "supervisor": {} }', '{ "$schema": "x" } // and a comment'])
    expect(readConfig(at.write('config/ccc.json', text))).toEqual(DEFAULTS);
});

test('every field', () => {
  const at = place();
  const supervisor = {
    max_iterations: 3,
    timeout_seconds: 1.5,
    model: 'm',
    on_error: 'block',
    reviewer: { type: 'command', command: 'x' },
  };
  expect(readConfig(at.write('config/ccc.json', { supervisor }))).toEqual({
    maxIterations: 3,
    timeoutMs: 1_500,
    model: 'm',
    onError: 'block',
    reviewer: { type: 'command', command: 'x' },
  });
});

const WRONG: [string, RegExp][] = [
  [
    '{ "supervisor": { "max_iterations": 0 } }',
    /:1: supervisor\.max_iterations: expected a whole number from 1 on, got 0$/,
  ],
  ['{ "supervisor": { "max_iterations": "5" } }', /got "5"$/],
  [
    '{ "supervisor": { "timeout_seconds": -1 } }',
    /supervisor\.timeout_seconds: expected a number of seconds above 0, at most 86400, got -1$/,
  ],
  ['{ "supervisor": { "timeout_seconds": 1e12 } }', /got 1000000000000$/],
  ['{ "supervisor": { "on_error": "ignore" } }', /expected "allow" or "block", got "ignore"$/],
  ['{ "supervisor": { "model": "" } }', /expected a text that is not empty, got ""$/],
  [
    '{\n "supervisor": {\n  "max_iteration": 5 } }',
    /:3: supervisor\.max_iteration: expected one of the fields "max_iterations"/,
  ],
  [
    '{\n "supervisr": {} }',
    /ccc\.json:2: supervisr: expected one of the fields "supervisor", "\$schema" \(did you mean "supervisor"\?\), got "supervisr"$/,
  ],
  [
    '{ "model": "m" }',
    /:1: model: expected .* \("model" belongs into "supervisor"\), got "model"$/,
  ],
  ['{ "supervisor": [] }', /supervisor: expected an object, got \[\]$/],
  [
    '{ "supervisor": { "reviewer": "claude" } }',
    /supervisor\.reviewer: expected an object, got "claude"$/,
  ],
  [
    '{ "supervisor": { "reviewer": { "type": "robot" } } }',
    /expected "agent", "claude", "command", got "robot"$/,
  ],
  [
    '{ "supervisor": { "reviewer": { "type": "command" } } }',
    /expected the command that reviews, got nothing$/,
  ],
  [
    '{ "supervisor": { "reviewer": { "type": "claude", "command": "x" } } }',
    /expected one of the fields "type", got "command"$/,
  ],
  ['{ "supervisor": ', /:1:\d+: not valid JSON/],
  ['', /the file is empty/],
];

test.each(WRONG)('%s is a clear error', async (text, message) => {
  const at = place();
  const file = at.write('config/ccc.json', text);
  expect(() => readConfig(file)).toThrow(ConfigError);
  expect(() => readConfig(file)).toThrow(message);
});

test('a wrong file keeps nobody from stopping, and the event is counted', async () => {
  const at = place();
  at.write('config/ccc.json', '{ "supervisor": { "max_iterations": 0 } }');
  const { code, stdout, stderr } = await hook({ session_id: 's' }, at);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^supervisor SDK failed: .*ccc\.json:1: supervisor\.max_iterations: /);
  await hook(QUESTION, at);
  expect(at.state()).toMatchObject({ count: 2, broken: 0 });
  expect((await ccc(['log'], at)).stdout).toMatch(/PreToolUse 2 {2}broken .*supervisor\.max_iter/);
});

test('without CCC_CONFIG_DIR it is ~/.wave', async () => {
  const at = place();
  at.write('home/.wave/ccc.json', {
    supervisor: { reviewer: { type: 'command', command: ALLOW } },
  });
  expect(await hook({ session_id: 's' }, at, { env: { CCC_CONFIG_DIR: undefined } })).toEqual(
    answered({ reason: 'good' }),
  );
});

test.each(['conf', './conf', '~/conf'])(
  'CCC_CONFIG_DIR=%s would be another directory in each one: it is refused, by every command',
  async (dir) => {
    const at = place();
    const env = { CCC_CONFIG_DIR: dir };
    const refused = {
      code: 1,
      signal: null,
      stdout: '',
      stderr: `ccc: CCC_CONFIG_DIR: expected an absolute path, got "${dir}"\n`,
    };
    expect(await hook({ session_id: 's' }, at, { env })).toEqual(refused);
    const commands = ['install', 'status', 'log', 'doctor', 'supervisor-mode'];
    for (const name of commands) expect(await ccc([name], at, { env })).toEqual(refused);
    expect(readdirSync(at.work)).toEqual([]);
  },
);
