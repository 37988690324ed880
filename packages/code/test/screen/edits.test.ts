import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { type Converse, call, converse, hookOn, say } from './converse.ts';

const CODE = Array.from({ length: 30 }, (_, at) => `const v${at + 1} = ${at + 1};`);
const OLD = 'const v20 = 20;';
const NEW = 'const v20 = 2_000;';

/** The change of line 20, as it stands on the screen behind so many characters. */
const diff = (before: string, after = '') =>
  new RegExp(
    [
      '19   const v19 = 19;',
      '20 - const v20 = 20;',
      '20 \\+ const v20 = 2_000;',
      '21   const v21 = 21;',
    ]
      .map((line) => `${before}${line}\\s*${after}\\n`)
      .join(''),
  );

async function editing(options: Parameters<typeof converse>[0] = {}): Promise<Converse> {
  const talk = await converse({
    ...options,
    files: { 'project/src/a.ts': `${CODE.join('\n')}\n` },
  });
  const file_path = join(talk.where.project, 'src/a.ts');
  talk.server.script(
    call('Read', { file_path }, 'r'),
    call('Edit', { file_path, old_string: OLD, new_string: NEW }, 'e'),
    say('Changed.'),
  );
  return talk;
}

test('an edit is the change of the file, in the question and in the conversation', async () => {
  const talk = await editing();
  await talk.send('change it');
  await talk.waitFor(/Change this file\?[\s\S]*tell the agent why/);
  expect(talk.screen()).toMatch(diff('│ '));
  expect(talk.screen(), 'from the project on').toMatch(/^│ src\/a\.ts$/m);
  // Only what differs is marked, and what is new is read as code.
  expect(talk.raw()).toContain('v20 = \u001b[1m\u001b[4m20\u001b[24m\u001b[22m;');
  expect(talk.raw()).toContain(
    '\u001b[95mconst\u001b[32m v20 = \u001b[1m\u001b[4m2_000\u001b[24m\u001b[22m;',
  );
  await talk.answer('y');
  const all = await talk.waitFor('\nChanged.');
  expect(all).toMatch(/^● Read src\/a\.ts · 30 lines$/m);
  expect(all).toMatch(/^● Edit src\/a\.ts · \+1 -1$/m);
  expect(all).toMatch(diff(' {2}'));
  expect(all).not.toContain(`${talk.where.project}/src`);
});

test('what a formatter made of the edit is a part of the change', async () => {
  const format = `sed -i 's/2_000/2_001/' src/a.ts`;
  const talk = await editing({
    args: ['--permission-mode', 'acceptEdits'],
    settings: hookOn('PostToolUse', format, { matcher: 'Edit' }),
  });
  await talk.send('change it');
  const all = await talk.waitFor('\nChanged.');
  expect(all).toMatch(/ {2}20 - const v20 = 20;\n {2}20 \+ const v20 = 2_001;\n/);
  expect(all).toMatch(/\n {2}⚓ PostToolUse: guard ok \d+ ms\n/);
});

test('a new file, one that is replaced, and one that cannot be read as text', async () => {
  const talk = await converse({
    args: ['--permission-mode', 'acceptEdits'],
    files: { 'project/old.py': 'a = 1\nb = 2\n' },
  });
  writeFileSync(join(talk.where.project, 'bytes'), Buffer.from([0xff, 0xfe, 0x41]));
  const at = (name: string) => join(talk.where.project, name);
  const read = (name: string) => ({ call: 'Read', input: { file_path: at(name) }, id: name });
  talk.server.script(
    { blocks: [read('old.py'), read('bytes')] },
    call('Write', { file_path: 'new.py', content: 'x = 1\n\ny = 2\n' }, 'n'),
    call('Write', { file_path: at('old.py'), content: 'a = 1\nb = 3\n' }, 'o'),
    call('Write', { file_path: at('bytes'), content: 'text\n' }, 'b'),
    say('Written.'),
  );
  await talk.send('write');
  const all = await talk.waitFor('\nWritten.');
  expect(all).toMatch(
    /● Write new\.py · new, 3 lines\n {2}1 \+ x = 1\n {2}2 \+ *\n {2}3 \+ y = 2\n/,
  );
  expect(all).toMatch(/● Write old\.py · \+1 -1\n {2}1 {3}a = 1\n {2}2 - b = 2\n {2}2 \+ b = 3\n/);
  expect(all, 'without numbers: nobody knows what was there').toMatch(
    /● Write bytes · replaced all of it\n {2}\+ text\n|✗ Write bytes/,
  );
});

