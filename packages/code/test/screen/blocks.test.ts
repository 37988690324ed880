import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { answering, converse, deciding, hookOn, say } from './converse.ts';

const REASON = `Deleting is not allowed here because several people work in this project. ${'Move it to the attic instead. '.repeat(12)}Then tell the user.`;

const FACES = [
  ['the screen', []],
  ['--plain', ['--plain']],
] as const;

const bash = (command: string) => ({ call: 'Bash', input: { command }, id: command });

test.each(FACES)(
  'on %s the reason for a block is shown whole, and once for all calls of a step',
  async (_, args) => {
    const talk = await converse({
      args,
      columns: 80,
      settings: hookOn('PreToolUse', `echo '${REASON}' >&2; exit 2`, { matcher: 'Bash' }),
    });
    talk.server.script(
      { blocks: [bash('rm a'), bash('rm b'), bash('rm c')] },
      say('I leave them.'),
    );
    talk.type('delete them');
    await talk.waitFor('delete them');
    talk.press('enter');
    const all = await talk.waitFor('I leave them.');
    // The plain mode leaves it to the terminal to break lines: anywhere.
    const words = (text: string) => text.replace(/\s+/g, '');
    expect(words(all).split(words(REASON)), 'once').toHaveLength(2);
    expect(all.match(/blocked by the hook guard, for the same reason as above/g)).toHaveLength(2);
    expect(all.match(/⊘ Bash rm [abc]/g)).toHaveLength(3);
    expect(all.match(/ {2}⚓ PreToolUse: guard deny \d+ ms/g)).toHaveLength(3);
  },
);

test('what hooks say of a call stands below it, without an empty line between', async () => {
  const talk = await converse({
    args: ['--permission-mode', 'bypassPermissions'],
    settings: hookOn(
      'PostToolUse',
      answering({ decision: 'block', reason: 'untidy', systemMessage: 'for your eyes' }),
    ),
  });
  talk.server.script({ blocks: [bash('seq 3'), bash('seq 4')] }, say('I see.'));
  await talk.send('go');
  const all = await talk.waitFor('I see.');
  for (const command of ['seq 3 · 3 lines', 'seq 4 · 4 lines'])
    expect(all).toMatch(
      new RegExp(
        `● Bash ${command}\\n(?: {2}│ \\d\\n){3} {2}⚓ PostToolUse: guard feedback \\d+ ms\\n {2}⚠ warning: guard: for your eyes\\n {2}→ to the agent from guard: untidy\\n\\n`,
      ),
    );
});

test.each(FACES)('a rewrite on %s is shown once with its question', async (_, args) => {
  const hook = deciding('ask', {
    permissionDecisionReason: 'made safe',
    updatedInput: { command: 'echo safe > made' },
  });
  const talk = await converse({ args, settings: hookOn('PreToolUse', hook, { matcher: 'Bash' }) });
  talk.server.script({ blocks: [bash('echo rough > made')] }, say('Done so.'));
  talk.type('go');
  await talk.waitFor('go');
  talk.press('enter');
  await talk.waitFor(args.length > 0 ? 'Type y for yes' : /tell the agent why/);
  const times = (text: string) => talk.all().split(text).length - 1;
  expect(times('echo rough > made')).toBe(1);
  expect(times('made safe')).toBe(1);
  if (args.length > 0) talk.type('y\r');
  else await talk.answer('y');
  const all = await talk.waitFor('\nDone so.');
  // Lines that were read out stay; a dialog goes, and what it showed stays with the call.
  expect(times('echo rough > made')).toBe(1);
  expect(times('made safe')).toBe(1);
  if (args.length === 0) expect(all).toMatch(/rewritten by a hook:\n {4}- command: echo rough/);
});

test('who asks is said in words: a rule, a hook, nobody', async () => {
  const talk = await converse({ settings: { permissions: { ask: ['Bash(touch *)'] } } });
  talk.server.script({ blocks: [bash('touch a'), bash('mkdir b')] }, say('As you wish.'));
  await talk.send('go');
  await talk.waitFor(
    /Run this command\?.*\n│ Asked by the rule Bash\(touch \*\)\n│\n│ \$ touch a\n/,
  );
  await talk.answer('n');
  await talk.waitFor(/Run this command\?.*\n│ No rule allows this yet\n│\n│ \$ mkdir b\n/);
  await talk.answer('n');
  await talk.waitFor('As you wish.');
});

test('a whole conversation has nowhere more than one empty line, and prompts have weight', async () => {
  const talk = await converse({
    settings: { permissions: { allow: ['Bash'] }, ...hookOn('Stop', 'echo hi') },
  });
  talk.server.script(
    { blocks: [{ text: 'One.\n\n\n\nTwo.' }, bash("printf 'a\\n\\n\\n\\nb\\n'; exit 1")] },
    say('\n\nThree.\n\n\n'),
  );
  await talk.send('what is it');
  await talk.waitFor(/⚓ Stop: guard ok/);
  await talk.send("!printf 'x\\n\\n\\n\\ny\\n'");
  await talk.waitFor(/^y$/m);
  await talk.waitFor('the agent reads it with your next prompt');
  await talk.send('/status');
  const all = await talk.waitFor(/Cost: .*\n\n─+\n>/);
  const [conversation = ''] = all.split(/\n─+\n>(?![\s\S]*\n─+\n>)/);
  expect(conversation).not.toMatch(/\n[^\S\n]*\n[^\S\n]*\n/);
  expect(talk.raw(), 'bold').toContain('> \u001b[39mwhat is it\u001b[22m');
});

test.each(FACES)('on %s what hooks say about a prompt stands below it', async (_name, args) => {
  const where = place();
  const talk = await converse({
    where,
    args,
    settings: hookOn('UserPromptSubmit', 'echo "The branch is main."'),
  });
  talk.server.script(say('Over.'));
  talk.type('go\r');
  const all = await talk.waitFor('Over.');
  expect(all).toMatch(
    /> go\n {2}⚓ UserPromptSubmit: guard ok \d+ ms\n {2}→ to the agent from guard: The branch is main\.\n\n?Over\./,
  );
  talk.press('ctrl-d');
  await talk.exit();
  // A conversation that is resumed looks the same.
  const again = await converse({ where, args: [...args, '--continue'] });
  expect(await again.waitFor('Over.')).toMatch(
    /> go\n {2}→ to the agent from guard: The branch is main\.\n\n?Over\./,
  );
});
