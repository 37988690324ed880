import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { type Converse, call, converse, hookOn, say } from './converse.ts';
import { inputOf } from './terminal.ts';

const BYPASS = ['--permission-mode', 'bypassPermissions'];
/** Runs until the test lets it go on. */
const busy = call('Bash', { command: 'until test -e go; do sleep 0.05; done; echo ran' });

async function atWork(options: Parameters<typeof converse>[0] = {}) {
  const talk = await converse({ args: BYPASS, ...options });
  talk.server.script(busy, say('All done.'), say('And the rest.'));
  await talk.send('begin');
  await until(() => talk.server.requests.length === 1);
  const goOn = () => talk.where.write('project/go', '');
  return { ...talk, goOn };
}

const lastMessage = ({ server }: Converse, at: number) =>
  JSON.stringify(server.requests[at]?.body.messages?.at(-1));

test('a prompt that is typed while it works goes with the next request of the same turn', async () => {
  const talk = await atWork();
  await talk.send('use tabs');
  await talk.waitFor(/queued: use tabs\n/);
  talk.goOn();
  await talk.waitFor('All done.');
  await talk.waitForGone('queued:');
  expect(talk.server.requests).toHaveLength(2);
  expect(lastMessage(talk, 1)).toMatch(/tool_result.*ran.*"text":"use tabs"/);
  expect(talk.all()).toMatch(/● Bash[\s\S]*\n> use tabs\n[\s\S]*All done\./);
  talk.press('up');
  await talk.waitFor(/> use tabs\s*\n\S*claude/);
});

test('prompts that wait are listed; each can be edited or taken back', async () => {
  const talk = await atWork({ columns: 60 });
  const long = `please ${'also '.repeat(12)}look here`;
  for (const text of ['first one', long, 'third one']) {
    await talk.send(text);
    await talk.waitFor(`queued: ${text.slice(0, 9)}`);
  }
  await talk.waitFor(/queued: first one\nqueued: please( also)+.*…\nqueued: third one\n/);
  talk.press('up');
  await talk.waitFor(/❯ queued: third one\n.*Enter edits, Backspace removes/);
  talk.press('backspace');
  await talk.waitForGone('queued: third one');
  talk.press('up');
  await talk.waitFor('❯ queued: please');
  talk.press('up');
  await talk.waitFor('❯ queued: first one');
  talk.press('enter');
  await talk.waitForGone('queued: first one');
  expect(inputOf(talk.screen())).toContain('first one');
  talk.type(' changed\r');
  await talk.waitFor(/queued: please[\s\S]*queued: first one changed\n/);
  talk.goOn();
  await talk.waitFor('All done.');
  expect(lastMessage(talk, 1)).toMatch(/look here.*"text":"first one changed"/);
  expect(lastMessage(talk, 1)).not.toContain('third one');
  expect(talk.server.requests).toHaveLength(2);
});

test('commands wait for the end of the turn, and so does what was sent after them', async () => {
  const talk = await atWork();
  await talk.send('!touch shell');
  await talk.send('after it');
  await talk.waitFor('queued: after it');
  talk.goOn();
  await talk.waitFor('And the rest.');
  expect(lastMessage(talk, 1)).not.toContain('after it');
  expect(existsSync(join(talk.where.project, 'shell'))).toBe(true);
  expect(lastMessage(talk, 2)).toContain('after it');
});

test('where the turn ends first, it is the next prompt', async () => {
  const talk = await converse({ args: BYPASS });
  talk.server.script(say('A slow answer without calls.', { slowMs: 150 }), say('Second.'));
  await talk.send('one');
  await talk.waitFor('Esc interrupts');
  await talk.send('two');
  await talk.waitFor('\nSecond.');
  expect(talk.server.requests).toHaveLength(2);
  expect(lastMessage(talk, 1)).toContain('two');
});

test('a hook that blocks it: it is shown as such, comes back, and the turn goes on', async () => {
  const guard = 'grep -q SECRET && { echo "no secrets" >&2; exit 2; }; exit 0';
  const talk = await atWork({ settings: hookOn('UserPromptSubmit', guard) });
  await talk.send('my SECRET');
  await talk.waitFor('queued: my SECRET');
  talk.goOn();
  await talk.waitFor('All done.');
  await talk.waitFor('⊘ The hook guard blocked your prompt: no secrets');
  await talk.waitForGone('queued:');
  expect(talk.all()).toContain('no secrets');
  expect(inputOf(talk.screen())).toContain('my SECRET');
  expect(talk.sent()).not.toContain('SECRET');
});

test('--plain: it says when the agent gets it, lists what waits, and gives one back', async () => {
  const talk = await atWork({ args: ['--plain', ...BYPASS], columns: 160 });
  talk.type('use tabs\r');
  await talk.waitFor(
    'Queued: the agent gets it at its next step. Ctrl-C brings it back; /queue lists what waits.',
  );
  talk.type('be quick\r');
  await talk.waitFor(/(Queued: [\s\S]*){2}/);
  talk.type('/queue\r');
  await talk.waitFor(/Queued prompts\.[^\n]*\n {2}1\. use tabs\n {2}2\. be quick\n/);
  talk.type('1\r');
  await talk.waitFor(/> use tabs\s*$/);
  talk.type(', not spaces\r');
  await talk.waitFor(/(Queued: [\s\S]*){3}/);
  talk.goOn();
  await talk.waitFor('All done.');
  expect(lastMessage(talk, 1)).toMatch(/"text":"be quick".*"text":"use tabs, not spaces"/);
});

test('--plain: the list closes when what it lists has gone out; the next line is a prompt', async () => {
  const talk = await atWork({ args: ['--plain', ...BYPASS], columns: 160 });
  talk.type('use tabs\r');
  await talk.waitFor('Queued: ');
  talk.type('/queue\r');
  await talk.waitFor(/Queued prompts\.[^\n]*\n {2}1\. use tabs\n/);
  talk.goOn();
  await talk.waitFor('All done.');
  await talk.waitFor('The list is closed: what waits has changed. Nothing waits any more.');
  talk.type('and now something else\r');
  const all = await talk.waitFor('And the rest.');
  expect(all).not.toContain('is not one of the choices');
});
