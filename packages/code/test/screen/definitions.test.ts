import { expect, onTestFinished, test } from 'vitest';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

const AGENT = '---\nname: seer\ndescription: sees things\n---\nYou are the SEER.\n';
const SKILL = '---\nname: pdf\ndescription: reads PDFS\n---\nDo it: $ARGUMENTS\n';

test.each([[[]], [['--plain']]])('/agents, /skills and /name, with %j', async (args) => {
  const talk = await converse({
    args,
    files: {
      'home/.wave/agents/seer.md': AGENT,
      'home/.wave/agents/bad.md': 'no front matter',
      'home/.wave/skills/pdf/SKILL.md': SKILL,
    },
  });
  await talk.waitFor(/bad\.md:1: expected front matter/);
  await talk.send('/agents');
  await talk.waitFor(/active {2}seer {2}~\/\.wave\/agents\/seer\.md/);
  await talk.waitFor(/faulty {2}bad {2}~\/\.wave\/agents\/bad\.md:1\n/);
  await talk.send('/agents seer');
  await talk.waitFor('You are the SEER.');
  await talk.send('/agents sear');
  await talk.waitFor('there is no agent "sear" (did you mean seer?)');
  await talk.send('/skills');
  await talk.waitFor(/active {2}pdf {2}~\/\.wave\/skills\/pdf\/SKILL\.md/);
  talk.server.script(say('skilled.'));
  await talk.send('/pdf the file');
  await talk.waitFor('skilled.');
  expect(talk.sent()).toContain('Do it: the file');
});

test("a project's are asked about at the start, in full; approved, they are offered", async () => {
  const where = place();
  where.write('project/.wave/agents/seer.md', AGENT);
  const server = await startWire();
  onTestFinished(() => server.close());
  const talk = openTerminal({ where, args: ['--plain'], env: server.env('anthropic') });
  expect(await talk.waitFor('waiting for your approval')).toContain('You are the SEER.');
  talk.type('approve\r');
  await talk.ready();
  await talk.send('/agents');
  await talk.waitFor(/active {2}seer/);
  server.script(say('so.'));
  await talk.send('go');
  await talk.waitFor('so.');
  expect(JSON.stringify(server.requests[0]?.body)).toContain('- seer: sees things');
});

test('/agents names what changed on disk; what was approved stays in force', async () => {
  const where = place();
  where.write('project/.wave/agents/seer.md', AGENT);
  where.write('home/.wave/agents/own.md', AGENT.replace('seer', 'own'));
  const server = await startWire();
  onTestFinished(() => server.close());
  const talk = openTerminal({ where, args: ['--plain'], env: server.env('anthropic') });
  await talk.waitFor('waiting for your approval');
  talk.type('approve\r');
  await talk.ready();
  await talk.send('/agents');
  await talk.waitFor(/active {2}seer/);
  expect(talk.all()).not.toContain('Changed on disk');
  where.write('project/.wave/agents/seer.md', `${AGENT}ANOTHER.\n`);
  await talk.send('/agents');
  await talk.waitFor('Changed on disk: seer. This session keeps what it began with.');
  await talk.waitFor('/hooks shows what waits for your approval');
  where.write('home/.wave/agents/own.md', 'broken');
  await talk.send('/agents');
  await talk.waitFor('Changed on disk: own, seer.');
  await talk.send('/agents seer');
  await talk.waitFor('You are the SEER.');
  expect(talk.all()).not.toContain('ANOTHER');
});

test('the Skill tool shows as a call like any other', async () => {
  const talk = await converse({ files: { 'home/.wave/skills/pdf/SKILL.md': SKILL } });
  talk.server.script(call('Skill', { skill: 'pdf', args: 'x' }), say('used.'));
  await talk.send('go');
  await talk.waitFor('used.');
  expect(talk.all()).toContain('Skill pdf');
});
