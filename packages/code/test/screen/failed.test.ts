import { expect, onTestFinished, test } from 'vitest';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place, wave } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

/** Prints much, then why it fails. */
const COMMAND = 'seq 101 200; echo the reason >&2; exit 7';
const ALLOWED = { permissions: { allow: ['Bash'] } };

test('a failed command on the screen: its exit code first, its last lines last', async () => {
  const talk = await converse({ settings: ALLOWED });
  talk.server.script(call('Bash', { command: COMMAND }), say('I see.'));
  await talk.send('run it');
  const all = await talk.waitFor('I see.');
  expect(all).toMatch(
    /✗ Bash seq 101 200.*\n {2}Exit code: 7\n {2}… 94 earlier lines \(Ctrl-O shows all\)\n {2}195\n[\s\S]* {2}200\n {2}stderr:\n {2}the reason\n/,
  );
  expect(all).not.toMatch(/^ {2}101$/m);
  await talk.send('!seq 1 40; echo mine; false');
  expect(await talk.waitFor(/^mine$/m)).toMatch(
    /\(exit 1\)\n… 29 earlier lines \(Ctrl-O shows all\)\n30\n[\s\S]*40\nmine\n/,
  );
});

test('the same in the plain mode', async () => {
  const talk = await converse({ args: ['--plain'], settings: ALLOWED });
  talk.server.script(call('Bash', { command: COMMAND }), say('I see.'));
  talk.type('run it\r');
  expect(await talk.waitFor('I see.')).toMatch(
    /\n {2}Exit code: 7\n {2}… 94 earlier lines \(\/details shows all\)\n {2}195\n[\s\S]* {2}the reason\n/,
  );
});

test('the same in wave -p --verbose', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('Bash', { command: COMMAND }, 'one'), say('I see.'));
  const { stderr } = await wave(['-p', 'P', '--verbose', '--allowed-tools', 'Bash'], where, {
    env: server.env('anthropic'),
  });
  expect(stderr).toMatch(
    /one end: Exit code: 7 \(94 earlier lines left out\)\n {4}195\n[\s\S]* {4}200\n {4}stderr:\n {4}the reason\n/,
  );
});

test("a tool's own failure is shown to its end: the cure stands there", async () => {
  const talk = await converse({ args: ['--permission-mode', 'bypassPermissions'], columns: 80 });
  talk.server.script(call('WebFetch', { url: 'http://127.0.0.1:4567/' }), say('I see.'));
  await talk.send('fetch it');
  const all = await talk.waitFor('I see.');
  expect(all.replace(/\s+/g, ' ')).toContain('names the host: WebFetch(domain:127.0.0.1:4567).');
});
