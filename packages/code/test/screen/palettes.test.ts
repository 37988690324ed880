import { expect, test } from 'vitest';
import { call, converse, deciding, hookOn, say } from './converse.ts';

const ANSWER = [
  '# Title',
  'A word in **bold**, `code`, ~~struck~~ and <https://example.com>.',
  '```ts\nconst a = "text"; // a comment\n```',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
].join('\n\n');

/** The codes of every style that was printed: `38;5;n` and the like count by their first. */
const codesIn = (raw: string): number[] => [
  ...new Set(
    [...raw.matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, codes = '']) =>
      codes.split(';').map(Number),
    ),
  ),
];

const isBackground = (code: number) => (code >= 40 && code <= 48) || (code >= 100 && code <= 107);

test.each(['light', 'dark'] as const)(
  '%s: nothing has a background, whatever happens',
  async (theme) => {
    const settings = hookOn(
      'PreToolUse',
      deciding('ask', { permissionDecisionReason: 'look at it' }),
      {
        matcher: 'Bash',
      },
    );
    const talk = await converse({
      env: { WAVE_THEME: theme },
      settings,
      files: { 'project/a.ts': 'export const one = 1;\nexport const two = 2;\n' },
    });
    talk.server.script(
      call('Bash', { command: 'echo some words; exit 3' }),
      call('Read', { file_path: 'a.ts' }),
      call('Edit', { file_path: 'a.ts', old_string: 'one = 1', new_string: 'one = 11' }),
      call('Bash', { command: 'touch refused' }),
      say(ANSWER),
    );
    await talk.send('go');
    await talk.waitFor('Run this command?');
    await talk.answer('y');
    await talk.waitFor('Change this file?');
    await talk.waitFor('❯ y Yes');
    await talk.answer('y');
    await talk.waitFor('touch refused');
    await talk.waitFor('Run this command?');
    await talk.answer('n');
    await talk.waitFor('a comment');
    await talk.waitForGone('Esc interrupts');
    for (const [command, shows] of [
      ['/hooks', 'Explain: which hooks'],
      ['/model', 'Another …'],
      ['/rewind', 'Rewind to which prompt?'],
    ] as const) {
      await talk.send(command);
      await talk.waitFor(shows);
      talk.press('escape');
      await talk.waitForGone('╭─');
    }
    talk.press('ctrl-o');
    await talk.waitFor('Enter folds');
    talk.press('home', 'enter', 'escape');
    await talk.waitForGone('Enter folds');
    await talk.send('/status');
    await talk.waitFor('Tokens:');
    const codes = codesIn(talk.raw());
    expect(codes.filter(isBackground)).toEqual([]);
    // It was not silent for want of colours.
    expect(codes).toContain(theme === 'light' ? 34 : 36);
  },
);
