import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave, wave } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly file: string;
}

/** A project in which two things were said, each in a session of its own. */
async function spoken() {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const env = server.env('anthropic');
  const print = async (args: string[], answer: string) => {
    server.script(say(answer));
    return wave(['-p', ...args], where, { env });
  };
  await print(['the apple tree'], 'It grows.');
  await print(['the pear tree'], 'It does not.');
  const sessions = (...args: string[]) => wave(['sessions', ...args], where);
  const listed = async (): Promise<Listed[]> => JSON.parse((await sessions('--json')).stdout);
  const idOf = async (about: string) =>
    (await listed()).find((one) => one.about === about)?.id ?? '';
  return { where, server, env, print, sessions, listed, idOf };
}

test('search tells who said it, subagents included', async () => {
  const where = place();
  where.write('project/notes.txt', 'the plum tree');
  await wave(['-p', 'delegate: read notes.txt', '--model', 'practice'], where);
  const { stdout } = await wave(['sessions', 'search', 'notes.txt'], where);
  const said = stdout.trim().split('\n');
  expect(new Set(said.map((line) => line.split('  ')[1]))).toEqual(
    new Set(['you', 'agent', 'subagent']),
  );
});

test('list, name, search, export, delete', async () => {
  const { sessions, listed, idOf } = await spoken();
  expect((await listed()).map(({ about, name }) => ({ about, name }))).toEqual([
    { about: 'the pear tree', name: '' },
    { about: 'the apple tree', name: '' },
  ]);
  const apple = await idOf('the apple tree');
  const plain = await sessions();
  expect(plain.stdout.split('\n')).toHaveLength(3);
  expect(plain.stdout).toMatch(
    new RegExp(`${apple.slice(0, 8)} {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}the apple tree`),
  );

  expect(await sessions('name', apple.slice(0, 8), 'fruit')).toMatchObject({
    code: 0,
    stdout: `${apple} is called "fruit".\n`,
  });
  const pear = await idOf('the pear tree');
  expect(await sessions('name', pear, 'fruit')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`"fruit" is the name of ${apple} already`),
  });

  const hits = await sessions('search', 'TREE');
  expect(hits).toMatchObject({ code: 0 });
  expect(hits.stdout).toContain(`${apple.slice(0, 8)}  you  the apple tree`);
  expect(await sessions('search', 'plum')).toMatchObject({
    code: 1,
    stdout: `Nothing found for "plum" in this project's sessions.\n`,
  });

  expect((await sessions('export', 'fruit')).stdout).toBe(
    '# fruit\n\n## You\n\nthe apple tree\n\n## Agent\n\nIt grows.\n',
  );
  const json = JSON.parse((await sessions('export', 'fruit', '--json')).stdout);
  expect(json).toMatchObject({
    id: apple,
    messages: [{ role: 'user' }, { role: 'assistant' }],
    agents: [],
  });

  expect(await sessions('delete', 'fruit')).toMatchObject({
    code: 0,
    stdout: `${apple} is deleted.\n`,
  });
  expect((await listed()).map(({ id }) => id)).toEqual([pear]);
});

test.each([
  { args: ['nothing'], says: 'wave sessions has no command "nothing"' },
  { args: ['list', 'more'], says: 'too many words: more' },
  { args: ['search'], says: 'search: for what?' },
  { args: ['name'], says: 'which session?' },
  { args: ['export', 'gone'], says: 'there is no session "gone" in this project' },
  { args: ['delete'], says: 'delete: which session?' },
])('wave sessions $args: $says', async ({ args, says }) => {
  const { code, stderr } = await wave(['sessions', ...args], place());
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) });
});

test('wave -p --resume goes on with a session by its name; one that is not there is an error', async () => {
  const { print, server, sessions, idOf } = await spoken();
  await sessions('name', await idOf('the apple tree'), 'fruit');
  const { stdout } = await print(['--resume', 'fruit', 'and then?'], 'Then it bears.');
  expect(stdout).toBe('Then it bears.\n');
  const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(sent).toContain('the apple tree');
  expect(sent).not.toContain('the pear tree');
  expect((await print(['--resume', 'gone', 'x'], '')).stderr).toContain(
    'there is no session "gone"',
  );
  expect(await print(['--resume', '', 'x'], '')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('expected a session: its id, the start of its id, or its name'),
  });
  expect((await print(['--resume', 'fruit', '--continue', 'x'], '')).stderr).toContain(
    'exclude each other',
  );
});

test('a session that is open is not deleted, and says by whom', async () => {
  const { where, env, server, sessions, listed } = await spoken();
  server.script(say('slow '.repeat(50), { slowMs: 200 }));
  const { child, ended } = startWave(['-p', 'the open one'], where, { env });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const open = await until(async () =>
    (await listed()).find(({ about }) => about === 'the open one'),
  );
  const { code, stderr } = await sessions('delete', open.id);
  expect(code).toBe(1);
  expect(stderr).toContain(`${open.id} was not deleted`);
  expect(readFileSync(open.file, 'utf8')).toContain('the open one');
});

test('wave resume needs a terminal; its help does not', async () => {
  expect(await wave(['resume', '--help'], place())).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^usage: wave resume \[SESSION\]/),
  });
  expect(await wave(['resume'], place())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('wave resume needs a terminal'),
  });
});

test('export to a terminal makes control characters visible; a file gets them as they are', async () => {
  const { where, print, sessions, idOf } = await spoken();
  await print(['the plum tree'], 'clear \u001b[2J back \u202e c1 \u009b5A end');
  const plum = await idOf('the plum tree');
  for (const more of [[], ['--json']]) {
    const terminal = openTerminal({ args: ['sessions', 'export', plum, ...more], where });
    await terminal.exit();
    await terminal.waitFor('clear \\u001b[2J back \\u202e c1 \\u009b5A end');
    for (const char of ['\u001b[2J', '\u202e', '\u009b'])
      expect(terminal.raw()).not.toContain(char);
  }
  const { stdout } = await sessions('export', plum);
  expect(stdout).toContain('clear \u001b[2J back \u202e c1 \u009b5A end');
});
