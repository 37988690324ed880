import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

/** Names and commands that look like others: each holds something that no terminal shows. */
const NAME = 'gu\u200bard\ufeffs';
const COMMAND = 'true\u00a0;\u2028\u3164 x\u{e0041}\u202e';
const SHOWN_NAME = 'gu<U+200B>ard<U+FEFF>s';
const SHOWN_COMMAND = 'true<U+00A0>;<U+2028><U+3164> x<U+E0041><U+202E>';

/** What of it would not be seen. */
const HIDDEN = /[\u200b\ufeff\u00a0\u2028\u3164\u{e0041}\u202e]/u;

/** A project that brings a hook and a server of such names, with a script that holds such text. */
function strange() {
  const where = place();
  where.write('project/guard.sh', 'echo a\u2800b\n');
  const guard = { type: 'command', name: NAME, command: COMMAND };
  const script = { type: 'command', name: 'script', command: 'sh "$WAVE_PROJECT_DIR"/guard.sh' };
  where.write('project/.wave/settings.json', { hooks: { Stop: [{ hooks: [guard, script] }] } });
  where.write('project/.mcp.json', { mcpServers: { db: { command: 'serve\u200b' } } });
  return where;
}

test.each([
  ['hooks list', ['hooks', 'list'], [SHOWN_NAME, SHOWN_COMMAND]],
  ['hooks explain', ['hooks', 'explain', 'Stop'], [SHOWN_NAME]],
  ['hooks review', ['hooks', 'review'], [SHOWN_NAME, SHOWN_COMMAND, 'echo a<U+2800>b']],
  ['hooks approve', ['hooks', 'approve'], [SHOWN_NAME, SHOWN_COMMAND, 'serve<U+200B>']],
  ['hooks doctor', ['hooks', 'doctor'], [SHOWN_NAME]],
  ['hooks disable', ['hooks', 'disable', 'nope'], [SHOWN_NAME]],
  ['hooks run', ['hooks', 'run', 'Stop', '--settings', '.wave/settings.json'], [SHOWN_NAME]],
  ['mcp list', ['mcp', 'list'], ['serve<U+200B>']],
  ['a start without anybody to ask', ['-p', 'P', '--model', 'practice'], [SHOWN_NAME]],
])('%s shows what a name hides', async (_name, args, shown) => {
  const { stdout, stderr } = await wave(args, strange());
  for (const text of shown) expect(stdout + stderr).toContain(text);
  expect(stdout + stderr).not.toMatch(HIDDEN);
});

test('wave -p shows what the name of a hook or a rule hides where a call did not run', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { permissions: { deny: ['Bash(rm\u200b *)'] } });
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('Bash', { command: 'rm\u200b x' }), say('ok'));
  const { stderr } = await wave(['-p', 'P', '--verbose'], where, { env: server.env('anthropic') });
  expect(stderr).toMatch(/Bash did not run: .*rm<U\+200B> \*/);
  expect(stderr).toContain('{"command":"rm<U+200B> x"}');
  expect(stderr).not.toMatch(HIDDEN);
});
