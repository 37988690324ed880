import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Converse, call, converse, say } from './converse.ts';

const SERVER = fileURLToPath(
  new URL('../../../agent-sdk/test/mcp/asked/asking-server.mjs', import.meta.url),
);
const settings = {
  mcpServers: { asking: { command: process.execPath, args: [SERVER] } },
  permissions: { allow: ['mcp__asking'] },
};
const elicit = (params: object) => [
  call('mcp__asking__ask', { method: 'elicitation/create', params }),
  say('All done.'),
];
const FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', default: 'Ann' },
      age: { type: 'integer', minimum: 1 },
      size: { type: 'string', enum: ['s', 'm'], enumNames: ['small', 'medium'], default: 'm' },
      days: { type: 'array', items: { type: 'string', enum: ['mo', 'tu'] } },
      news: { type: 'boolean' },
    },
    required: ['age', 'news'],
  },
};
/** What the server got, as the model was told. */
const got = (talk: Converse) => talk.sent().replaceAll('\\', '');

test('a form of an MCP server: field by field, then all of it before it is sent', async () => {
  const talk = await converse({ settings });
  talk.server.script(...elicit(FORM));
  await talk.send('go');
  await talk.waitFor('The MCP server asking asks');
  await talk.waitFor('Who are you?');
  await talk.waitFor('Your name (may stay empty)  [Ann]');
  await talk.waitFor('Your answer:');
  talk.type('Bo');
  await talk.waitFor('Your answer: Bo');
  talk.press('enter');
  await talk.waitFor('(2 of 5)');
  talk.type('0');
  await talk.waitFor('Your answer: 0');
  talk.press('enter');
  await talk.waitFor('Expected a number, at least 1.');
  talk.type('7');
  await talk.waitFor('Your answer: 7');
  talk.press('enter');
  await talk.waitFor('❯ 2 medium');
  await talk.answer('1');
  await talk.waitFor('[ ] mo');
  await talk.answer('2');
  await talk.waitFor('[x] tu');
  await talk.answer('d');
  await talk.waitFor('(5 of 5)');
  await talk.answer('y');
  const last = await talk.waitFor('Send this to asking');
  expect(last).toMatch(
    /Your name: Bo[\s\S]*age: 7[\s\S]*size: small[\s\S]*days: tu[\s\S]*news: yes/,
  );
  expect(got(talk)).not.toContain('"action":"accept"');
  await talk.answer('y');
  await talk.waitFor('All done.');
  expect(got(talk)).toContain(
    '{"action":"accept","content":{"name":"Bo","age":7,"size":"s","days":["tu"],"news":true}}',
  );
});

test('a page is shown and not opened; no is no', async () => {
  const talk = await converse({ settings, env: { BROWSER: '/bin/false', DISPLAY: '' } });
  const url = 'https://pay.example/x?id=1';
  talk.server.script(...elicit({ mode: 'url', message: 'Please pay', url, elicitationId: 'e' }));
  await talk.send('go');
  await talk.waitFor(url);
  await talk.waitFor('o Open it in the browser');
  await talk.answer('n');
  await talk.waitFor('All done.');
  expect(got(talk)).toContain('{"action":"decline"}');
});

test('--plain: the same in lines', async () => {
  const talk = await converse({ args: ['--plain'], settings });
  talk.server.script(...elicit(FORM));
  talk.type('go\r');
  await talk.waitFor('The MCP server asking asks: Who are you?');
  await talk.waitFor('Type your answer; Enter alone takes Ann; /decline sends nothing.');
  talk.type('\r');
  await talk.waitFor('age (2 of 5)');
  talk.type('x\r');
  await talk.waitFor('Expected a whole number.');
  talk.type('8\r');
  await talk.waitFor('2. medium');
  talk.type('1\r');
  await talk.waitFor('Type numbers of the list, as in 1,2');
  talk.type('1,2\r');
  await talk.waitFor('Type y or n');
  talk.type('n\r');
  await talk.waitFor(
    /Send this to asking\?\s+Your name: Ann\s+age: 8\s+size: small\s+days: mo, tu\s+news: no/,
  );
  talk.type('y\r');
  await talk.waitFor('All done.');
  expect(got(talk)).toContain(
    '{"action":"accept","content":{"name":"Ann","age":8,"size":"s","days":["mo","tu"],"news":false}}',
  );
  await talk.end();
});

test('how far a call is stands in its line', async () => {
  const talk = await converse({ settings });
  talk.server.script(call('mcp__asking__steps', {}), say('All done.'));
  await talk.send('go');
  await talk.waitFor('2 of 4: step 2');
  await talk.waitFor('All done.');
  expect(talk.screen()).not.toContain('of 4: step');
});
