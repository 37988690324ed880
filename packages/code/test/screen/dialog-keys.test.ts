import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { type Converse, call, converse, hookOn, say } from './converse.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const DIGITS = [...'0123456789'];
const control = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96);
/** The keys that docs/screen.md names: Ctrl-C, Tab, Ctrl-L, Enter, Ctrl-N, Ctrl-O, Ctrl-P, Ctrl-Z and Esc. */
const NAMED = new Set('\u0003\u0009\u000c\u000d\u000e\u000f\u0010\u001a\u001b');

/** Every letter with Ctrl, Alt, both and Super, digits with Ctrl and Alt, and every control character. */
const STRAY: readonly string[] = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
  ...LETTERS.map(control),
  ...LETTERS.map((letter) => `\u001b${letter}`),
  ...LETTERS.map((letter) => `\u001b${control(letter)}`),
  ...LETTERS.map((letter) => `\u001b[${letter.charCodeAt(0)};9u`),
  ...DIGITS.flatMap((digit) => [`\u001b${digit}`, `\u001b[${digit.charCodeAt(0)};5u`]),
  '\u001b ',
].filter((key) => !NAMED.has(key));

/** Longer than a letter has to stand alone to be an answer, and than Esc waits for what follows it. */
const ANSWERED_MS = 500;
const BETWEEN_MS = 12;

const frameOf = (screen: string) =>
  screen
    .split('\n')
    .filter((line) => /^[╭│╰]|Kept in the input|^[>]/.test(line))
    .join('\n');

/** Strikes all of them; what stands in the frame and in the input stays as it was. */
async function ignoresStrayKeys(talk: Terminal, takesKeys: RegExp): Promise<void> {
  await talk.waitFor(takesKeys);
  const before = frameOf(talk.screen());
  expect(before).toMatch(takesKeys);
  for (const key of STRAY) {
    talk.type(key);
    await sleep(BETWEEN_MS);
  }
  await sleep(ANSWERED_MS);
  expect(frameOf(talk.screen())).toBe(before);
}

const SERVER = fileURLToPath(
  new URL('../../../agent-sdk/test/mcp/asked/asking-server.mjs', import.meta.url),
);
const asking = {
  mcpServers: { asking: { command: process.execPath, args: [SERVER] } },
  permissions: { allow: ['mcp__asking'] },
};
const elicit = (params: object) =>
  call('mcp__asking__ask', { method: 'elicitation/create', params });
const form = (properties: object) =>
  elicit({ message: 'Who?', requestedSchema: { type: 'object', properties } });
const question = (multiSelect: boolean) =>
  call('AskUserQuestion', {
    questions: [
      { question: 'Which?', options: [{ label: 'Tea' }, { label: 'Water' }], multiSelect },
    ],
  });

interface Asked {
  readonly name: string;
  readonly calls: ReturnType<typeof call>;
  readonly shows: RegExp;
  /** Answers it with a documented key. */
  readonly key: string;
  readonly args?: readonly string[];
  readonly before?: (talk: Converse) => Promise<void>;
}

const ASKED: readonly Asked[] = [
  { name: 'a command', calls: call('Bash', { command: 'git add x' }), shows: /❯ y Yes/, key: 'n' },
  {
    name: 'an edit',
    calls: call('Write', { file_path: 'new.txt', content: 'text' }),
    shows: /❯ y Yes/,
    key: 'n',
  },
  {
    name: 'a plan',
    calls: call('ExitPlanMode', { plan: 'Do it.' }),
    shows: /❯ y Yes/,
    key: 'n',
    args: ['--permission-mode', 'plan'],
  },
  { name: 'a question', calls: question(false), shows: /❯ 1 Tea/, key: '1' },
  {
    name: 'a question with several answers',
    calls: question(true),
    shows: /❯ 1 \[ \] Tea/,
    key: 'n',
  },
  {
    name: 'a page of a server',
    calls: elicit({
      mode: 'url',
      message: 'Pay',
      url: 'https://pay.example/x',
      elicitationId: 'e',
    }),
    shows: /❯ [od] /,
    key: 'n',
  },
  {
    name: 'a choice of a form',
    calls: form({ size: { type: 'string', enum: ['s', 'm'] } }),
    shows: /❯ 1 s/,
    key: 'n',
  },
  {
    name: 'several choices of a form',
    calls: form({ days: { type: 'array', items: { type: 'string', enum: ['mo', 'tu'] } } }),
    shows: /❯ 1 \[ \] mo/,
    key: 'n',
  },
  {
    name: 'a yes or no of a form',
    calls: form({ news: { type: 'boolean' } }),
    shows: /❯ y Yes/,
    key: 'n',
  },
  {
    name: 'the end of a form',
    calls: form({ news: { type: 'boolean' } }),
    before: async (talk) => {
      await talk.waitFor(/❯ y Yes/);
      await talk.answer('y');
    },
    shows: /❯ y Send this/,
    key: 'n',
  },
];

