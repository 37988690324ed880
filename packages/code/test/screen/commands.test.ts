import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

test('/help, /status, /permissions, /model and what is none', async () => {
  const talk = await converse();
  await talk.send('/help');
  const help = await talk.waitFor('run it in your own shell');
  for (const name of [
    '/help',
    '/hooks',
    '/clear',
    '/model [name]',
    '/permissions',
    '/resume',
    '/exit',
  ])
    expect(help).toContain(`  ${name}`);
  await talk.send('/status');
  await talk.waitFor(/Window: +\d+% full \([\d,]+ of 1,000,000 tokens\)/);
  expect(await talk.waitFor(/Tokens: +0 in \(0 from the cache\), 0 out/)).toMatch(
    /Model: +claude-sonnet-5-5/,
  );
  await talk.send('/permissions plan');
  await talk.waitFor('Mode: plan');
  await talk.send('/permissions plam');
  await talk.waitFor('there is no mode "plam" (did you mean plan?)');
  talk.press('shift-tab');
  await talk.waitFor('permission mode: default');
  await talk.send('/nothing');
  await talk.waitFor('there is no command /nothing; /help lists them');
  await talk.waitFor('> /nothing');
  talk.press('ctrl-u');
  await talk.send('/cost');
  await talk.waitFor(/\/cost\nModel: .*Cost: /s);
  await talk.send('/hoks');
  await talk.waitFor('there is no command /hoks; did you mean /hooks?');
  talk.press('ctrl-u');
  await talk.send('/model practice');
  await talk.waitFor('The model is practice from now on.');
  await talk.send('/model');
  await talk.waitFor('Another …');
  talk.type('o');
  await talk.waitFor('Name:');
  talk.type('claude-opus-4-1');
  await talk.waitFor('Name: claude-opus-4-1');
  talk.press('enter');
  await talk.waitFor('The model is claude-opus-4-1 from now on.');
  expect(talk.server.requests).toEqual([]);
  await talk.send('/exit');
  expect(await talk.exit()).toBe(0);
});

test('? shows the keys, / finds a command by what it is about', async () => {
  const talk = await converse();
  talk.type('?');
  await talk.waitFor(/^> \?\n❯ \? +the keys, in an empty input\n {2}Enter +send/m);
  talk.press('backspace');
  await talk.waitForGone('❯ ?');
  talk.type('/clipb');
  await talk.waitFor(/❯ \/paste +attach the image in the clipboard/);
  await talk.waitFor(/ {2}\/copy +copy the last answer/);
});

test('/copy puts the last answer into the clipboard of the terminal', async () => {
  const talk = await converse();
  await talk.send('/copy');
  await talk.waitFor('There is no answer to copy yet.');
  talk.server.script(say('The **answer** is 42.'));
  await talk.send('what is it?');
  await talk.waitFor('is 42.');
  await talk.send('/copy');
  await talk.waitFor('Copied the last answer (21 characters).');
  const text = Buffer.from('The **answer** is 42.').toString('base64');
  expect(talk.raw()).toContain(`\u001b]52;c;${text}\u0007`);
});

test.each(['exit', 'quit', '/quit'])('%s leaves', async (word) => {
  const talk = await converse();
  await talk.send(word);
  expect(await talk.exit()).toBe(0);
  expect(talk.server.requests).toEqual([]);
});

test('the status line shows how much the model reads, /context what that is', async () => {
  const talk = await converse();
  talk.server.script(say('I see.'));
  await talk.send('hello');
  await talk.waitFor(/ · 120 \(0%\) · \$0\.0\d+/);
  await talk.send('/context');
  const all = await talk.waitFor(/Context: 0% full \(120 of 1,000,000 tokens\)/);
  const kinds = [...all.matchAll(/^ {2}[A-Z][a-z ]+ {2,}(\d+)/gm)].map(([, tokens]) =>
    Number(tokens),
  );
  expect(kinds).toHaveLength(5);
  expect(Math.abs(kinds.reduce((a, b) => a + b, 0) - 120)).toBeLessThan(5);
});

