import '../../../test/built.ts';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { place, WAVE, wave } from './helpers.ts';

const TOOL = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

const wrongCalls: { name: string; args: string[]; stdin?: string; says: RegExp }[] = [
  { name: 'no event', args: [], says: /which event\?/ },
  {
    name: 'an unknown event',
    args: ['PreToolUSe'],
    says: /event: did you mean "PreToolUse"\? expected .*, got "PreToolUSe"/,
  },
  { name: 'two events', args: ['Stop', 'PreToolUse'], stdin: '{}', says: /one event at a time/ },
  {
    name: 'an unknown option',
    args: ['Stop', '--jsn'],
    stdin: '{}',
    says: /Unknown option '--jsn'/,
  },
  { name: '--only alone', args: ['Stop', '--only'], stdin: '{}', says: /--only needs --settings/ },
  {
    name: 'no input',
    args: ['Stop'],
    stdin: '',
    says: /stdin: expected a JSON object, got nothing/,
  },
  {
    name: 'input that is no JSON',
    args: ['Stop'],
    stdin: '{\n  "a": nope }',
    says: /stdin:2:8: invalid symbol \(not valid JSON\)/,
  },
  {
    name: 'a field that is given twice',
    args: ['Stop'],
    stdin: '{"session_id":"a","session_id":"b"}',
    says: /stdin: "session_id" is given twice/,
  },
  {
    name: 'input that is no object',
    args: ['Stop'],
    stdin: '[1]',
    says: /expected a JSON object, got \[1\]/,
  },
  {
    name: 'another event name in the input',
    args: ['Stop'],
    stdin: '{"hook_event_name":"PreToolUse"}',
    says: /hook_event_name is "PreToolUse", but the event to run is "Stop"/,
  },
  {
    name: 'a missing field',
    args: ['PreToolUse'],
    stdin: '{"tool_name":"Bash"}',
    says: /tool_input: expected an object, got nothing/,
  },
  {
    name: 'a field of the wrong type',
    args: ['PreToolUse'],
    stdin: '{"tool_name":7,"tool_input":{}}',
    says: /tool_name: expected a text, got 7/,
  },
  {
    name: 'a settings file that is not there',
    args: ['Stop', '--settings', 'none.json'],
    stdin: '{}',
    says: /none\.json: there is no such file/,
  },
];

test.each(wrongCalls)('$name: exit 1 and a text that says where', async ({ args, stdin, says }) => {
  const result = await wave(['hooks', 'run', ...args], place(), { stdin: stdin ?? TOOL });
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr).toMatch(says);
});

test('a torn settings file is named with line and column, and nothing runs', async () => {
  const where = place();
  const file = where.write('s.json', '{\n  "hooks": {\n    "Stop": [');
  const result = await wave(['hooks', 'run', 'Stop', '--settings', file], where, { stdin: '{}' });
  expect(result.code).toBe(1);
  expect(result.stderr).toContain(`${file}:3:`);
});

test('the verdict for people says what happens, who said what to whom, and how long it took', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', name: 'guard', command: 'echo too risky >&2; exit 2' },
            { type: 'command', name: 'sloppy', command: 'echo oops >&2; exit 1' },
          ],
        },
      ],
    },
  });
  const { stdout, code } = await wave(
    ['hooks', 'run', 'PreToolUse', '--settings', file, '--only'],
    where,
    { stdin: TOOL },
  );
  expect(code).toBe(0);
  expect(stdout).toContain('PreToolUse: block - the tool does not run');
  expect(stdout).toMatch(/to the agent\n {2}too risky {2}\(guard\)/);
  expect(stdout).toMatch(
    /error {2}hook "sloppy" exited 1, which does not block; only exit 2 does: oops/,
  );
  expect(stdout).toMatch(/guard {2}exit 2 {2}[\d.]+ ms {2}.*s\.json:1/);
});

test('missing common fields are filled in, and given ones are kept', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'cat' }] }] },
  });
  const { stdout } = await wave(
    ['hooks', 'run', 'UserPromptSubmit', '--settings', file, '--only', '--json'],
    where,
    { stdin: '{"prompt":"hi","session_id":"s-1"}' },
  );
  const seen = JSON.parse(JSON.parse(stdout).runs[0].stdout);
  expect(seen).toEqual({
    session_id: 's-1',
    transcript_path: '',
    cwd: where.project,
    permission_mode: 'default',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'hi',
    user_prompt: 'hi',
  });
});

test('hooks find the variables of Claude Code, and on SessionStart a file for variables', async () => {
  const where = place();
  const command =
    'echo "$CLAUDECODE $CLAUDE_PROJECT_DIR $([ -w "${WAVE_ENV_FILE-}" ] && echo file)"';
  const entry = { hooks: [{ type: 'command', command }] };
  const hooks = { UserPromptSubmit: [entry], SessionStart: [entry] };
  const file = where.write('s.json', { hooks });
  const said = async (event: string, stdin: string) => {
    const args = ['hooks', 'run', event, '--settings', file, '--only', '--json'];
    const { stdout } = await wave(args, where, { stdin });
    return JSON.parse(stdout).runs[0].stdout.trim();
  };
  expect(await said('UserPromptSubmit', '{"prompt":"hi"}')).toBe(`1 ${where.project}`);
  expect(await said('SessionStart', '{"source":"startup"}')).toBe(`1 ${where.project} file`);
});

