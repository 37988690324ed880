import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asMarkdown,
  deleteSession,
  findSession,
  listSessions,
  nameSession,
  readAgents,
  readMessages,
  SessionBusy,
  searchSessions,
  sessionsDir,
} from '../../src/index.ts';
import { DOT } from '../mcp/dot.ts';
import { openAgent } from '../open-agent.ts';
import { delegate } from '../subagent/delegate.ts';
import { call, say } from '../wire/reply.ts';

/** A session in which something was said, closed again. */
async function sessionWith(prompt: string, answer: string, where?: { dir: string; home: string }) {
  const one = await openAgent({
    session: { keep: true },
    ...(where ? { workdir: where.dir, home: where.home } : {}),
  });
  one.server.script(call('TodoWrite', { todos: [] }), say(answer));
  await one.agent.sendMessage(prompt);
  await one.agent.close();
  return { ...one, id: one.agent.sessionId, sessions: sessionsDir(one.home, one.agent.projectDir) };
}

test('sessions are listed, the last first; found by id, its start, its name', async () => {
  const first = await sessionWith('the first prompt\nof two lines', 'one');
  const second = await sessionWith('the second prompt', 'two', first);
  const dir = first.sessions;
  utimesSync(join(dir, `${first.id}.jsonl`), 1, 1);
  writeFileSync(join(dir, `${randomUUID()}.jsonl`), '');
  writeFileSync(join(dir, 'foo.jsonl'), '{}\n');
  mkdirSync(join(dir, `${randomUUID()}.jsonl`));
  const loop = `${randomUUID()}.jsonl`;
  symlinkSync(loop, join(dir, loop));
  const all = listSessions(dir);
  expect(all.map(({ id, about, name }) => ({ id, about, name }))).toEqual([
    { id: second.id, about: 'the second prompt', name: '' },
    { id: first.id, about: 'the first prompt of two lines', name: '' },
  ]);
  expect(all[1]?.updated).toEqual(new Date(1_000));

  const info = findSession(all, first.id);
  if (typeof info === 'string') throw new Error(info);
  await nameSession(dir, info, '  my work ');
  const named = listSessions(dir);
  expect(findSession(named, 'my work')).toMatchObject({ id: first.id, name: 'my work' });
  expect(findSession(named, second.id.slice(0, 6))).toMatchObject({ id: second.id });
  expect(findSession(named, '')).toContain('got nothing');
  expect(findSession(named, 'nothing')).toContain('there is no session "nothing"');
  await nameSession(dir, info, '');
  expect(listSessions(dir).map(({ name }) => name)).toEqual(['', '']);
});

const added = (message: object) =>
  JSON.stringify({ is: 'added', message: { id: 'm', ...message } });
const texts = (...contents: string[]) => contents.map((content) => ({ type: 'text', content }));
const ran = { type: 'tool', id: 'c', name: 'Bash', parameters: { timeout: 5, command: 'ls\n-l' } };

test.each([
  [
    'a note of a command of the user',
    [{ role: 'user', from: 'wave', blocks: texts('The user ran `ls`') }],
    '(no prompt; it begins: The user ran `ls`)',
  ],
  [
    'a first line that cannot be read',
    ['{"is":"added","mess', { role: 'assistant', blocks: [...texts('I look.'), ran] }],
    '(no prompt; first call: Bash ls -l)',
  ],
  [
    'a notice',
    [
      {
        role: 'assistant',
        blocks: [{ type: 'notice', tone: 'info', content: 'a server is gone' }],
      },
    ],
    '(no prompt; it begins: a server is gone)',
  ],
  [
    'an image alone',
    [
      {
        role: 'user',
        from: 'prompt',
        blocks: [{ type: 'image', mediaType: 'image/png', content: 'iVBOR' }],
      },
    ],
    '(no prompt)',
  ],
  ['no message', ['{"is":"ran","tool":"Bash","what":"ls"}'], '(no prompt)'],
])('a session that begins with %s has a title in lists', async (_, lines, about) => {
  const { sessions } = await sessionWith('gone', 'gone');
  const [info] = listSessions(sessions);
  if (!info) throw new Error('no session');
  const texts = lines.map((line) => (typeof line === 'string' ? line : added(line)));
  writeFileSync(info.file, `${texts.join('\n')}\n`);
  expect(listSessions(sessions).map((one) => one.about)).toEqual([about]);
});

