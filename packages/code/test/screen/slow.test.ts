import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { converse, say } from './converse.ts';
import { inputOf } from './terminal.ts';

const SLOW = fileURLToPath(new URL('./slow-server.mjs', import.meta.url));
const settings = { mcpServers: { slow: { command: process.execPath, args: [SLOW] } } };
const BOTH = [['the screen', []] as const, ['--plain', ['--plain']] as const];

/** With a server that is ready, since a prompt was answered. */
async function talking(args: readonly string[] = []) {
  const talk = await converse({ settings, args });
  talk.server.script(say('Hello.'));
  await talk.send('FIRST');
  await talk.waitFor('Hello.');
  await talk.waitFor(/^>/m);
  const write = (name: string) => writeFileSync(join(talk.where.project, name), '');
  return { ...talk, write };
}

test.each(BOTH)(
  '/clear takes its time on %s: it says so, and a prompt waits for it',
  async (_, args) => {
    const talk = await talking(args);
    await talk.send('/clear');
    await talk.waitFor('beginning a new conversation');
    talk.server.script(say('To the second.'));
    talk.type('SECOND\r');
    await talk.waitFor(/queued: SECOND|Queued: it is sent/);
    await talk.waitFor('To the second.');
    expect(talk.server.requests).toHaveLength(2);
    const last = JSON.stringify(talk.server.requests.at(-1)?.body);
    expect([last.includes('FIRST'), last.includes('SECOND')]).toEqual([false, true]);
    expect(talk.all()).not.toContain('error');
  },
);

test.each(BOTH)(
  'the prompt of a server is waited for on %s: told, ended, given back',
  async (_, args) => {
    const talk = await talking(args);
    await talk.send('/mcp__slow__late');
    await talk.waitFor('waiting for /mcp__slow__late');
    talk.press(args.length > 0 ? 'ctrl-c' : 'escape');
    await talk.waitFor('Nothing was sent.');
    await talk.waitFor(/> \/mcp__slow__late\s/);
    talk.write('answer');
    await sleep(500);
    expect(talk.server.requests, 'nothing is sent behind the back').toHaveLength(1);

    talk.server.script(say('To the kept one.'), say('To the last one.'));
    talk.press('enter');
    talk.type('LAST\r');
    await talk.waitFor('To the last one.');
    const bodies = talk.server.requests.slice(1).map(({ body }) => JSON.stringify(body));
    expect(bodies.map((body) => [body.includes('THE KEPT PROMPT'), body.includes('LAST')])).toEqual(
      [
        [true, false],
        [true, true],
      ],
    );
  },
);

test('a server that is connected to anew: told, and Esc ends the wait', async () => {
  const talk = await talking();
  talk.write('hang');
  await talk.send('/mcp reconnect slow');
  await talk.waitFor('connecting to slow');
  talk.press('escape');
  await talk.waitForGone('Esc interrupts');
  await talk.waitFor('Still connecting in the background; /mcp shows its state.');
  expect(inputOf(talk.screen())).not.toContain('reconnect');
});

test('whoever leaves during /clear is gone when it is over, and nothing is wiped behind them', async () => {
  const talk = await talking();
  await talk.send('/clear');
  await talk.waitFor('beginning a new conversation');
  talk.type('WAITS\r');
  await talk.waitFor('queued: WAITS');
  talk.press('ctrl-d');
  await talk.waitFor('Ctrl-D once more leaves');
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  expect(talk.screen()).toMatch(/Hello\.[\s\S]*1 prompt that waited was not sent:\n {2}WAITS/);
  expect(talk.server.requests).toHaveLength(1);
});
