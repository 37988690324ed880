import '../../../../test/built.ts';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { WAVE } from '../helpers.ts';
import { call, converse, hookOn, say } from './converse.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const MARKDOWN = [
  '# Title of it',
  'A paragraph with **bold** words, `code`, and a [link](https://example.org/a/long/way/to/go).',
  '- one item that is quite a bit longer than a narrow terminal is wide\n- two',
  '| name | what it does |\n| --- | --- |\n| 日本 | an entry that is rather long for it |',
  '```ts\nconst answer: number = 42; // the answer to everything, as everybody knows\n```',
].join('\n\n');

const widest = (terminal: Terminal) =>
  Math.max(
    ...terminal
      .all()
      .split('\n')
      .map((line) => stringWidth(line)),
  );

test('a terminal of 40 columns: a whole conversation, nothing wider, nothing lost', async () => {
  const talk = await converse({
    columns: 40,
    rows: 24,
    settings: hookOn('PreToolUse', 'echo this is not a thing that you may do >&2; exit 2', {
      matcher: 'Write',
    }),
  });
  talk.server.script(
    call('Write', { file_path: 'a.txt', content: 'x' }),
    call('Bash', { command: 'touch a command that is longer than forty columns are wide' }),
    say(MARKDOWN),
  );
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.waitFor('tell the agent why');
  await talk.answer('y');
  const all = await talk.waitFor('everybody');
  await talk.waitForGone('Esc interrupts');
  expect(widest(talk)).toBeLessThanOrEqual(40);
  for (const part of ['• one item', 'Title of it', '日本', 'what it does', 'const answer'])
    expect(all).toContain(part);
});

test('a resize: what is drawn next fits, in both directions', async () => {
  const talk = await converse({ columns: 100, rows: 30 });
  talk.server.script(say(MARKDOWN));
  await talk.send('go');
  await talk.waitFor('everybody knows');
  await talk.resized(50, 20);
  talk.type('still here');
  await talk.waitFor('> still here');
  talk.press('ctrl-u');
  talk.server.script(say(`Now narrow: ${'word '.repeat(30)}`));
  await talk.send('again');
  await talk.waitFor('Now narrow:');
  await talk.waitForGone('Esc interrupts');
  await talk.resized(120, 30);
  await talk.send('/status');
  await talk.waitFor('Tokens:');
  expect(talk.screen().match(/^>/gm)?.length).toBeGreaterThan(0);
});

test('what still changes is never taller than the terminal', async () => {
  const talk = await converse({ columns: 60, rows: 12 });
  const command = Array.from({ length: 40 }, (_, at) => `touch step-${at}`).join('\n');
  talk.server.script(call('Bash', { command }), say('Over.'));
  await talk.send('go');
  await talk.waitFor(/lines 1 to \d+ of \d+; PgUp, PgDn/);
  talk.press('page-down');
  await talk.waitFor(/lines [2-9]\d* to/);
  await talk.answer('n');
  await talk.waitFor('Over.');
  await talk.waitForGone('Run this command?');
  expect(talk.all().match(/Run this command\?/g) ?? []).toEqual([]);
});

