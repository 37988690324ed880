import '../../../../test/built.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { groupRuns } from '../../../agent-sdk/test/open-agent.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { WAVE } from '../helpers.ts';
import { call, converse, hookOn, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

/** Leaves its group's number in a file, and stays with a child. */
const STAYS = 'echo $$ > s.tmp; mv s.tmp started; sleep 60 & sleep 60';

const started = async (project: string): Promise<number> => {
  const file = join(project, 'started');
  await until(() => existsSync(file));
  return Number(readFileSync(file, 'utf8'));
};

test('Esc during a hook: its message and seconds were shown, its processes are gone', async () => {
  const talk = await converse({
    settings: hookOn('UserPromptSubmit', STAYS, { statusMessage: 'asking the oracle' }),
  });
  await talk.send('hello');
  const group = await started(talk.where.project);
  await talk.waitFor(/hook guard \(UserPromptSubmit\): asking the oracle [1-9]\d* s/);
  expect(groupRuns(group)).toBe(true);
  talk.press('escape');
  await talk.waitForGone('asking the oracle');
  await until(() => !groupRuns(group));
  await talk.waitFor('> hello');
  expect(talk.server.requests).toEqual([]);
});

test('Esc during a tool: its processes are gone, and the conversation goes on', async () => {
  const talk = await converse({ args: ['--permission-mode', 'bypassPermissions'] });
  talk.server.script(call('Bash', { command: STAYS }), say('On we go.'));
  await talk.send('stay');
  const group = await started(talk.where.project);
  await talk.waitFor(/○ Bash echo [\s\S]*running Bash.* Esc interrupts/);
  talk.press('escape');
  expect(await talk.waitFor('Interrupted.')).toContain('✗ Bash echo ');
  await until(() => !groupRuns(group));
  await talk.send('and now');
  await talk.waitFor('On we go.');
  expect(talk.server.faults).toEqual([]);
});

test('Esc during a stream, and during a dialog', async () => {
  const talk = await converse();
  talk.server.script(say('word '.repeat(400), { slowMs: 30 }));
  await talk.send('speak');
  await talk.waitFor('word word');
  talk.press('escape');
  await talk.waitForGone('Esc interrupts');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  talk.server.script(call('Bash', { command: '!true' }), say('Asked no more.'));
  await talk.send('call');
  await talk.waitFor('Run this command?');
  talk.press('ctrl-c');
  await talk.waitForGone('Run this command?');
  await talk.waitFor(/⊘ Bash !true\n +Not run: the turn ended before this call started\./);
});

test('Esc during the hook of a call: that call and those behind it did not run, and none failed', async () => {
  const talk = await converse({ settings: hookOn('PreToolUse', STAYS, { matcher: 'Bash' }) });
  const bash = (command: string) => ({ call: 'Bash', input: { command }, id: command });
  talk.server.script({ blocks: [bash('true'), bash('false')] });
  await talk.send('call');
  await started(talk.where.project);
  talk.press('escape');
  const all = await talk.waitFor(/⊘ Bash true\n +Not run: [\s\S]*⊘ Bash false\n +Not run: /);
  expect(all).not.toContain('✗');
});

test('!command is interrupted as well', async () => {
  const talk = await converse();
  await talk.send(`!${STAYS}`);
  const group = await started(talk.where.project);
  talk.press('escape');
  await talk.waitFor('(cancelled)');
  await until(() => !groupRuns(group));
});

test('Ctrl-Z goes back to the shell, fg goes on with what was typed', async () => {
  const talk = openTerminal({ program: ['bash', '--norc', '-i'], env: { PS1: 'shell$ ' } });
  await talk.waitFor('shell$');
  talk.type(`"${process.execPath}" "${WAVE}"\r`);
  await talk.ready();
  talk.type('half a prompt');
  await talk.waitFor('> half a prompt');
  talk.press('ctrl-z');
  await talk.waitFor(/Stopped[\s\S]*shell\$/);
  talk.type('echo in the "shell"\r');
  await talk.waitFor('in the shell');
  talk.type('fg\r');
  await talk.waitFor(/in the shell[\s\S]*> half a prompt/);
  talk.type(', whole');
  await talk.waitFor('> half a prompt, whole');
  talk.press('ctrl-c');
  await talk.waitForGone('half a prompt, whole');
  talk.press('ctrl-d');
  await talk.waitFor(/shell\$\s*$/);
  talk.type('exit\r');
  await talk.exit();
});

test('what came while it was away stands there after fg, each part once', async () => {
  const server = await startWire();
  onTestFinished(() => server.close());
  const parts = Array.from({ length: 12 }, (_, at) => `Part ${at + 1} of the answer.`);
  server.script(say(parts.join('\n\n'), { slowMs: 20 }));
  const talk = openTerminal({
    program: ['bash', '--norc', '-i'],
    env: { PS1: 'shell$ ', ...server.env('anthropic') },
  });
  await talk.waitFor('shell$');
  talk.type(`"${process.execPath}" "${WAVE}"\r`);
  await talk.ready();
  await talk.send('begin');
  await talk.waitFor('Part 2 of');
  talk.press('ctrl-z');
  await talk.waitFor(/Stopped[\s\S]*shell\$/);
  // The rest is sent meanwhile, and read all at once afterwards.
  await sleep(2_000);
  talk.type('fg\r');
  const all = await talk.waitFor(/shell\$ fg[\s\S]*Part 12 of[\s\S]*120 \(0%\)/);
  for (const part of ['> begin', ...parts]) expect(all.split(part), part).toHaveLength(2);
});