test('/ completes the names of commands', async () => {
  const screen = openTerminal();
  await screen.ready();
  screen.type('/perm');
  await screen.waitFor('❯ /permissions  show or change mode and rules');
  screen.press('enter');
  await screen.waitFor('> /permissions');
  screen.press('enter');
  await screen.waitFor('Mode: default');
});

test('a command that needs the agent at rest says so while it works', async () => {
  const talk = await converse();
  talk.server.script(say('Slowly, slowly, one word after the other.', { slowMs: 120 }));
  await talk.send('go');
  await talk.waitFor('Esc interrupts');
  await talk.send('/clear');
  await talk.waitFor('/clear has to wait until the agent is done; Ctrl-C interrupts it');
  await talk.waitFor('other.');
});

test('/clear begins anew, /resume and wave resume go on with what was said', async () => {
  const talk = await converse();
  talk.server.script(say('I remember the **number** 17.'));
  await talk.send('remember 17');
  await talk.waitFor('I remember the number 17.');
  await talk.send('/model claude-opus-4-1');
  await talk.waitFor(/^\/model claude-opus-4-1\nThe model is claude-opus-4-1/m);
  talk.press('shift-tab');
  await talk.waitFor('permission mode: acceptEdits');
  await talk.send('/clear');
  await talk.waitForGone('remember 17');
  await talk.waitFor('≈ wave');
  expect(await talk.waitFor(/model +claude-opus-4-1/)).not.toContain('No key was found');
  await talk.send('/permissions');
  await talk.waitFor(/Mode: acceptEdits .*\nno rules/);
  talk.server.script(say('No number.'));
  await talk.send('which number');
  await talk.waitFor('No number.');
  expect(JSON.stringify(talk.server.requests.at(-1)?.body)).not.toContain('remember 17');

  await talk.send('/resume');
  await talk.waitFor(/❯ .*remember 17/);
  talk.press('enter');
  await talk.waitFor('I remember the number 17.');
  await talk.waitForGone('No number.');
  talk.server.script(say('Seventeen.'));
  await talk.send('which one was it');
  await talk.waitFor('Seventeen.');
  expect(JSON.stringify(talk.server.requests.at(-1)?.body)).toContain('remember 17');
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  const [, id = ''] = /To resume this session: wave resume ([0-9a-f]{8})/.exec(talk.all()) ?? [];

  const again = openTerminal({
    args: ['resume', id],
    where: talk.where,
    env: talk.server.env('anthropic'),
  });
  const shown = await again.waitFor('Seventeen.');
  expect(shown).toContain('> remember 17');
  await again.end();
});

test('wave resume --fork-session goes on in a new session', async () => {
  const talk = await converse();
  talk.server.script(say('I remember the number 17.'));
  await talk.send('remember 17');
  await talk.waitFor('I remember the number 17.');
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  const [, id = ''] = /wave resume ([0-9a-f]{8})/.exec(talk.all()) ?? [];
  const fork = openTerminal({
    args: ['resume', id, '--fork-session'],
    where: talk.where,
    env: talk.server.env('anthropic'),
  });
  await fork.waitFor('I remember the number 17.');
  fork.press('ctrl-d');
  expect(await fork.exit()).toBe(0);
  const [, other = ''] = /wave resume ([0-9a-f]{8})/.exec(fork.all()) ?? [];
  expect([other.length, other === id]).toEqual([8, false]);
});

