import { expect, test } from 'vitest';
import type { Span } from '../../src/trace/build/trace.ts';
import { allow, openEditor } from '../acp/editor.ts';
import { type Place, wave } from '../helpers.ts';
import { call, converse, hookOn, say } from '../screen/converse.ts';
import { readPage, traced } from './traced.ts';

const bash = (command: string, id: string) => call('Bash', { command }, id);

/** Who decided about each call, from the page of the newest session. */
async function decided(where: Place) {
  const { code } = await wave(['trace', '-o', 't.html'], where);
  expect(code).toBe(0);
  const calls = readPage(where, 't.html').spans.filter(
    (span): span is Extract<Span, { is: 'call' }> => span.is === 'call',
  );
  return calls.map(({ call: id, permission, waited }) => [
    id,
    permission?.answer,
    permission?.by,
    permission?.text,
    waited !== undefined,
  ]);
}

const GUARD = hookOn('PreToolUse', 'grep -q forbidden && { echo no >&2; exit 2; }; exit 0');
const SETTINGS = { ...GUARD, permissions: { allow: ['Bash(echo fine)'] } };

test('the trace of a session in an editor says who decided', async () => {
  const editor = await openEditor({
    script: [
      bash('echo fine > a', 'once'),
      bash('make deploy', 'refused'),
      bash('make forbidden', 'hook'),
      bash('touch made', 'always'),
      bash('touch made', 'rule'),
      say('done'),
    ],
    permit: ({ toolCall, options }) => {
      if (toolCall.toolCallId === 'refused') return allow('reject');
      const lasting = options.find(({ name }) => name.endsWith('in this project'));
      return allow(toolCall.toolCallId === 'always' ? (lasting?.optionId ?? '') : 'once');
    },
  });
  editor.where.write('home/.wave/settings.json', SETTINGS);
  await editor.prompt(await editor.fresh(), 'go');
  editor.leave();
  await editor.ended;
  const asks = 'no rule allows it';
  expect(await decided(editor.where)).toEqual([
    ['once', 'yes', 'person', asks, true],
    ['refused', 'no', 'person', asks, true],
    ['hook', 'no', 'hook guard', 'blocked by a hook', false],
    ['always', 'yes', 'person, lasting: Bash(touch made)', asks, true],
    ['rule', 'yes', 'rule Bash(touch made)', 'allow rule', false],
  ]);
});

test('the trace of a session on the screen says who decided', async () => {
  const talk = await converse({ settings: SETTINGS });
  const write = (name: string) => call('Write', { file_path: name, content: 'x' }, name);
  talk.server.script(
    bash('make a', 'once'),
    bash('make forbidden', 'hook'),
    write('b'),
    write('c'),
    say('All done.'),
  );
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.answer('y');
  await talk.waitFor('Create this file?');
  await talk.answer('e');
  await talk.waitFor('❯ e Yes, and make all edits');
  talk.press('enter');
  await talk.waitFor('\nAll done.');
  const asks = 'no rule allows it';
  expect(await decided(talk.where)).toEqual([
    ['once', 'yes', 'person', asks, true],
    ['hook', 'no', 'hook guard', 'blocked by a hook', false],
    ['b', 'yes', 'person, lasting: mode acceptEdits', asks, true],
    ['c', 'yes', 'mode acceptEdits', 'acceptEdits', false],
  ]);
});

test('the trace of a script says that nobody was there to ask', async () => {
  const { where } = await traced({ permissions: { ask: ['Bash(make b)'] } }, [
    bash('make a', 'a'),
    bash('make b', 'b'),
    say('done'),
  ]);
  const nobody = 'nobody was there to ask';
  expect(await decided(where)).toEqual([
    ['a', 'no', `table; ${nobody}`, 'no rule allows it', false],
    ['b', 'no', `rule Bash(make b); ${nobody}`, 'ask rule', false],
  ]);
});
