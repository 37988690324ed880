import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wave } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

const textIn = (dir: string, name: string) => readFileSync(join(dir, name), 'utf8');

test.each([[[]], [['--plain']]])('memory is shown and added to, with %j', async (args) => {
  const talk = await converse({
    args,
    files: { 'project/AGENTS.md': 'TOPTEXT', 'home/.wave/AGENTS.md': 'USERTEXT' },
  });
  const { project, home } = talk.where;
  await talk.waitFor(/memory {3}~\/\.wave\/AGENTS\.md\n {11}.*project\/AGENTS\.md/);
  await talk.send('#use tabs');
  await talk.waitFor(/Added to .*AGENTS\.local\.md/);
  expect(textIn(project, 'AGENTS.local.md')).toBe('- use tabs\n');
  await talk.send('/memory user be brief');
  await talk.waitFor(/Added to ~\/\.wave\/AGENTS\.md/);
  expect(textIn(home, '.wave/AGENTS.md')).toBe('USERTEXT\n- be brief\n');
  await talk.send('/memory');
  await talk.waitFor('/memory project TEXT');
  await talk.send('/status');
  await talk.waitFor(/Memory: {3}~\/\.wave\/AGENTS\.md/);
  talk.server.script(say('noted.'));
  await talk.send('#12 what is it?');
  await talk.waitFor('noted.');
  expect(talk.sent()).toContain('#12 what is it?');
  expect(talk.sent()).toContain('use tabs');
  expect(talk.sent()).toContain('TOPTEXT');
});

test.each([[[]], [['--plain']]])(
  '/export writes markdown without secrets, with %j',
  async (args) => {
    const talk = await converse({ args });
    const { project } = talk.where;
    const key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ';
    talk.server.script(call('Read', { file_path: join(project, 'none') }), say(`the key: ${key}`));
    await talk.send('say it');
    await talk.waitFor('the key');
    await talk.send('/export');
    await talk.waitFor(/The conversation is in .*wave-\d{4}-\d\d-\d\d-/);
    const [name = ''] = readdirSync(project).filter((one) => one.startsWith('wave-'));
    const text = textIn(project, name);
    expect(text).toMatch(/^# say it\n\n## You\n\nsay it\n\n## Agent\n\n### Read \(failed\)/);
    expect(text).toContain('the key: [redacted]');
    expect(text).not.toContain(key);
    expect(statSync(join(project, name)).mode & 0o777).toBe(0o600);
    talk.where.write('project/mine.md', 'MINE');
    await talk.send('/export mine.md');
    await talk.waitFor(/mine\.md is there already/);
    expect(textIn(project, 'mine.md')).toBe('MINE');
    await talk.send('/export notes/out.md');
    const missing = await talk.waitFor(/notes is not a directory; create it first/);
    expect(missing).not.toContain('ENOENT');
    await talk.send('/export --replace mine.md');
    await talk.waitFor(/The conversation is in .*mine\.md/);
    expect(textIn(project, 'mine.md')).toContain('## You');
    await talk.send('/export');
    await talk.waitFor(/-2\.md/);
  },
);

test('/init has the agent write an AGENTS.md; one that is there is not written over unread', async () => {
  const talk = await converse({ args: ['--permission-mode', 'acceptEdits'] });
  const file = join(talk.where.project, 'AGENTS.md');
  talk.server.script(call('Write', { file_path: file, content: 'FIRST\n' }), say('written.'));
  await talk.send('/init');
  await talk.waitFor('written.');
  expect(textIn(talk.where.project, 'AGENTS.md')).toBe('FIRST\n');
  expect(talk.sent()).toContain('do not write it anew');
  await talk.end();
  const again = await converse({ where: talk.where, args: ['--permission-mode', 'acceptEdits'] });
  again.server.script(call('Write', { file_path: file, content: 'SECOND\n' }), say('refused.'));
  await again.send('/init');
  await again.waitFor('refused.');
  expect(textIn(talk.where.project, 'AGENTS.md')).toBe('FIRST\n');
});

test('wave -p takes /review, and names /export as a command of the screen', async () => {
  const talk = await converse();
  talk.server.script(say('reviewed'));
  const env = talk.server.env('anthropic');
  const { stdout, code } = await wave(['-p', '/review main..HEAD'], talk.where, { env });
  expect({ stdout, code }).toEqual({ stdout: 'reviewed\n', code: 0 });
  expect(talk.sent()).toContain('What to review: main..HEAD');
  const other = await wave(['-p', '/export'], talk.where, { env });
  expect(other.stderr).toContain('/export is a command of the screen');
  expect(existsSync(join(talk.where.project, 'AGENTS.md'))).toBe(false);
});