test('/resume: a session without a prompt has a title, too', async () => {
  const talk = await converse();
  await talk.send('!echo the "plum"');
  await talk.waitFor('the agent reads it with your next prompt');
  await talk.send('/clear');
  await talk.waitForGone('plum');
  await talk.ready();
  await talk.send('/resume');
  await talk.waitFor(
    /❯ just now +\(no prompt; it begins: The user ran `echo the "plum"` in a shell/,
  );
});

test('/resume of a session that is open elsewhere says so and changes nothing', async () => {
  const talk = await converse();
  const other = await converse({ where: talk.where });
  other.server.script(say('Mine.'));
  await other.send('hold it');
  await other.waitFor('Mine.');
  await talk.send('/status');
  await talk.waitFor('Cost:');
  await talk.send('/resume');
  await talk.waitFor(/❯ .*hold it/);
  talk.press('enter');
  expect(await talk.waitFor('this session is in use by another process')).toContain('Cost:');
});

test('commands of the user: listed, completed, expanded', async () => {
  const talk = await converse();
  await talk.end();
  talk.where.write(
    'home/.wave/commands/greet.md',
    '---\ndescription: says hello\nargument-hint: [name]\n---\nGreet $1 in three languages.\n',
  );
  const next = await converse({ where: talk.where });
  await next.send('/help');
  expect(await next.waitFor('Your commands')).toMatch(/\/greet \[name\] +says hello/);
  next.server.script(say('Hej.'));
  await next.send('/greet Kim');
  await next.waitFor('Hej.');
  expect(next.sent()).toContain('Greet Kim in three languages.');
  const history = readFileSync(join(next.where.home, '.wave', 'history.jsonl'), 'utf8');
  expect(history).toContain('/greet Kim');
});

test('an MCP server that fails is told before anything is sent', async () => {
  const where = place();
  const none = { command: 'no-such-server-anywhere' };
  where.write('home/.wave/settings.json', { mcpServers: { broken: none } });
  const talk = await converse({ where });
  expect(await talk.waitFor(/✗ error: MCP server "broken": .*no-such-server/s)).not.toContain(
    '> hi',
  );
  talk.server.script(say('Hello.'));
  await talk.send('hi');
  const all = await talk.waitFor('Hello.');
  expect(all.split('MCP server "broken"'), 'once').toHaveLength(2);
});

test('while a request waits for an MCP server, it says so', async () => {
  const where = place();
  const silent = { command: 'sh', args: ['-c', 'read -r line; read -r never'] };
  where.write('home/.wave/settings.json', { mcpServers: { silent } });
  const talk = await converse({ where });
  talk.server.script(say('At last.'));
  await talk.send('hi');
  await talk.waitFor('waiting for the MCP server silent');
  expect(talk.server.requests).toEqual([]);
});

test('/ lists commands in columns; @ lists the nearest files first', async () => {
  const where = place();
  for (const path of [
    'src/deep/parse.test.ts',
    'src/parse.ts',
    'docs/reparse.md',
    'parser/index.ts',
  ])
    where.write(`project/${path}`, 'x');
  const screen = openTerminal({ where, columns: 90 });
  await screen.ready();
  screen.type('/');
  const all = await screen.waitFor(/\d+ of \d+; ↑ ↓ move/);
  const rows = all.split('\n').flatMap((line) => /^[❯ ] (\/\S+ +)\S/.exec(line)?.[1] ?? []);
  expect(rows.length).toBeGreaterThan(4);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  screen.press('ctrl-u');
  await screen.waitForGone('↑ ↓ move');
  screen.type('@parse');
  await screen.waitFor(
    /❯ @src\/parse\.ts\n {2}@src\/deep\/parse\.test\.ts\n {2}@parser\/index\.ts\n {2}@docs\/reparse\.md/,
  );
});

test('/model lists what can be reached, with window and price', async () => {
  const talk = await converse({
    columns: 120,
    settings: { prices: { 'own-model': { input: 0.5, output: 1 } } },
    env: { WAVE_MODEL: 'claude-of-tomorrow' },
  });
  await talk.send('/model');
  await talk.waitFor(/❯ claude-of-tomorrow +in use; 200,000 tokens; price unknown/);
  await talk.waitFor(/ practice +offline, no price/);
  await talk.waitFor(/own-model {3,}window unknown; \$0\.5 \/ \$1 per million tokens/);
  await talk.waitFor(/claude-sonnet-5-5 +1,000,000 tokens; \$2 \/ \$10 per million tokens/);
  // No key for it, so it is not offered.
  expect(talk.screen()).not.toContain('openai/gpt');
});