test('what the user is told has a text, a tone and a hook, and nothing else', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'guard', command: 'exit 3' }] }] },
  });
  const { stdout } = await wave(
    ['hooks', 'run', 'Stop', '--settings', file, '--only', '--json'],
    where,
    { stdin: '{}' },
  );
  expect(JSON.parse(stdout).toUser).toEqual([
    { text: expect.stringContaining('hook "guard" '), tone: 'error', hook: 'guard' },
  ]);
});

test('a wrong entry is told with its place, and the others run', async () => {
  const where = place();
  const file = where.write(
    's.json',
    '{"hooks":{"Stop":[\n{"hooks":[{"type":"command","comand":"x"}]},\n{"hooks":[{"type":"command","command":"echo go on >&2; exit 2"}]}]}}',
  );
  const { stdout } = await wave(
    ['hooks', 'run', 'Stop', '--settings', file, '--only', '--json'],
    where,
    { stdin: '{}' },
  );
  const verdict = JSON.parse(stdout);
  expect(verdict.decision).toBe('block');
  expect(verdict.toUser).toMatchObject([{ tone: 'error' }]);
  expect(verdict.toUser[0].text).toContain(
    `${file}:2: Stop[0].hooks[0]: "command": expected a text`,
  );
  expect(verdict.toUser[0].text).toContain('did you mean "command" by "comand"?');
});

test('hooks do not see what npm put into the environment', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'env' }] }] },
  });
  const { stdout } = await wave(
    ['hooks', 'run', 'UserPromptSubmit', '--settings', file, '--only', '--json'],
    where,
    {
      stdin: '{"prompt":"hi"}',
      env: {
        npm_lifecycle_event: 'start',
        INIT_CWD: '/x',
        PATH: `/p/node_modules/.bin:/node_modules/.bin:${process.env['PATH']}`,
      },
    },
  );
  const env: string = JSON.parse(stdout).runs[0].stdout;
  expect(env).not.toMatch(/^npm_|^INIT_CWD/m);
  expect(env).not.toMatch(/^PATH=\/p\/node_modules/m);
  expect(env).toMatch(new RegExp(`^WAVE_PROJECT_DIR=${where.project}$`, 'm'));
  expect(env).toMatch(new RegExp(`^CLAUDE_PROJECT_DIR=${where.project}$`, 'm'));
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the hooks as well', async (signal) => {
  const where = place();
  const file = where.write('s.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo $$ > pid; sleep 60' }] }] },
  });
  const child = spawn(
    process.execPath,
    [WAVE, 'hooks', 'run', 'Stop', '--settings', file, '--only'],
    {
      cwd: where.project,
      env: { ...process.env, HOME: where.home },
    },
  );
  child.stdin.end('{}');
  const pidFile = join(where.project, 'pid');
  await until(() => existsSync(pidFile) && /\d/.test(readFileSync(pidFile, 'utf8')));
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  child.kill(signal);
  expect(await ended).toBe(128 + constants.signals[signal]);
  expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
});

/** A zombie that nobody reaps is dead. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

test('input that comes in pieces over a pipe that does not block is read whole', async () => {
  const where = place();
  const file = where.write('s.json', '{"hooks":{}}');
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ${JSON.stringify([WAVE, 'hooks', 'run', 'Stop', '--settings', file, '--only', '--json'])}, { stdio: ['pipe', 'inherit', 'inherit'] });
    setTimeout(() => child.stdin.write('{"stop_hook'), 300);
    setTimeout(() => child.stdin.end('_active":true}'), 500);
    child.on('exit', (code) => process.exit(code));`;
  const { status, stdout } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    cwd: where.project,
    env: { ...process.env, HOME: where.home },
  });
  expect({ status, decision: JSON.parse(stdout).decision }).toEqual({
    status: 0,
    decision: 'none',
  });
});

test('what goes wrong unexpectedly is one line, not a stack', async () => {
  const where = place();
  const gone = join(where.project, 'gone');
  const script = `mkdir ${gone} && cd ${gone} && rmdir ${gone} && echo '{}' | "${process.execPath}" "${WAVE}" hooks run Stop`;
  const { status, stderr } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, HOME: where.home },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'wave: the current directory is gone; change into another one\n',
  });
  const deep = await wave(['hooks', 'run', 'Stop'], where, { stdin: '['.repeat(200_000) });
  expect(deep.code).toBe(1);
  expect(deep.stderr.split('\n')).toHaveLength(2);
});

test('a second --settings is refused: the guards of the first would be passed over in silence', async () => {
  const where = place();
  const guard = where.write('guard.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  const none = where.write('none.json', {});
  for (const args of [
    ['hooks', 'run', 'PreToolUse'],
    ['-p', 'run ls', '--model', 'practice'],
  ]) {
    const twice = [...args, '--settings', guard, '--settings', none];
    const { code, stderr } = await wave(twice, where, { stdin: '{}' });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`--settings: expected once, got "${guard}" and "${none}"`),
    ]);
  }
  const same = ['hooks', 'run', 'PreToolUse', '--settings', guard, '--settings', guard];
  expect(
    (await wave(same, where, { stdin: '{"tool_name":"Bash","tool_input":{}}' })).stdout,
  ).toContain('block');
});

test('--help tells how to call a command', async () => {
  const where = place();
  for (const args of [
    ['--help'],
    ['hooks', '--help'],
    ['hooks', 'run', '--help'],
    ['hooks', 'list', '-h'],
  ]) {
    const { code, stdout } = await wave(args, where);
    expect(code).toBe(0);
    expect(stdout).toContain('usage: wave');
  }
});
