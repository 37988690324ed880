import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Converse, call, converse, say } from './converse.ts';

const LOCAL = '.wave/settings.local.json';
const bash = (command: string, id: string) => call('Bash', { command }, id);

const local = ({ where }: Converse) => join(where.project, LOCAL);
const user = ({ where }: Converse) => join(where.home, '.wave', 'settings.json');
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const allowing = (rule: string) =>
  `{\n  "permissions": {\n    "allow": [\n      "${rule}"\n    ]\n  }\n}\n`;

/** Asks about a command twice, and answers the first time. */
async function asked(talk: Converse, command: string, answer: () => Promise<void>, then = command) {
  talk.server.script(bash(command, 'one'), bash(then, 'two'), say('Both done.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await answer();
}

test('p allows commands that begin so; for the session nothing is written', async () => {
  const talk = await converse();
  const answer = async () => {
    expect(talk.screen()).toMatch(
      /No rule allows this yet[\s\S]*y Yes\n.*a Yes, and don't ask again in this session for: {2}Bash\(git add a\)\n.*p Yes, and don't ask again in this session for: {2}Bash\(git add \*\) {2}\(s: for longer\)\n.*n No\n.*t No, and tell/,
    );
    await talk.answer('p');
    await talk.waitFor("❯ p Yes, and don't ask again");
    talk.press('enter');
  };
  await asked(talk, 'git add a', answer, 'git add b');
  expect(await talk.waitFor('\nBoth done.')).toContain('Bash git add b');
  expect([textOf(local(talk)), textOf(user(talk))]).toEqual([undefined, undefined]);
  await talk.send('/permissions');
  await talk.waitFor(/Mode: default[^\n]*\nallow:\n {2}1 {2}Bash\(git add \*\) {2}this session/);
});

test('p on a command of several parts adds a rule for each, and the next commit runs unasked', async () => {
  const talk = await converse();
  const answer = async () => {
    expect(talk.screen()).toContain('for:  Bash(git add *), Bash(git commit *)');
    await talk.answer('p');
    await talk.waitFor("❯ p Yes, and don't ask again");
    talk.press('enter');
  };
  const commit = (text: string) => `git add -A && git commit -m '${text}'`;
  await asked(talk, commit('one'), answer, commit('two'));
  expect((await talk.waitFor('\nBoth done.')).match(/Run this command\?/g) ?? []).toEqual([]);
  await talk.send('/permissions');
  await talk.waitFor(/allow:\n {2}1 {2}Bash\(git add \*\).*\n {2}2 {2}Bash\(git commit \*\)/);
});

test.each([
  ['the project', 1, 'in this project', local, user],
  ['all projects', 2, 'in all projects', user, local],
] as const)(
  's makes it hold in %s: its file, byte by byte',
  async (_, strikes, time, file, other) => {
    const talk = await converse();
    await asked(talk, 'make made', async () => {
      for (let at = 0; at < strikes; at++) {
        await talk.answer('s');
        await talk.waitFor(`again ${['in this project', 'in all projects'][at]} for:`);
      }
      expect(talk.screen()).toMatch(new RegExp(`again ${time} for: [^]*\\(saved in `));
      await talk.answer('a');
      await talk.waitFor("❯ a Yes, and don't ask again");
      expect(textOf(file(talk)), 'a letter alone gives nothing').toBe(undefined);
      talk.press('enter');
    });
    await talk.waitFor('\nBoth done.');
    expect([textOf(file(talk)), textOf(other(talk))]).toEqual([
      allowing('Bash(make made)'),
      undefined,
    ]);
    expect(talk.all()).toContain('Bash(make made) is allowed from now on:');
    // What Wave wrote itself is no change on disk.
    await sleep(2_000);
    expect(talk.all()).not.toContain('changed on disk');
    const next = await converse({ where: talk.where });
    next.server.script(bash('make made', 'one'), say('Unasked.'));
    await next.send('again');
    expect(await next.waitFor('\nUnasked.')).not.toContain('Run this command?');
  },
);

test('e makes all edits of this session without asking', async () => {
  const talk = await converse();
  const write = (name: string) => call('Write', { file_path: name, content: 'x' }, name);
  talk.server.script(write('src/a'), write('b'), say('Both written.'));
  await talk.send('go');
  await talk.waitFor('Create this file?');
  expect(talk.screen()).toMatch(
    /Edit\(src\/a\)[\s\S]*p Yes,.*Edit\(src\/\*\*\)[\s\S]*e Yes, and make all edits in this session without asking/,
  );
  await talk.answer('e');
  await talk.waitFor('❯ e Yes, and make all edits');
  expect(existsSync(join(talk.where.project, 'src/a'))).toBe(false);
  talk.press('enter');
  await talk.waitFor('\nBoth written.');
  expect(talk.screen()).toContain('acceptEdits');
  expect(existsSync(join(talk.where.project, 'b'))).toBe(true);
  expect([textOf(local(talk)), textOf(user(talk))]).toEqual([undefined, undefined]);
});

test('words that are typed into the question answer nothing, and change no time', async () => {
  const talk = await converse();
  talk.server.script(bash('git add a', 'one'), say('As you wish.'));
  await talk.send('go');
  await talk.waitFor('❯ y Yes');
  for (const word of ['sea', 'paste', 'apes']) {
    for (const letter of word) {
      talk.type(letter);
      await sleep(60);
    }
    await sleep(1_200);
    talk.press('down');
    await talk.waitFor('❯ y Yes');
  }
  talk.paste('a\np\ns\n');
  await sleep(1_200);
  expect(talk.screen()).toContain('$ git add a');
  expect(talk.screen()).toContain('(s: for longer)');
  talk.press('down');
  await talk.answer('n');
  await talk.waitFor('\nAs you wish.');
  // They are not lost, either.
  await talk.waitFor('> seapasteapes');
  talk.press('ctrl-c');
  await talk.waitForGone('seapasteapes');
  await talk.send('/permissions');
  await talk.waitFor(/Mode: default[^\n]*\nno rules/);
  expect([textOf(local(talk)), textOf(user(talk))]).toEqual([undefined, undefined]);
});

test('in few rows every answer is there, and s works without a row of its own', async () => {
  const talk = await converse({ rows: 15, columns: 60 });
  await asked(talk, 'git add a', async () => {
    await talk.waitFor(
      /y Yes\n.*a Always: {2}Bash\(git add a\)\n.*p Always: {2}Bash\(git add \*\)\n.*n No\n.*t No/,
    );
    await talk.answer('s');
    await talk.waitFor('p Always, in this project:');
    await talk.answer('p');
    await talk.waitFor('❯ p Always');
    talk.press('enter');
  });
  await talk.waitFor('\nBoth done.');
  expect(textOf(local(talk))).toBe(allowing('Bash(git add *)'));
});

test.each([
  ['p', undefined, undefined],
  ['p project', allowing('Bash(git add *)'), undefined],
  ['p all', undefined, allowing('Bash(git add *)')],
])('--plain: "%s"', async (line, inLocal, inUser) => {
  const talk = await converse({ args: ['--plain'] });
  talk.server.script(bash('git add a', 'one'), bash('git add b', 'two'), say('Both done.'));
  await talk.send('go');
  await talk.waitFor('Type y for yes, a for always in this session');
  talk.type('p please\r');
  await talk.waitFor('"p please" is not one of the choices; nothing happened.');
  talk.type(`${line}\r`);
  await talk.waitFor('Both done.');
  expect([textOf(local(talk)), textOf(user(talk))]).toEqual([inLocal, inUser]);
});

test.each([['the screen', []] as const, ['--plain', ['--plain']] as const])(
  '/permissions on %s adds, shows and removes',
  async (_, args) => {
    const before = '{\n  // mine\n  "permissions": { "ask": ["Bash(git push *)"] }\n}\n';
    const talk = await converse({
      args,
      columns: 140,
      files: { 'home/.wave/settings.json': before },
    });
    await talk.send('/permissions deny Bash(make *)');
    await talk.waitFor('deny Bash(make *)  this session');
    await talk.send('/permissions allow --project Bash(npm test *)');
    await talk.waitFor('allow Bash(npm test *)');
    expect(textOf(local(talk))).toBe(allowing('Bash(npm test *)'));
    await talk.send('/permissions');
    await talk.waitFor(
      /allow:\n {2}1 {2}Bash\(npm test \*\) {2}\S+settings\.local\.json\nask:\n {2}2 {2}Bash\(git push \*\) {2}~\/\.wave\/settings\.json:3\ndeny:\n {2}3 {2}Bash\(make \*\) {2}this session/,
    );
    talk.server.script(bash('make x', 'one'), say('Denied.'));
    await talk.send('go');
    await talk.waitFor('Denied.');
    expect(talk.all()).toContain('deny rule: Bash(make *)');
    for (const [wrong, says] of [
      ['allow Bsh(x)', 'there is no tool Bsh; did you mean Bash?'],
      ['deny Bash(', 'expected Tool or Tool(pattern)'],
      ['allow', 'which rule?'],
      ['remove 9', 'there is no rule "9"'],
      ['pan', 'there is no mode "pan" (did you mean plan?)'],
    ]) {
      await talk.send(`/permissions ${wrong}`);
      await talk.waitFor(says as string);
    }
    await talk.send('/permissions remove 2');
    await talk.waitFor('Removed ask Bash(git push *)');
    expect(textOf(user(talk))).toBe(before.replace('["Bash(git push *)"]', '[]'));
    await talk.send('/permissions remove Bash(npm test *)');
    await talk.waitFor('Removed allow Bash(npm test *)');
    await talk.send('/permissions remove 1');
    await talk.waitFor('Removed deny Bash(make *)');
    await talk.send('/permissions acceptEdits');
    await talk.waitFor(/Mode: acceptEdits[^\n]*\nno rules/);
  },
);

test('/permissions takes the scope behind the rule, as the command line does', async () => {
  const talk = await converse({ args: ['--plain'], columns: 140 });
  await talk.send('/permissions deny Bash(curl *) --user');
  await talk.waitFor('deny Bash(curl *)  ~/.wave/settings.json');
  expect(JSON.parse(textOf(user(talk)) as string).permissions.deny).toEqual(['Bash(curl *)']);
  await talk.send('/permissions allow Bash(npm test *)   --project');
  await talk.waitFor(/allow Bash\(npm test \*\) {2}\S+settings\.local\.json/);
  expect(textOf(local(talk))).toBe(allowing('Bash(npm test *)'));
  // What belongs to the rule stays with it.
  await talk.send('/permissions deny Bash(git push --user)');
  await talk.waitFor('deny Bash(git push --user)  this session');
  for (const wrong of ['deny --user', 'deny --user --project']) {
    await talk.send(`/permissions ${wrong}`);
    await talk.waitFor('which rule? /permissions deny');
  }
});