const SGR = /\u001b\[([\d;]*)m/g;

test('NO_COLOR: no style at all but the cursor’s', async () => {
  const talk = await converse({ env: { NO_COLOR: '1' } });
  talk.server.script(call('Bash', { command: 'touch x' }), say(MARKDOWN));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.answer('y');
  await talk.waitFor('everybody');
  await talk.send('/hooks');
  await talk.waitFor('No hooks are configured');
  const styles = new Set([...talk.raw().matchAll(SGR)].map(([, codes]) => codes));
  expect([...styles].filter((codes) => !['7', '27', '0', ''].includes(codes ?? ''))).toEqual([]);
});

test.each([
  { name: 'dark by default', env: {}, style: '36' },
  { name: 'light when asked for', env: { WAVE_THEME: 'light' }, style: '34' },
  { name: 'light by the terminal’s variable', env: { COLORFGBG: '0;15' }, style: '34' },
  { name: 'light as the terminal tells', env: {}, background: 'ffff/fcfc/f0f0', style: '34' },
  { name: 'dark as the terminal tells', env: {}, background: '1c1c/1c1c/2020', style: '36' },
])('theme: $name', async ({ env, background, style }) => {
  const screen = openTerminal({ env, ...(background ? { background } : {}) });
  screen.type('early');
  await screen.waitFor('? for keys');
  const [, styled = ''] = /((?:\u001b\[[\d;]*m)+)≈ wave/.exec(screen.raw()) ?? [];
  expect(styled).toContain(`\u001b[${style}m`);
  // What was struck before anything is drawn is there, and nothing else.
  await screen.waitFor(/^> early *$/m);
});

test.each([
  { name: 'Solarized dark', background: '0000/2b2b/3636', text: '8383/9494/9696', faint: false },
  { name: 'Campbell', background: '0c0c/0c0c/0c0c', text: 'cccc/cccc/cccc', faint: true },
])('$name: quiet text is faint only where that can be read', async ({ faint, ...colours }) => {
  const screen = openTerminal(colours);
  await screen.ready();
  await screen.waitFor('? for keys');
  expect(screen.raw().includes('\u001b[2m')).toBe(faint);
  expect(screen.screen()).not.toContain('rgb:');
});

test('the first screen without a key, and leaving it by Ctrl-C twice', async () => {
  const screen = openTerminal();
  await screen.ready();
  const first = screen.all();
  for (const part of [
    'practice (offline, no key needed)',
    `project  ${screen.where.project}`,
    'hooks    0 hooks',
    'Three things to try:',
  ])
    expect(first).toContain(part);
  screen.type('half a thought');
  await screen.waitFor('> half a thought');
  screen.press('ctrl-c');
  await screen.waitFor('Ctrl-C once more leaves');
  await screen.waitForGone('half a thought');
  screen.press('ctrl-c');
  expect(await screen.exit()).toBe(0);
  expect(screen.all(), 'there is nothing to go on with').not.toContain('wave resume');
  expect(screen.cursorHidden()).toBe(false);
  // Bracketed paste was switched on, and is off again.
  expect(screen.raw().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
    screen.raw().lastIndexOf('\u001b[?2004h'),
  );
});

test('what was in the terminal before stays there: after a resize, /clear and Ctrl-L', async () => {
  const screen = openTerminal({
    program: ['bash', '--norc', '-i'],
    env: { PS1: 'shell$ ' },
    rows: 20,
  });
  await screen.waitFor('shell$');
  screen.type('seq 1001 1060\r');
  await screen.waitFor('\n1060\n');
  screen.type(`"${process.execPath}" "${WAVE}"\r`);
  await screen.ready();
  await screen.resized(80, 20);
  await screen.send('run touch hello');
  await screen.waitFor('Run this command?');
  await screen.answer('y');
  await screen.waitFor('touch hello · no output');
  await screen.waitForGone('Esc interrupts');
  screen.press('ctrl-l');
  await screen.send('/clear');
  // The new conversation begins below the old one.
  await expect.poll(screen.all).toMatch(/· no output[\s\S]*≈ wave/);
  await screen.ready();
  const all = screen.all();
  for (const line of ['\n1001\n', '\n1059\n', '· no output']) expect(all).toContain(line);
  screen.press('ctrl-d');
  await screen.waitFor(/shell\$\s*$/);
  screen.type('exit\r');
  await screen.exit();
});

test('Ctrl-L and a narrower terminal keep what stands above, from before', async () => {
  const screen = openTerminal({ program: ['bash', '--norc', '-i'], env: { PS1: 'shell$ ' } });
  await screen.waitFor('shell$');
  screen.type('seq 1001 1005\r');
  await screen.waitFor('\n1005\n');
  screen.type(`"${process.execPath}" "${WAVE}"\r`);
  await screen.ready();
  screen.press('ctrl-l');
  screen.type('typed');
  await screen.waitFor('> typed');
  // Ctrl-L draws it once more; the terminal itself breaks lines anew, and nothing is copied.
  const drawn = () => screen.all().match(/≈ wave/g)?.length;
  expect(drawn()).toBe(2);
  await screen.resized(80, 40);
  expect(drawn()).toBe(2);
  expect(screen.all()).toContain('\n1001\n1002\n1003\n1004\n1005\n');
});

test('Ctrl-C twice leaves at once, also while a tool ignores signals', async () => {
  const talk = await converse({ args: ['--permission-mode', 'bypassPermissions'] });
  talk.server.script(call('Bash', { command: "trap '' TERM INT; sleep 30" }));
  await talk.send('go');
  await talk.waitFor(/Bash trap/);
  talk.type('half');
  await talk.waitFor('> half');
  talk.press('ctrl-c');
  await talk.waitFor('Ctrl-C once more leaves');
  talk.press('ctrl-c');
  expect(await talk.exit()).toBe(0);
});

test('a terminal that gets narrower shows everything once', async () => {
  const screen = openTerminal();
  await screen.ready();
  screen.type('a text that is long enough to be broken once the terminal is narrow');
  await screen.waitFor('terminal is narrow');
  for (const columns of [90, 75, 60]) await screen.resized(columns, 30);
  const count = (pattern: RegExp) => (screen.screen().match(pattern) ?? []).length;
  await expect.poll(() => [count(/─{20,}/g), count(/≈ wave/g)]).toEqual([1, 1]);
});
