import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { groupRuns } from '../../agent-sdk/test/open-agent.ts';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave, WAVE, wave } from './helpers.ts';

/** Keeps what it gets, one line each. */
const KEEPS = 'cat >> inputs; echo >> inputs';
/** Says that it runs, and stays. */
const STAYS = 'echo $$ > t; mv t started; sleep 60 & sleep 60';

type Hooks = Readonly<Record<string, unknown>>;

const on = (event: string, command: string, matcher?: string): Hooks => ({
  [event]: [
    { ...(matcher ? { matcher } : {}), hooks: [{ type: 'command', name: 'thehook', command }] },
  ],
});

async function open(hooks: Hooks, ...script: readonly Reply[]) {
  const where = place();
  where.write('home/.wave/settings.json', { hooks });
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(...script);
  const env = server.env('anthropic');
  const args = (...more: string[]) => ['-p', ...more, '--permission-mode', 'bypassPermissions'];
  const file = (name: string) => join(where.project, name);
  const started = async (name = 'started') => {
    await until(() => existsSync(file(name)));
    return Number(readFileSync(file(name), 'utf8'));
  };
  /** Of each event that the keeping hooks heard, a few fields. */
  const heard = () =>
    existsSync(file('inputs'))
      ? readFileSync(file('inputs'), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .map(({ hook_event_name, source, reason }) => [hook_event_name, source ?? reason])
      : [];
  return {
    where,
    server,
    heard,
    started,
    run: (...more: string[]) => wave(args(...more), where, { env }),
    begin: (...more: string[]) => startWave(args(...more), where, { env }),
    env,
  };
}

const SESSION = { ...on('SessionStart', KEEPS), ...on('SessionEnd', KEEPS) };
const BOTH = [
  ['SessionStart', 'startup'],
  ['SessionEnd', 'other'],
];

test('a session begins and ends once; --continue resumes it', async () => {
  const { run, heard } = await open(SESSION, say('one'), say('two'));
  expect((await run('P')).code).toBe(0);
  expect(heard()).toEqual(BOTH);
  expect((await run('P', '--continue')).code).toBe(0);
  expect(heard().slice(2)).toEqual([
    ['SessionStart', 'resume'],
    ['SessionEnd', 'other'],
  ]);
});

test.each([
  ['sessions', 'list'],
  ['undo', '--list'],
  ['mcp', 'list'],
])('wave %s %s opens no session', async (...words) => {
  const { run, heard, where, env } = await open(SESSION, say('one'));
  await run('P');
  await wave(words, where, { env });
  expect(heard()).toEqual(BOTH);
});

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const EACH = Object.entries(SIGNALS) as [keyof typeof SIGNALS, number][];

test.each(EACH)('%s ends the turn, and SessionEnd still runs: %i', async (signal, code) => {
  const { begin, heard, started } = await open(SESSION, call('Bash', { command: STAYS }));
  const { child, ended } = begin('P');
  const group = await started();
  child.kill(signal);
  expect((await ended).code).toBe(code);
  expect(groupRuns(group)).toBe(false);
  expect(heard()).toEqual(BOTH);
});

test.each([
  ['SIGINT', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 130],
  ['SIGTERM', 'SIGTERM', 143],
] as const)('%s, and %s while SessionEnd takes its time: it is ended', async (...signals) => {
  const [first, second, code] = signals;
  const slow = on('SessionEnd', 'echo $$ > e; mv e ending; sleep 60', undefined);
  const { begin, started } = await open(slow, call('Bash', { command: STAYS }));
  const { child, ended, result } = begin('P');
  await started();
  child.kill(first);
  const hook = await started('ending');
  await until(() => result.stderr.includes('Waiting for the hook'));
  const began = Date.now();
  child.kill(second);
  expect((await ended).code).toBe(code);
  expect(Date.now() - began, 'less than its five seconds').toBeLessThan(4_900);
  expect(groupRuns(hook)).toBe(false);
  expect(result.stderr).toContain(
    'Waiting for the hook thehook (SessionEnd). Ctrl-C ends the wait.\n',
  );
});

test.each([
  ['SIGINT', 1],
  ['SIGHUP', 300],
] as const)('%s once more after %i ms: not impatience', async (signal, ms) => {
  const slow = on('SessionEnd', `echo $$ > e; mv e ending; sleep 1; ${KEEPS}`);
  const { begin, heard, started } = await open(
    slow,
    call('Bash', { command: 'touch started; sleep 60' }),
  );
  const { child, ended } = begin('P');
  await started();
  child.kill(signal);
  if (signal === 'SIGHUP') await started('ending');
  await sleep(ms);
  child.kill(signal);
  expect((await ended).code).toBe(SIGNALS[signal]);
  expect(heard()).toEqual([['SessionEnd', 'other']]);
});

test('after a turn that was done, a signal ends the wait and changes no exit code', async () => {
  const slow = on('SessionEnd', 'echo $$ > e; mv e ending; sleep 60');
  const { begin, started } = await open(slow, say('Hello.'));
  const { child, ended } = begin('P');
  await started('ending');
  const began = Date.now();
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stdout: 'Hello.\n' });
  expect(Date.now() - began).toBeLessThan(3_500);
});

