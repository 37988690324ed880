import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approve, openSettings } from '@wavehooks/settings';
import { expect, test } from 'vitest';
import { expandText } from '../../src/commands/expand-text.ts';
import { loadCommands } from '../../src/commands/load-commands.ts';
import { expandCommand, parseCommand } from '../../src/commands/parse-command.ts';
import { tempDir } from '../talk.ts';

test.each([
  {
    text: '---\ndescription: "says hello"\nargument-hint: [name]\n---\nHello $1.\n',
    parsed: { about: 'says hello', hint: '[name]', body: 'Hello $1.' },
  },
  { text: '# A title\nDo it.', parsed: { about: 'A title', hint: '', body: '# A title\nDo it.' } },
  { text: '', parsed: { about: '', hint: '', body: '' } },
  {
    text: '---\r\ndescription: x\r\n---\r\nbody',
    parsed: { about: 'x', hint: '', body: 'body' },
  },
  { text: '---\nno end', parsed: { about: '---', hint: '', body: '---\nno end' } },
])('parsed: $text', ({ text, parsed }) => {
  expect(parseCommand(text)).toEqual(parsed);
});

test.each([
  { body: 'Fix $ARGUMENTS now', args: 'a b', text: 'Fix a b now' },
  { body: '$1 and $2', args: 'a "b c"', text: 'a and b c' },
  { body: '$1-$3', args: 'a', text: 'a-' },
  { body: 'Plain', args: '', text: 'Plain' },
  { body: 'Plain', args: 'more words', text: 'Plain\n\nmore words' },
  { body: '$ARGUMENTSX', args: 'a', text: '$ARGUMENTSX\n\na' },
  { body: 'costs $1', args: '$2 $&', text: 'costs $2' },
])('$body with $args', ({ body, args, text }) => {
  expect(expandCommand(body, args)).toBe(text);
});

function place() {
  const home = tempDir();
  const projectDir = tempDir();
  const put = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const userDir = join(home, '.wave', 'commands');
  const theirs = join(projectDir, '.wave', 'commands');
  const load = () =>
    loadCommands({ userDir, projectDir, opened: openSettings({ projectDir, home }) });
  return { home, projectDir, userDir, theirs, put, load };
}

test('the user’s commands, by their place; a name that cannot be typed is told', () => {
  const { put, userDir, load } = place();
  put(join(userDir, 'greet.md'), 'Hello $1');
  put(join(userDir, 'team', 'review.md'), 'Review');
  put(join(userDir, 'not a name.md'), 'x');
  put(join(userDir, 'other.txt'), 'x');
  const { commands, problems, waiting } = load();
  expect(commands.map(({ name, from }) => [name, from])).toEqual([
    ['greet', 'user'],
    ['team:review', 'user'],
  ]);
  expect(problems).toMatchObject([
    { level: 'warning', text: expect.stringContaining('not "not a name"') },
  ]);
  expect(expandText('/greet Kim', { commands, waiting })).toMatchObject({ prompt: 'Hello Kim' });
  expect(expandText('/team:review', { commands, waiting })).toMatchObject({ prompt: 'Review' });
  expect(expandText('/none', { commands, waiting })).toBeUndefined();
  expect(expandText('greet Kim', { commands, waiting })).toBeUndefined();
});

test('a project’s commands count once approved, and wait again when they change', async () => {
  const { home, projectDir, put, theirs, userDir, load } = place();
  put(join(theirs, 'deploy.md'), 'Deploy it');
  const names = () => load().commands.map(({ name, body }) => `${name}: ${body}`);
  expect(names()).toEqual([]);
  expect(() => expandText('/deploy now', load())).toThrow(
    "the project's command /deploy is not approved (see: wave hooks review)",
  );
  const approveAll = async () => {
    const { items } = openSettings({ projectDir, home });
    await approve(
      home,
      projectDir,
      items.filter(({ state }) => state !== 'approved'),
    );
  };
  await approveAll();
  expect(names()).toEqual(['deploy: Deploy it']);
  put(join(theirs, 'deploy.md'), 'Deploy it somewhere else');
  expect(names()).toEqual([]);
  expect(() => expandText('/deploy', load())).toThrow(
    "the project's command /deploy changed since it was approved (see: wave hooks review)",
  );
  await approveAll();
  expect(names()).toEqual(['deploy: Deploy it somewhere else']);
  put(join(userDir, 'deploy.md'), 'My own');
  expect(names(), 'the user’s beats the project’s').toEqual(['deploy: My own']);
});