/** What follows the end of an image is nobody's concern. */
const BIG = Buffer.concat([Buffer.from(DOT, 'base64'), Buffer.alloc(300_000)]).toString('base64');
test.each([
  ['a picture', 'what is\n"this"? \\ \u0001', 'what is "this"? \\ \u0001', BIG],
  ['a long paste', `look: ${'é\n'.repeat(200_000)}`, `look: ${'é '.repeat(97)}`, undefined],
])(
  'a prompt with %s is the title, although it is longer than what is looked at',
  async (_, prompt, about, content) => {
    const { agent, server, home, dir } = await openAgent({ session: { keep: true } });
    server.script(say('ok'));
    const images = content ? [{ type: 'image', mediaType: 'image/png', content } as const] : [];
    await agent.sendMessage(prompt, { images });
    expect(listSessions(sessionsDir(home, dir)).map((one) => one.about)).toEqual([about]);
  },
);

test.each(['\\q', '\t', '\\u00'])('a cut line that is no JSON is no title: %j', async (wrong) => {
  const { sessions } = await sessionWith('gone', 'gone');
  const [info] = listSessions(sessions);
  if (!info) throw new Error('no session');
  const whole = added({ role: 'user', blocks: texts('look at MARK') });
  writeFileSync(info.file, whole.slice(0, whole.indexOf('MARK')) + wrong);
  expect(listSessions(sessions).map((one) => one.about)).toEqual(['look at']);
});

test("an id is nobody's name, and a name is one line", async () => {
  const first = await sessionWith('one', '1');
  const second = await sessionWith('two', '2', first);
  const dir = first.sessions;
  const name = (text: string) => nameSession(dir, first, text);
  expect(await name(second.id)).toBe(`"${second.id}" would be taken for the id of ${second.id}`);
  expect(await name(second.id.slice(0, 5))).toContain('would be taken for the id of');
  expect(await name(randomUUID())).toContain('would be taken for the id of a session');
  for (const text of ['abcdef12', 'abcdef12-', 'abcdef12-0000-4'])
    expect(await name(text)).toBe(`"${text}" would be taken for the id of a session`);
  for (const text of ['feed', 'abcdef123', 'abcdef12 fix'])
    expect(await name(text)).toBeUndefined();
  for (const text of ['two\nlines', 'a\tb', '\u001b[31mred', 'a\u2028b', '\u202egnp'])
    expect(await name(text)).toContain('expected one line that can be printed');
  expect(await name('größer 👩‍💻')).toBeUndefined();
  expect(await nameSession(dir, second, 'größer 👩‍💻')).toBe(
    `"größer 👩‍💻" is the name of ${first.id} already`,
  );
  // A name that was given before there was such a rule.
  writeFileSync(join(dir, `${first.id}.name`), `${second.id}\n`);
  expect(findSession(listSessions(dir), second.id)).toMatchObject({ id: second.id });
});

test('what was said is found, whatever the case, with what stands around it', async () => {
  const { sessions, id } = await sessionWith('where is the TREASURE map', 'The treasure is here.');
  const hits = await searchSessions(listSessions(sessions), 'treasure');
  expect(hits.map(({ role, around, session }) => ({ role, around, id: session.id }))).toEqual([
    { role: 'user', around: 'where is the TREASURE map', id },
    { role: 'assistant', around: 'The treasure is here.', id },
  ]);
  expect(await searchSessions(listSessions(sessions), 'nothing of it')).toEqual([]);
});

