import '../../../../test/built.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, WAVE } from '../helpers.ts';
import { inputOf, openTerminal, type Terminal } from './terminal.ts';

// The terminal is taken before the large part of the screen is loaded. It is asked what it is at that moment.

const ASKED = '\u001b[c';

async function taken(screen: Terminal): Promise<void> {
  await expect.poll(() => screen.raw(), { interval: 1 }).toContain(ASKED);
}

/** Wave in a shell that notes what the terminal was before, and after. */
function inShell(where: Place, args = '') {
  const wave = `exec "${process.execPath}" "${WAVE}" ${args}`;
  const script = `stty -g >before; sh -c 'echo $$ >pid; ${wave}'; echo "code $?"; stty -g >after`;
  return openTerminal({ where, program: ['/bin/sh', '-c', script] });
}

const noted = ({ project }: Place, name: string) => readFileSync(join(project, name), 'utf8');

test('what is typed while it loads stands in the input box, once, and nothing of it is echoed', async () => {
  const screen = openTerminal();
  await taken(screen);
  screen.type('typed ahead');
  await screen.ready();
  await screen.waitFor('> typed ahead');
  expect(inputOf(screen.screen())).toContain('typed ahead');
  const beforeInk = screen.raw().slice(0, screen.raw().indexOf('\u001b[?2004h'));
  expect(beforeInk).not.toContain('typed');
  expect(screen.all().match(/typed ahead/g)).toHaveLength(1);
});

test('a whole prompt that is typed while it loads is sent', async () => {
  const screen = openTerminal({ args: ['--model', 'practice'] });
  await taken(screen);
  screen.type('run touch early\r');
  await screen.waitFor('Run this command?');
  expect(screen.all().match(/> run touch early/g)).toHaveLength(1);
});

test('the first line stands there before the picture, which takes its place', async () => {
  const screen = openTerminal();
  await taken(screen);
  await screen.waitFor(/^≈ wave \d/m);
  expect(screen.raw()).not.toContain('\u001b[?2004h');
  await screen.ready();
  await screen.waitFor('? for keys');
  expect(screen.all().match(/≈ wave/g)).toHaveLength(1);
  expect(
    screen
      .all()
      .split('\n')
      .findIndex((line) => line.startsWith('≈ wave')),
  ).toBe(0);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s while it loads: the terminal is as it was', async (signal, code) => {
  const where = place();
  const screen = inShell(where);
  await taken(screen);
  process.kill(Number(noted(where, 'pid')), signal);
  await screen.waitFor(`code ${code}`);
  await screen.exit();
  expect(noted(where, 'after')).toBe(noted(where, 'before'));
  expect(screen.all()).not.toContain('≈ wave');
});

test('Ctrl-C while it loads ends it', async () => {
  const screen = openTerminal();
  await taken(screen);
  screen.press('ctrl-c');
  await screen.exit();
  expect(screen.all()).not.toContain('? for keys');
});

test('an option that is wrong is told on a terminal as it was', async () => {
  const where = place();
  const screen = inShell(where, '--modle x');
  await screen.waitFor('code 1');
  await screen.exit();
  expect(noted(where, 'after')).toBe(noted(where, 'before'));
  expect(screen.all()).toMatch(/^wave: Unknown option '--modle'/m);
  expect(screen.all()).toMatch(/^code 1$/m);
  expect(screen.all(), 'what the terminal answered').not.toContain('[?');
});

test('a project that asks first: the question takes the place of the line', async () => {
  const where = place();
  const hook = { hooks: [{ type: 'command', command: 'true' }] };
  where.write('project/.wave/settings.json', { hooks: { Stop: [hook] } });
  const screen = openTerminal({ where });
  await screen.waitFor('waiting for your approval');
  expect(screen.all()).not.toContain('≈ wave');
  screen.press('escape');
  await screen.waitFor('? for keys');
  expect(screen.all().match(/≈ wave/g)).toHaveLength(1);
});

test.each([
  ['--plain', 'exec "$0" "$1" --plain', true],
  ['TERM=dumb', 'TERM=dumb exec "$0" "$1"', false],
])('%s: the terminal edits the lines, as ever', async (_, script, asks) => {
  const screen = openTerminal({ program: ['/bin/sh', '-c', script, process.execPath, WAVE] });
  await screen.waitFor(/^> /m);
  expect(screen.raw().includes(ASKED)).toBe(asks);
  screen.type('echoed');
  await screen.waitFor('> echoed');
});
