import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { place } from '../helpers.ts';
import { call, converse, hookOn, say } from './converse.ts';

const FACES = [
  ['the screen', []],
  ['--plain', ['--plain']],
] as const;
const KEEPS = 'cat >> inputs; echo >> inputs';

const heard = (project: string): Record<string, unknown>[] =>
  existsSync(join(project, 'inputs'))
    ? readFileSync(join(project, 'inputs'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : [];

const QUESTION = {
  question: 'Which colour?',
  options: [{ label: 'Red' }, { label: 'Blue' }],
};

test.each(FACES)('a question of the agent calls the user away from %s', async (_, args) => {
  const talk = await converse({ settings: hookOn('Notification', KEEPS), args });
  talk.server.script(call('AskUserQuestion', { questions: [QUESTION] }), say('Thanks.'));
  await talk.send('ask me');
  await talk.waitFor('Which colour?');
  await until(() => heard(talk.where.project).length === 1);
  expect(heard(talk.where.project)).toMatchObject([
    { notification_type: 'elicitation_dialog', message: 'Wave asks: Which colour?' },
  ]);
});

test('a slow notification holds up nothing, and the dialog is what it is about', async () => {
  const talk = await converse({ settings: hookOn('Notification', 'sleep 60') });
  talk.server.script(call('Bash', { command: '!true' }), say('Done.'));
  await talk.send('call');
  await talk.waitFor('Run this command?');
  await talk.waitFor('waiting for your answer');
  expect(talk.screen()).not.toContain('(Notification)');
  await talk.answer('y');
  await talk.waitFor('Done.');
});

test.each(FACES)('hooks that run while %s rests are shown, and nothing spins', async (_, args) => {
  const talk = await converse({
    settings: hookOn('Notification', 'sleep 1', { matcher: 'turn_ended' }),
    args,
  });
  talk.server.script(say('Hello.'), say('Again.'));
  await talk.send('FIRST');
  await talk.waitFor('Hello.');
  talk.type('half a pro');
  await talk.waitFor('Notification: guard ok');
  expect(talk.screen()).not.toContain('interrupts');
  talk.type('mpt\r');
  await talk.waitFor('Again.');
  expect(talk.sent()).toContain('half a prompt');
});

test.each(FACES)('a change that a hook holds back is in /hooks on %s', async (_, args) => {
  const settings = hookOn('ConfigChange', 'echo "FROZEN UNTIL MONDAY" >&2; exit 2');
  const talk = await converse({ settings, args });
  const other = hookOn('ConfigChange', 'true');
  talk.where.write('home/.wave/settings.json', other);
  await talk.waitFor('ConfigChange: guard block');
  await talk.send('/hooks');
  const all = await talk.waitFor(/held back[\s\S]*FROZEN UNTIL MONDAY/);
  expect(all).toMatch(/ConfigChange {2,}\S*active {2}guard/);
});

test('settings that somebody saves while the first picture is drawn do not end the screen', async () => {
  const where = place();
  const file = where.write('home/.wave/settings.json', { title: false });
  const preload = where.write(
    'saved.cjs',
    `const { write } = process.stdout;
    process.stdout.write = function (text, ...more) {
      if (String(text).includes('\u001b[?2004h')) require('node:fs').writeFileSync(${JSON.stringify(file)}, '');
      return write.call(this, text, ...more);
    };`,
  );
  const env = { NODE_OPTIONS: `--require=${preload}` };
  const talk = await converse({ where, env });
  talk.server.script(say('Hello.'));
  await talk.send('hi');
  await talk.waitFor('Hello.');
  expect(talk.all()).not.toContain('the file is empty');
  expect(talk.title()).toBe('');
});

const SLOW = fileURLToPath(new URL('./slow-server.mjs', import.meta.url));

test.each(FACES)(
  "a hook that blocks a server's prompt: the line is back on %s",
  async (_, args) => {
    const hooks = hookOn('UserPromptExpansion', `${KEEPS}; echo NO >&2; exit 2`);
    const servers = { mcpServers: { slow: { command: process.execPath, args: [SLOW] } } };
    const talk = await converse({ settings: { ...hooks, ...servers }, args });
    writeFileSync(join(talk.where.project, 'answer'), '');
    await talk.send('/mcp__slow__late');
    await talk.waitFor('was not sent: the hook guard blocked it');
    const times = args.length > 0 ? 2 : 1;
    await until(() => talk.all().split('> /mcp__slow__late').length === times + 1);
    expect(heard(talk.where.project)).toMatchObject([
      {
        expansion_type: 'mcp_prompt',
        command_name: 'mcp__slow__late',
        prompt: '/mcp__slow__late',
      },
    ]);
    expect(talk.server.requests).toEqual([]);
  },
);
