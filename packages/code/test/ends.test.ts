import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { place, startWave, WAVE } from './helpers.ts';

const HOOKS = { PreToolUse: [{ hooks: [{ type: 'command', command: 'touch began; sleep 60' }] }] };
const EVENT = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

/** Node's own end may wait for ever, so that no way out may lead there: another program takes its place. */
function marked() {
  const where = place();
  const mark = where.write(
    'mark.cjs',
    `const { writeSync } = require('node:fs');
     process.execve = (_file, [, , command]) => {
       writeSync(2, 'left with ' + command);
       process.reallyExit(Number(command.split(' ')[1]));
     };`,
  );
  const settings = where.write('s.json', { hooks: HOOKS });
  return { where, settings, env: { NODE_OPTIONS: `--require ${mark}` } };
}

test('a command that is done', async () => {
  const { where, env } = marked();
  const { ended } = startWave(['-p', 'hello', '--model', 'practice'], where, { env });
  expect(await ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/left with exit 0$/),
  });
});

test('a signal', async () => {
  const { where, settings, env } = marked();
  const args = ['hooks', 'run', 'PreToolUse', '--settings', settings, '--only'];
  const { child, ended } = startWave(args, where, { env, stdin: EVENT });
  await until(() => existsSync(join(where.project, 'began')));
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({
    code: 143,
    stderr: expect.stringMatching(/left with exit 143$/),
  });
});

test('a reader that went away', async () => {
  const { where, env } = marked();
  const command = `'${process.execPath}' '${WAVE}' --help | true`;
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(stderr).toMatch(/^left with exit 0$/);
});
