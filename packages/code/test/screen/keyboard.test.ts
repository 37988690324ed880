import '../../../../test/built.ts';
import { expect, test } from 'vitest';
import { WAVE } from '../helpers.ts';
import { converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

/** What a terminal sends for a key by the kitty protocol, and by modifyOtherKeys. */
const ENCODINGS = {
  kitty: (code: number, modifiers: number) => `\u001b[${code};${modifiers}u`,
  modifyOtherKeys: (code: number, modifiers: number) => `\u001b[27;${modifiers};${code}~`,
} as const;

const SHIFT = 2;
const ALT = 3;
const CTRL = 5;
const of = (letter: string) => letter.charCodeAt(0);

test.each(Object.entries(ENCODINGS))('every key works in the encoding of %s', async (name, key) => {
  const talk = await converse({ kitty: 0 });
  talk.type('one');
  talk.type(key(13, SHIFT));
  talk.type('two');
  await talk.waitFor(/> one\n {2}two/);
  // Ctrl-A, Ctrl-K, Ctrl-E, Alt-B, Alt-F, Ctrl-U, Ctrl-J, Alt-Enter, Ctrl-W.
  talk.type(`${key(of('a'), CTRL)}x${key(of('k'), CTRL)}`);
  await talk.waitFor(/> one\n {2}x\nclaude/);
  talk.type(`${key(of('u'), CTRL)}three four${key(of('b'), ALT)}>${key(of('f'), ALT)}<`);
  await talk.waitFor('three >four<');
  talk.type(`${key(of('w'), CTRL)}${key(of('j'), CTRL)}five${key(13, ALT)}six`);
  await talk.waitFor(/three\n {2}five\n {2}six/);
  talk.server.script(say('Slow to come.', { slowMs: 400 }), say('Next.'));
  talk.press('enter');
  await talk.waitFor('Esc interrupts');
  await expect.poll(talk.sent).toContain('one\\nthree \\nfive\\nsix');
  // Esc has one way in modifyOtherKeys: its own.
  talk.type(name === 'kitty' ? '\u001b[27u' : '\u001b');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  talk.type(`left over${key(of('c'), CTRL)}`);
  await talk.waitFor('Ctrl-C once more leaves');
  talk.type(key(of('c'), CTRL));
  expect(await talk.exit()).toBe(0);
});

test('Ctrl-C on a keyboard of another script', async () => {
  const talk = await converse({ kitty: 0 });
  talk.type('\u001b[1089::99;5u');
  await talk.waitFor('Ctrl-C once more leaves');
  talk.type('\u001b[1089::99;5u');
  expect(await talk.exit()).toBe(0);
});

const ON = '\u001b[>5u\u001b[>4;2m';
const OFF = '\u001b[<u\u001b[>4;0m';
/** How often the protocols were asked for, and given back, and which came last. */
const asked = (raw: string) => ({
  on: raw.split(ON).length - 1,
  off: raw.split(OFF).length - 1,
  isOn: raw.lastIndexOf(ON) > raw.lastIndexOf(OFF),
});

test('both protocols are asked for, and given back at the end, to the shell, to an editor and on a signal', async () => {
  const screen = openTerminal({
    program: ['bash', '--norc', '-i'],
    env: { PS1: 'shell$ ', EDITOR: 'sleep 2; echo edited >' },
    kitty: 0,
  });
  await screen.waitFor('shell$');
  screen.type(`"${process.execPath}" "${WAVE}"\r`);
  await screen.ready();
  expect(asked(screen.raw())).toEqual({ on: 1, off: 0, isOn: true });
  screen.press('ctrl-z');
  await screen.waitFor(/Stopped[\s\S]*shell\$ \s*$/);
  expect(asked(screen.raw())).toEqual({ on: 1, off: 1, isOn: false });
  screen.type('fg\r');
  await expect.poll(() => asked(screen.raw())).toEqual({ on: 2, off: 1, isOn: true });
  await screen.waitFor(/shell\$ fg\n[\s\S]*for keys/);
  screen.press('ctrl-g');
  await expect.poll(() => asked(screen.raw())).toEqual({ on: 2, off: 2, isOn: false });
  await screen.waitFor('> edited');
  expect(asked(screen.raw())).toEqual({ on: 3, off: 2, isOn: true });
  screen.press('ctrl-u');
  await screen.waitForGone('edited');
  screen.type('\u0004');
  await screen.waitFor(/keys\s*shell\$ \s*$/);
  expect(asked(screen.raw())).toEqual({ on: 3, off: 3, isOn: false });
  screen.type('exit\r');
  await screen.exit();
});

test('a signal gives them back, too', async () => {
  const screen = openTerminal({ kitty: 0 });
  await screen.ready();
  process.kill(screen.pid, 'SIGTERM');
  await screen.exit();
  expect(asked(screen.raw())).toEqual({ on: 1, off: 1, isOn: false });
  expect(screen.raw().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
    screen.raw().lastIndexOf('\u001b[?2004h'),
  );
});

test('a terminal that does not know the kitty protocol is not asked for it', async () => {
  const screen = openTerminal();
  await screen.ready();
  expect(screen.raw()).toContain('\u001b[>4;2m');
  expect(screen.raw()).not.toContain('\u001b[>5u');
});