test.each([
  [40, { NO_COLOR: '1' }],
  [200, {}],
] as const)('%i columns, wide characters: nothing is wider', async (columns, env) => {
  const talk = await converse({ columns, rows: 40, env });
  const old = `${'日本語のとても長い行です。'.repeat(4)}🎉`;
  const file_path = talk.where.write('project/wide.md', `# 見出し\n${old}\nend\n`);
  talk.server.script(
    call('Read', { file_path }),
    call('Edit', { file_path, old_string: '長い行です。🎉', new_string: '短い行です。🎊' }, 'e'),
    say('Changed.'),
  );
  await talk.send('change it');
  await talk.waitFor(/Change this file\?[\s\S]*tell the agent why/);
  const fits = () => {
    for (const line of talk.all().split('\n'))
      expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  };
  fits();
  expect(talk.screen()).toMatch(/│ 2 - 日本語/);
  await talk.answer('y');
  await talk.waitFor(/Edit wide\.md · \+1 -1\n/);
  await talk.waitFor('\nChanged.');
  fits();
});

test('/diff: what the session changed, against what was there before it', async () => {
  const talk = await editing({ args: ['--permission-mode', 'acceptEdits'] });
  await talk.send('/diff');
  await talk.waitFor('The session changed no file.');
  await talk.send('change it');
  await talk.waitFor('\nChanged.');
  const file_path = join(talk.where.project, 'src/a.ts');
  talk.server.script(
    call('Edit', { file_path, old_string: 'v1 = 1;', new_string: 'v1 = 0;' }, 'f'),
    call('Write', { file_path: 'notes.md', content: '# new\n' }, 'g'),
    say('More.'),
  );
  await talk.send('more');
  await talk.waitFor('\nMore.');
  await talk.send('/diff');
  const all = await talk.waitFor(
    /2 files changed in this session:[\s\S]*notes\.md · new, 1 line\n/,
  );
  const shown = all.slice(all.lastIndexOf('2 files changed'));
  expect(shown).toMatch(/^src\/a\.ts · \+2 -2\n {3}1 - const v1 = 1;\n {3}1 \+ const v1 = 0;\n/m);
  expect(shown).toMatch(/ {5}…\n/);
  expect(shown).toMatch(diff(' {2}'));
  expect(shown).toMatch(/notes\.md · new, 1 line\n {2}1 \+ # new\n/);
  await talk.send('/diff notes');
  await talk.waitFor('1 file changed in this session:');
  await talk.send('/diff other');
  await talk.waitFor('the session changed no file called "other"');
});

test('/diff turn: what commands did in the last turn, access bits as well', async () => {
  const talk = await editing({ args: ['--permission-mode', 'bypassPermissions'] });
  await talk.send('change it');
  await talk.waitFor('\nChanged.');
  const command = [
    'umask 022; chmod 755 src/a.ts; mkdir bare; echo one > made',
    "printf '\\000' > bytes",
  ].join('; ');
  talk.server.script(call('Bash', { command }, 'b'), say('Done.'));
  await talk.send('run it');
  await talk.waitFor('\nDone.');
  await talk.send('/diff turn');
  for (const line of [
    /4 files changed in this turn:\n/,
    /^src\/a\.ts · mode 644, now 755\n/m,
    /^bare · was not there, is a directory\n/m,
    /^bytes · was not there, is a file of 1 byte\n/m,
    /^made · new, 1 line\n {2}1 \+ one\n/m,
  ])
    await talk.waitFor(line);
  const more = 'chmod 700 src/a.ts bare bytes; echo two >> src/a.ts';
  talk.server.script(call('Bash', { command: more }, 'c'), say('Again.'));
  await talk.send('again');
  await talk.waitFor('\nAgain.');
  await talk.send('/diff turn');
  for (const line of [
    /3 files changed in this turn:\n/,
    /a\.ts · \+1 -0, mode 755, now 700\n/,
    /^bare · mode 755, now 700\n/m,
    /^bytes · mode 644, now 700\n/m,
  ])
    await talk.waitFor(line);
});

test('--plain: an edit that nobody was asked about is read out; /diff as well', async () => {
  const talk = await editing({ args: ['--plain', '--permission-mode', 'acceptEdits'] });
  talk.type('change it\r');
  expect(await talk.waitFor('\nChanged.')).toMatch(diff(' {2}'));
  await talk.waitFor(/^> *$/m);
  talk.type('/diff\r');
  const all = await talk.waitFor(/1 file changed in this session:\nsrc\/a\.ts · \+1 -1\n/);
  expect(all.slice(all.indexOf('1 file changed'))).toMatch(diff(' {2}'));
});