test('a reader that went away: SessionEnd runs', async () => {
  const waits = call('Bash', { command: 'sleep 0.5' });
  const { where, env, heard } = await open(SESSION, waits, waits, say('never'));
  const flags = '--output-format stream-json --permission-mode bypassPermissions';
  const command = `{ "${process.execPath}" "${WAVE}" -p P ${flags}; echo $? > code; } | head -1 > first`;
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, ...env },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(readFileSync(join(where.project, 'code'), 'utf8')).toBe('141\n');
  expect(heard()).toEqual(BOTH);
});

test('it waits for the hooks that hear of the end of the turn', async () => {
  const notified = on('Notification', 'sleep 1; touch notified', 'turn_ended');
  const { run, where } = await open(notified, say('Hello.'));
  expect((await run('P')).code).toBe(0);
  expect(existsSync(join(where.project, 'notified'))).toBe(true);
});

test('what a hook says as the session ends reaches the user, in each format', async () => {
  const says = on('SessionEnd', `echo '{"systemMessage": "BYE"}'`);
  const { run } = await open(says, say('1'), say('2'), say('3'));
  expect((await run('P')).stderr).toBe('warning: hook "thehook": BYE\n');
  const json = await run('P', '--output-format', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({ notices: [{ text: 'BYE', hook: 'thehook' }] });
  const lines = (await run('P', '--output-format', 'stream-json')).stdout.trim().split('\n');
  expect(lines.slice(-2).map((line) => JSON.parse(line))).toMatchObject([
    { subtype: 'notice', text: 'BYE' },
    { type: 'result' },
  ]);
});

test.each(['text', 'json', 'stream-json'])(
  'a command that a hook blocks ends as a blocked prompt does: %s',
  async (format) => {
    const blocks = on('UserPromptExpansion', 'echo "WHY NOT" >&2; exit 2', 'fix');
    const { run, where, server } = await open(blocks);
    where.write('home/.wave/commands/fix.md', 'THE KEPT PROMPT');
    const { code, stdout, stderr } = await run('/fix it', '--output-format', format);
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`.match(/WHY NOT/g), 'once').toHaveLength(1);
    expect(server.requests).toEqual([]);
    if (format === 'text') expect(stderr).toContain('The prompt was blocked by a hook');
    else
      expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
        ended: 'blocked',
      });
  },
);

test.each(['text', 'json', 'stream-json'])(
  'a rewritten prompt: what was typed is in no output: %s',
  async (format) => {
    const answer = { hookSpecificOutput: { updatedPrompt: 'THE NEW ONE' } };
    const rewrites = on('UserPromptSubmit', `echo '${JSON.stringify(answer)}'`);
    const { run, server } = await open(rewrites, say('Hello.'));
    const verbose = format === 'text' ? ['--verbose'] : ['--include-hook-events'];
    const { code, stdout, stderr } = await run(
      'TYPEDTEXT',
      '--output-format',
      format,
      ...(format === 'json' ? [] : verbose),
    );
    expect([code, stdout.includes('TYPEDTEXT'), stderr.includes('TYPEDTEXT')]).toEqual([
      0,
      false,
      false,
    ]);
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('TYPEDTEXT');
    if (format === 'text') expect(stderr).toContain('prompt rewritten by thehook\n');
  },
);

test('a warning names its hook once: of an async hook, and of the file of variables', async () => {
  const late = { type: 'command', name: 'late', command: 'echo no >&2; exit 2', async: true };
  const broken = { type: 'command', name: 'late', command: 'exit 1', async: true };
  const { run } = await open(
    {
      ...on('SessionStart', 'echo "export A=(" >> "$CLAUDE_ENV_FILE"'),
      PreToolUse: [{ hooks: [late] }],
      PostToolUse: [{ hooks: [broken] }],
    },
    call('Bash', { command: 'sleep 0.5' }),
    call('Bash', { command: 'sleep 0.5' }),
    say('done'),
  );
  const { stderr } = await run('P');
  expect(stderr).toContain('hook "late" is async, so its decision came too late');
  expect(stderr).toContain('hook "thehook": what it wrote to its file of variables');
  expect(stderr).toMatch(/hook "late" (failed|exited|ended)/);
  expect(stderr).not.toMatch(/hook "(late|thehook)":? hook "/);
});
