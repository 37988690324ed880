import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { answering, call, converse, hookOn, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

const COMMAND = 'git\u200b status\u00a0\u2066&& rm\u{e0041} x\ufeff';
const SHOWN = 'git<U+200B> status<U+00A0><U+2066>&& rm<U+E0041> x<U+FEFF>';
const HIDDEN = /[\u200b\u00a0\u2066\u{e0041}\ufeff]/u;

const asking = hookOn(
  'PreToolUse',
  answering({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'look\u200b here',
    },
  }),
  { name: 'gu\u200bard' },
);

test.each([['the screen', []] as const, ['the plain mode', ['--plain']] as const])(
  'a question on %s hides nothing of a command, a hook and its reason',
  async (_name, args) => {
    const talk = await converse({ args, settings: asking });
    talk.server.script(call('Bash', { command: COMMAND }), say('Left \u200b it.'));
    talk.type('P\r');
    await talk.waitFor(`${args.length === 0 ? '$' : 'command:'} ${SHOWN}`);
    await talk.waitFor('gu<U+200B>ard');
    await talk.waitFor('look<U+200B> here');
    const before = talk.raw();
    expect(before.slice(before.indexOf('run?'))).not.toMatch(HIDDEN);
    if (args.length === 0) await talk.answer('n');
    else talk.type('n\r');
    // What the model says is text like any other.
    await talk.waitFor(/Left .*it\./);
    expect(talk.all()).not.toContain('Left <U+');
  },
);

test.each([['the screen', []] as const, ['the plain mode', ['--plain']] as const])(
  'what a project brings is shown on %s with all that it hides',
  async (_name, args) => {
    const where = place();
    where.write('project/.wave/settings.json', {
      ...hookOn('Stop', 'true\u200b', { name: 'gu\u2800ard' }),
      mcpServers: { db: { command: 'serve\u3164' } },
    });
    const screen = openTerminal({ where, args });
    await screen.waitFor('waiting for your approval');
    await screen.waitFor('hook gu<U+2800>ard');
    await screen.waitFor('"command": "true<U+200B>"');
    await screen.waitFor('serve<U+3164>');
  },
);
