import '../../../test/built.ts';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, WAVE, wave } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

test('echo prompt | wave is one prompt without a screen', async () => {
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('Hello to you.'));
  const { code, stdout, stderr } = await wave([], place(), {
    stdin: 'say hello\n',
    env: server.env('anthropic'),
  });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Hello to you.\n', stderr: '' });
  expect(JSON.stringify(server.requests[0]?.body)).toContain('say hello');
});

test('options go with it, and its exit code is that of wave -p', async () => {
  const where = place();
  where.write('home/.wave/settings.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  const args = ['--model', 'practice', '--output-format', 'json'];
  const { code, stdout } = await wave(args, where, { stdin: 'run ls' });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, ended: 'blocked' });
});

test('at a terminal, what is piped in is a prompt as well', async () => {
  const command = `echo 'what do you know?' | '${process.execPath}' '${WAVE}' --model practice`;
  const screen = openTerminal({ program: ['/bin/sh', '-c', command] });
  await screen.waitFor('I am the practice model');
  expect(await screen.exit()).toBe(0);
});

test.each([
  [['--modle', 'x'], /Unknown option '--modle'/],
  [['--model', 'practice', 'and', 'more'], /unexpected words: and more\. Use -p/],
  [['--plain'], /the screen, and --plain, need a terminal/],
  [['nothing'], /wave has no command "nothing"/],
] as const)('piped in with %o', async (args, says) => {
  const { code, stderr } = await wave([...args], place(), { stdin: 'hello' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(says) });
});

test.each([
  ['an empty pipe', ''],
  ['white space', ' \n'],
])('%s is no prompt: wave says how it is called', async (_name, stdin) => {
  const { code, stdout } = await wave([], place(), { stdin });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^wave \S+\n\nusage: [\s\S]*echo "prompt" \| wave/),
  });
});

test('/dev/null is no prompt, and a pipe that stays open is not waited for', async () => {
  const { home, project } = place();
  const env = { ...process.env, HOME: home };
  const nothing = openSync('/dev/null', 'r');
  const run = spawnSync(process.execPath, [WAVE], { cwd: project, env, stdio: [nothing, 'pipe'] });
  closeSync(nothing);
  expect([run.status, run.stdout.toString()]).toEqual([0, expect.stringContaining('usage: wave')]);
  const child = spawn(process.execPath, [WAVE], { cwd: project, env });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(0);
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('npm start: a prompt that is piped in is sent; without one the tour is played', () => {
  const { home, project } = place();
  const start = (input: string) =>
    spawnSync(process.execPath, [`${ROOT}/scripts/run.mjs`, 'start'], {
      cwd: project,
      // Without a key, as on a new machine.
      env: { ...withoutKeys(process.env), HOME: home, INIT_CWD: project },
      input,
      encoding: 'utf8',
    });
  const sent = start('what do you know?');
  expect([sent.status, sent.stdout]).toEqual([0, expect.stringMatching(/I am the practice model/)]);
  expect(sent.stdout).not.toContain('Five of them at work');
  expect(start('').stdout).toContain('Five of them at work');
});

const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(ANTHROPIC_|OPENAI_|WAVE_MODEL$)/.test(name)),
  );
