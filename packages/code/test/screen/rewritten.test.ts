import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { answering, converse, hookOn, say } from './converse.ts';

const FACES = [
  ['the screen', []],
  ['--plain', ['--plain']],
] as const;

/** The text of every file below a directory. */
function filesBelow(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((file) => lstatSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

const REWRITES = `sed -n 's/.*"prompt":"\\([^"]*\\)HUN[T]ER\\([^"]*\\)".*/{"hookSpecificOutput":{"updatedPrompt":"\\1MASKED\\2"}}/p'`;

test.each(FACES)(
  'a rewritten prompt on %s: both are shown once, and only what was sent is kept',
  async (_, args) => {
    const talk = await converse({ settings: hookOn('UserPromptSubmit', REWRITES), args });
    talk.server.script(say('First.', { slowMs: 40 }), say('Second.'));
    await talk.send('login with HUNTER now');
    // The next one waits until it is over.
    talk.type('and HUNTER again\r');
    await talk.waitFor('Second.');
    await talk.waitFor(/^>/m);
    const all = talk.all();
    for (const text of ['login with HUNTER now', 'login with MASKED now', 'and MASKED again'])
      expect(all.split(text), text).toHaveLength(2);
    expect(all).toContain('The hook guard rewrote your prompt');
    expect(talk.sent()).not.toContain('HUNTER');
    expect(filesBelow(talk.where.home)).not.toContain('HUNTER');
    expect(filesBelow(talk.where.home)).toContain('and MASKED again');
    const box = () =>
      talk
        .screen()
        .split('\n')
        .findLast((line) => line.startsWith('>'))
        ?.trimEnd();
    for (const text of ['> and MASKED again', '> login with MASKED now']) {
      talk.press('up');
      await until(() => box() === text);
    }
    talk.press('up');
    talk.type('x');
    await until(() => box()?.endsWith('x') === true);
    expect(box()).not.toContain('HUNTER');
  },
);

const KEPT = { 'home/.wave/commands/fix.md': 'THE KEPT PROMPT about $ARGUMENTS' };

test.each(FACES)('a command that a hook blocks on %s goes back into the box', async (_, args) => {
  const settings = hookOn('UserPromptExpansion', 'echo "NOT TODAY" >&2; exit 2', {
    matcher: 'fix',
  });
  const talk = await converse({ settings, args: [...args], files: KEPT });
  await talk.send('/fix the parser');
  await talk.waitFor('NOT TODAY');
  // In the plain mode the line that was typed stands above as well.
  const times = args.length > 0 ? 2 : 1;
  await until(() => talk.all().split('> /fix the parser').length === times + 1);
  const all = talk.all();
  expect(all.match(/NOT TODAY/g), 'once').toHaveLength(1);
  expect(all).toContain('/fix was not sent: the hook guard blocked it');
  expect(talk.server.requests).toEqual([]);
  expect(filesBelow(talk.where.home)).not.toContain('fix the parser');
});

test.each(FACES)('!command on %s: hooks see its output before the agent does', async (_, args) => {
  const answer = { hookSpecificOutput: { updatedToolOutput: 'MASKED OUTPUT' } };
  const talk = await converse({ settings: hookOn('PostToolUse', answering(answer)), args });
  await talk.send('!echo HUN""TER');
  await talk.waitFor(/^\W*HUNTER/m);
  await talk.waitFor('Hooks changed what the agent reads of it.');
  await talk.waitFor(/^>/m);
  talk.server.script(say('Hello.'));
  await talk.send('what was it');
  await talk.waitFor('Hello.');
  expect(talk.sent()).toContain('MASKED OUTPUT');
  expect(talk.sent()).not.toContain('HUNTER');
  expect(filesBelow(talk.where.home)).not.toContain('HUNTER');
});

test.each(FACES)('!command on %s: whoever ends its hooks keeps the output', async (_, args) => {
  const talk = await converse({ settings: hookOn('PostToolUse', 'touch begun; sleep 60'), args });
  await talk.send('!echo SEEN""HERE');
  await talk.waitFor('SEENHERE');
  await until(() => readdirSync(talk.where.project).includes('begun'));
  talk.press(args.length > 0 ? 'ctrl-c' : 'escape');
  await talk.waitFor('The agent does not get this output');
  await talk.waitFor(/^>/m);
  talk.server.script(say('Hello.'));
  await talk.send('go on');
  await talk.waitFor('Hello.');
  expect(talk.sent()).not.toContain('SEENHERE');
});

test('a command of the user that Esc ended is still read by hooks, and by the agent', async () => {
  const talk = await converse({ settings: hookOn('PostToolUse', 'cat > seen') });
  await talk.send('!echo BEFORE; touch said; sleep 60');
  await talk.waitFor('Esc interrupts');
  await until(() => existsSync(join(talk.where.project, 'said')));
  await new Promise((resolve) => setTimeout(resolve, 300));
  talk.press('escape');
  await talk.waitFor('the agent reads it with your next prompt');
  expect(readFileSync(join(talk.where.project, 'seen'), 'utf8')).toContain('BEFORE');
});
