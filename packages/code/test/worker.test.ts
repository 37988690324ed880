import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { isAlive } from '../../hooks/test/worker/helpers.ts';
import { type Place, place, startWave, wave } from './helpers.ts';

/** Writes down its start and what it is asked; refuses \`rm\`, and takes its time for \`slow\`. */
const WORKER = `
const { appendFileSync } = require('node:fs');
const note = (text) => appendFileSync(__dirname + '/journal', text + '\\n');
note('start ' + process.pid);
process.stdin.on('end', () => process.exit(0));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, input } = JSON.parse(line);
  if (!input) return;
  note(input.hook_event_name);
  if (JSON.stringify(input).includes('slow')) return;
  const no = JSON.stringify(input).includes('rm ');
  console.log(JSON.stringify(no ? { id, exit_code: 2, stderr: 'not rm' } : { id }));
});
`;

function withWorker(events = ['PreToolUse']): Place & {
  settings: string;
  journal(): string[];
  pid(): number;
} {
  const where = place();
  const file = where.write('worker.cjs', WORKER);
  const hooks = [{ type: 'worker', name: 'keeper', command: `exec node ${file}` }];
  const settings = where.write('s.json', {
    hooks: Object.fromEntries(events.map((event) => [event, [{ hooks }]])),
  });
  const path = join(where.home, '../journal');
  const lines = () => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  return {
    ...where,
    settings,
    journal: () => lines().map((line) => line.replace(/\d+/, 'PID')),
    pid: () => Number(lines()[0]?.replace('start ', '')),
  };
}

const bash = (command: string) => JSON.stringify({ tool_name: 'Bash', tool_input: { command } });

test('run asks it once and leaves nothing behind; the log knows it', async () => {
  const where = withWorker();
  const { code, stdout, stderr } = await wave(
    ['hooks', 'run', 'PreToolUse', '--settings', where.settings, '--only', '--json'],
    where,
    { stdin: bash('rm -r x') },
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'block',
    toAgent: [{ text: 'not rm', hook: 'keeper' }],
    runs: [{ outcome: { is: 'exit', code: 2 } }],
  });
  expect(where.journal()).toEqual(['start PID', 'PreToolUse']);
  expect(isAlive(where.pid())).toBe(false);
  const log = await wave(['hooks', 'log', '--json'], where);
  expect(JSON.parse(log.stdout)).toMatchObject({ hook: 'keeper', decision: 'block' });
});

test('list, explain and doctor treat it like a command', async () => {
  const where = withWorker();
  const hooks = async (...args: string[]) =>
    (await wave(['hooks', ...args, '--settings', where.settings, '--only'], where)).stdout;
  expect(await hooks('list')).toContain('a worker: exec node');
  expect(JSON.parse(await hooks('list', '--json')).hooks).toMatchObject([
    { type: 'worker', state: 'active', name: 'keeper' },
  ]);
  expect(await hooks('explain', 'PreToolUse', 'Bash')).toContain('keeper');
  const missing = where.write('missing.json', {
    hooks: { Stop: [{ hooks: [{ type: 'worker', command: '/no/such/program' }] }] },
  });
  const doctor = await wave(['hooks', 'doctor', '--settings', missing, '--only'], where);
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('/no/such/program')]);
});

test('what was recorded with it is replayed with one process', async () => {
  const where = withWorker();
  const dir = join(where.project, 'recordings');
  for (const command of ['rm x', 'ls'])
    await wave(['hooks', 'run', 'PreToolUse', '--settings', where.settings, '--only'], where, {
      stdin: bash(command),
      env: { WAVE_RECORD: dir },
    });
  const before = where.journal().length;
  const { code, stdout } = await wave(
    ['hooks', 'replay', dir, '--settings', where.settings, '--only', '--json'],
    where,
  );
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { replayed: 2, changed: [], failed: [], problems: [] },
  ]);
  expect(where.journal().slice(before)).toEqual(['start PID', 'PreToolUse', 'PreToolUse']);
});

test('one process serves all events of a session, and ends with it', async () => {
  const where = withWorker(['UserPromptSubmit', 'Stop']);
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('hello'));
  const { code } = await wave(['-p', 'hi', '--settings', where.settings], where, {
    env: server.env('anthropic'),
  });
  expect(code).toBe(0);
  expect(where.journal()).toEqual(['start PID', 'UserPromptSubmit', 'Stop']);
  expect(isAlive(where.pid())).toBe(false);
});

test.each(['SIGINT', 'SIGKILL'] as const)('%s at the agent ends it', async (signal) => {
  const where = withWorker();
  const { child, ended } = startWave(
    ['hooks', 'run', 'PreToolUse', '--settings', where.settings, '--only'],
    where,
    { stdin: bash('slow') },
  );
  await until(() => where.journal().includes('PreToolUse'));
  child.kill(signal);
  await ended;
  await until(() => !isAlive(where.pid()));
});