test.each(ASKED)(
  'no key with Ctrl or Alt answers: $name',
  async ({ calls, shows, key, args = [], before }) => {
    const talk = await converse({ settings: asking, args });
    talk.server.script(calls, say('Over.'));
    await talk.send('go');
    await before?.(talk);
    await ignoresStrayKeys(talk, shows);
    expect(talk.server.requests).toHaveLength(1);
    await talk.answer(key);
    await talk.waitFor('Over.');
    await talk.waitFor(/^> *$/m);
  },
);

test.each([
  ['/hooks', /❯ Stop/, 'escape'],
  ['/model', /❯ .*claude/, 'escape'],
  ['/resume', /Resume: type to search/, 'escape'],
  ['/undo', /❯ .*first prompt/, 'escape'],
  ['/rewind', /❯ .*first prompt/, 'escape'],
  ['details', /❯ ⚓ Stop/, 'escape'],
] as const)('no key with Ctrl or Alt does anything in %s', async (panel, shows, key) => {
  const talk = await converse({ settings: hookOn('Stop', 'true') });
  talk.server.script(say('Over.'));
  await talk.send('first prompt');
  await talk.waitFor('Over.');
  await talk.waitForGone('Esc interrupts');
  if (panel === 'details') talk.press('ctrl-o');
  else await talk.send(panel);
  await ignoresStrayKeys(talk, shows);
  talk.press(key);
  await talk.waitFor(/^> *$/m);
});

test('in /resume only Ctrl-R by itself renames, and only Ctrl-A shows all', async () => {
  const talk = await converse();
  talk.server.script(say('Over.'));
  await talk.send('first prompt');
  await talk.waitFor('Over.');
  await talk.waitForGone('Esc interrupts');
  await talk.send('/clear');
  await talk.waitFor(/^> *$/m);
  await talk.send('/resume');
  await talk.waitFor(/❯ .*first prompt/);
  const before = frameOf(talk.screen());
  for (const key of ['\u001b\u0012', '\u001b\u0001', '\u001br', '\u001ba', '\u001b[114;9u']) {
    talk.type(key);
    await sleep(BETWEEN_MS);
  }
  await sleep(ANSWERED_MS);
  expect(frameOf(talk.screen())).toBe(before);
  talk.press('ctrl-r');
  await talk.waitFor('New name:');
});

/** What edits or searches the line, asks for the editor or ends the input, by the table of the plain mode. */
const OF_THE_LINE = new Set('\u0004\u0007\u0012');

test('in the plain mode no key with Ctrl or Alt answers, or stands in the line', async () => {
  const talk = await converse({ args: ['--plain'] });
  talk.server.script(call('Bash', { command: 'git add x' }), say('Over.'));
  await talk.send('go');
  await talk.waitFor(/Type y for yes/);
  await sleep(ANSWERED_MS);
  for (const key of STRAY.filter((one) => !OF_THE_LINE.has(one))) {
    talk.type(key);
    await sleep(BETWEEN_MS);
  }
  expect(talk.server.requests).toHaveLength(1);
  talk.type('n\r');
  await talk.waitFor('Over.');
  expect(talk.sent()).toContain('declined');
});

test('no key with Ctrl or Alt approves what a project brings', async () => {
  const where = place();
  where.write('project/.wave/settings.json', hookOn('Stop', 'true'));
  const screen = openTerminal({ where });
  await ignoresStrayKeys(screen, /❯ n Continue without/);
  await screen.answer('n');
  await screen.waitFor(/^> *$/m);
});