test('what subagents and those who sent them said is found, too', async () => {
  const { agent, server, home, dir } = await openAgent({ session: { keep: true } });
  const task = { description: 'd', prompt: 'dig for the TREASURE', subagent_type: 'general' };
  server.script(call('Task', task), say('treasure found'), say('done'));
  await agent.sendMessage('go');
  const hits = await searchSessions(listSessions(sessionsDir(home, dir)), 'treasure');
  expect(hits.map(({ role, around, agent: by }) => ({ role, around, by }))).toEqual([
    { role: 'user', around: 'dig for the TREASURE', by: expect.stringMatching(/^agent-/) },
    { role: 'assistant', around: 'treasure found', by: expect.stringMatching(/^agent-/) },
  ]);
});

test('deleting takes all that belongs to a session, and leaves its neighbours', async () => {
  const { sessions, id } = await sessionWith('one', 'two');
  const other = await sessionWith('three', 'four');
  appendFileSync(join(sessions, `${id}.name`), 'called\n');
  const [info] = listSessions(sessions);
  if (!info) throw new Error('no session');
  expect(() => deleteSession(sessions, { ...info, pid: 1 })).toThrow(SessionBusy);
  deleteSession(sessions, info);
  expect(readdirSync(sessions)).toEqual([]);
  expect(existsSync(join(other.sessions, `${other.id}.jsonl`))).toBe(true);
});

test('exported as markdown: who said what, calls with their results, fences that hold', async () => {
  const { sessions, id } = await sessionWith('go', 'a ```` fence');
  const text = asMarkdown('A title', readMessages(join(sessions, `${id}.jsonl`)));
  expect(text).toMatch(/^# A title\n\n## You\n\ngo\n\n## Agent\n\n### TodoWrite\n\n```json\n/);
  expect(text.trimEnd().endsWith('a ```` fence')).toBe(true);
  expect(text.match(/^## Agent$/gm)).toHaveLength(1);
  expect(
    asMarkdown('T', [
      {
        id: '1',
        role: 'assistant',
        blocks: [
          { type: 'reasoning', content: 'hidden' },
          { type: 'error', content: 'it\nbroke' },
          { type: 'notice', tone: 'warning', content: 'careful' },
          { type: 'image', mediaType: 'image/png', content: 'xx' },
          {
            type: 'tool',
            id: 'c',
            name: 'Bash',
            parameters: {},
            stage: 'end',
            success: false,
            result: '```',
          },
        ],
      },
      { id: '2', role: 'user', from: 'hook', blocks: [{ type: 'text', content: 'told' }] },
    ]),
  ).toBe(
    '# T\n\n## Agent\n\n> **Error:** it\n> broke\n\n> **warning:** careful\n\n(an image, image/png)\n\n### Bash (failed)\n\n```json\n{}\n```\n\n````\n```\n````\n\n## A hook, to the agent\n\ntold\n',
  );
});

test.each([
  [{ by: 'wave' }, ' (not run)'],
  [{ by: 'user' }, ' (not run)'],
  [{ refused: 'deny rule: Bash' }, ' (not run)'],
  [{}, ' (failed)'],
] as const)('a call with %j is exported as one that is%s', (more, how) => {
  const call = { type: 'tool', id: 'c', name: 'Bash', parameters: {}, stage: 'end' } as const;
  const block = { ...call, success: false, result: 'no', ...more };
  const text = asMarkdown('T', [{ id: '1', role: 'assistant', blocks: [block] }]);
  expect(text).toContain(`### Bash${how}\n`);
});

test('subagents are exported, each below its own head', async () => {
  const one = await openAgent({ session: { keep: true } });
  one.server.script(delegate('DIG'), say('dug'), say('all done'));
  await one.agent.sendMessage('go');
  await one.agent.close();
  const file = one.agent.transcriptPath;
  const agents = readAgents(file);
  expect(agents.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['user', 'assistant'],
  ]);
  const text = asMarkdown('T', readMessages(file), agents);
  const id = agents[0]?.id;
  expect(text).toContain(`### Task\n\n(by subagent ${id})\n`);
  expect(text).toMatch(
    new RegExp(`all done\n\n# Subagent ${id}\n\n## Its task\n\n[^#]*DIG[^#]*## Agent\n\ndug\n$`),
  );
});
