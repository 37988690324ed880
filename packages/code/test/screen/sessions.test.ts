import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { call, converse, say } from './converse.ts';

const KEEPS = 'cat >> inputs; echo >> inputs';
const on = (event: string, command: string, more: object = {}) => ({
  [event]: [{ hooks: [{ type: 'command', name: 'guard', command, ...more }] }],
});
const SESSION = { hooks: { ...on('SessionStart', KEEPS), ...on('SessionEnd', KEEPS) } };
const FACES = [
  ['the screen', []],
  ['--plain', ['--plain']],
] as const;

/** What the hooks heard: the event and how it began or ended, in order. */
function heard(project: string): string[] {
  const file = join(project, 'inputs');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map((input) => `${input['hook_event_name']} ${input['source'] ?? input['reason']}`);
}

const BEGUN = 'SessionStart startup';

test.each(FACES)(
  'on %s a session begins before the first prompt, and ends when it is left',
  async (_, args) => {
    const talk = await converse({ settings: SESSION, args });
    await until(() => heard(talk.where.project).length === 1);
    await talk.waitFor('SessionStart: guard ok');
    expect(talk.server.requests).toEqual([]);
    talk.press('ctrl-d');
    expect(await talk.exit()).toBe(0);
    expect(heard(talk.where.project)).toEqual([BEGUN, 'SessionEnd prompt_input_exit']);
  },
);

test.each(FACES)('on %s a slow start holds up the prompt and not the screen', async (_, args) => {
  const slow = on('SessionStart', 'sleep 2; echo THECONTEXT');
  const talk = await converse({ settings: { hooks: slow }, args });
  talk.server.script(say('Hello.'));
  expect(talk.all(), 'nothing is under way').not.toContain('interrupts');
  await talk.send('FIRST');
  await talk.waitFor(/hook guard \(SessionStart\)/);
  await talk.waitFor('Hello.');
  expect(talk.sent()).toMatch(/FIRST.*THECONTEXT/);
});

test.each(FACES)('on %s /clear and /resume: one ends, then the other begins', async (_, args) => {
  const talk = await converse({ settings: SESSION, args });
  talk.server.script(say('Hello.'));
  await talk.send('FIRST');
  await talk.waitFor('Hello.');
  await talk.waitFor(/^>/m);
  await talk.send('/clear');
  await until(() => heard(talk.where.project).length === 3);
  await talk.waitFor(/^>/m);
  const [first = ''] = readFileSync(join(talk.where.project, 'inputs'), 'utf8').split('\n');
  const { session_id } = JSON.parse(first) as { session_id: string };
  await talk.send(`/resume ${session_id.slice(0, 8)}`);
  await until(() => heard(talk.where.project).length === 5);
  expect(heard(talk.where.project)).toEqual([
    BEGUN,
    'SessionEnd clear',
    'SessionStart clear',
    'SessionEnd resume',
    'SessionStart resume',
  ]);
});

test.each(FACES)('on %s what hooks say at /clear and on leaving is shown', async (_, args) => {
  const says = on('SessionEnd', `echo '{"systemMessage": "FAREWELL"}'`);
  const talk = await converse({ settings: { hooks: says }, args });
  await talk.send('/clear');
  await talk.waitFor('FAREWELL');
  await talk.waitFor('SessionEnd: guard ok');
  await talk.waitFor(/^>/m);
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  expect(talk.all().match(/FAREWELL/g)).toHaveLength(2);
});

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

test.each(SIGNALS)('%s while it rests: the session ends once', async (signal) => {
  for (const [, args] of FACES) {
    const talk = await converse({ settings: SESSION, args });
    await until(() => heard(talk.where.project).length === 1);
    process.kill(talk.pid, signal);
    expect(await talk.exit()).toBe(0);
    expect(heard(talk.where.project)).toEqual([BEGUN, 'SessionEnd other']);
  }
});

test.each(SIGNALS)('%s during a turn, and with a question open', async (signal) => {
  for (const command of ['touch begun; sleep 60', '!true']) {
    const mode = command === '!true' ? 'default' : 'bypassPermissions';
    const talk = await converse({ settings: SESSION, args: ['--permission-mode', mode] });
    talk.server.script(call('Bash', { command }));
    await talk.send('call');
    if (mode === 'default') await talk.waitFor('Run this command?');
    else await until(() => existsSync(join(talk.where.project, 'begun')));
    process.kill(talk.pid, signal);
    expect(await talk.exit()).toBe(0);
    expect(heard(talk.where.project)).toEqual([BEGUN, 'SessionEnd other']);
  }
});

test.each(FACES)('on %s Ctrl-C ends the wait for the last hooks', async (_, args) => {
  const slow = on('SessionEnd', 'touch ending; sleep 60');
  const talk = await converse({ settings: { hooks: slow }, args });
  talk.press('ctrl-d');
  await talk.waitFor('Waiting for the hook guard (SessionEnd). Ctrl-C ends the wait.');
  const began = Date.now();
  talk.press('ctrl-c');
  expect(await talk.exit()).toBe(0);
  expect(Date.now() - began, 'less than its five seconds').toBeLessThan(4_900);
});

test('Esc ends the wait for the last hooks at /clear', async () => {
  const slow = on('SessionEnd', 'touch ending; sleep 60');
  const talk = await converse({ settings: { hooks: { ...slow, ...on('SessionStart', KEEPS) } } });
  await talk.send('/clear');
  await until(() => existsSync(join(talk.where.project, 'ending')));
  const began = Date.now();
  talk.press('escape');
  await until(() => heard(talk.where.project).length === 2);
  expect(Date.now() - began, 'less than its five seconds').toBeLessThan(4_900);
  expect(heard(talk.where.project)).toEqual([BEGUN, 'SessionStart clear']);
});

test.each(FACES)('a terminal that goes away from %s: the session ends', async (_, args) => {
  const talk = await converse({ settings: SESSION, args });
  await until(() => heard(talk.where.project).length === 1);
  talk.hangUp();
  await until(() => heard(talk.where.project).length === 2);
  expect(heard(talk.where.project)).toEqual([BEGUN, 'SessionEnd other']);
});
