import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { NAMES, TOPICS } from '../../src/help/topics.ts';
import { WORDS } from '../../src/help/words.ts';
import { place, wave } from '../helpers.ts';
import { openTerminal } from '../screen/terminal.ts';

const ESCAPE = '\u001b';
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('wave help', () => {
  test('lists every page with what is there', async () => {
    const { code, stdout, stderr } = await wave(['help'], place());
    expect([code, stderr]).toEqual([0, '']);
    for (const { name, about } of Object.values(TOPICS).flat())
      expect(stdout).toMatch(new RegExp(`^  ${name} +${about.slice(0, 20)}`, 'm'));
  });

  test.each(NAMES)('%s is shown without the marks of markdown, and fits', async (name) => {
    const { code, stdout, stderr } = await wave(['help', name], place());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').length).toBeGreaterThan(20);
    expect(stdout).not.toMatch(/^#{1,4} |<!--|\]\([\w-]+\.md/m);
    expect(stdout).not.toContain(ESCAPE);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(stdout).not.toMatch(/ $/m);
  });

  test('shows one section, by its name or a part of it', async () => {
    const { stdout } = await wave(['help', 'sessions', 'resume'], place());
    expect(stdout).toMatch(/^Resume a session\n/);
    expect(stdout).not.toContain('Long conversations\n');
  });

  test('a section that is not there: exit 1 and those that are', async () => {
    const { code, stderr } = await wave(['help', 'print', 'nonsense'], place());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^wave: the page "print" has no section "nonsense"; it has:\n {2}The prompt\n/,
      ),
    ]);
  });

  test('takes a word of the index for the section that explains it', async () => {
    const { code, stdout } = await wave(['help', 'UNDO'], place());
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Undo']);
    expect(WORDS['undo']).toBe('sessions#undo');
  });

  test.each([
    [['plan', 'mode'], 'Plan mode', 'ExitPlanMode'],
    [['steering'], 'Prompts sent while the agent works', 'next step'],
    [['memory'], 'AGENTS.md', '/memory'],
    [['/init'], 'AGENTS.md', '/init'],
    [['/export'], 'Export a conversation', '/export --replace'],
    [['/undo'], 'Undo', '/undo'],
    [['practice', 'model'], 'The practice model', '--model practice'],
  ])('%j is explained under "%s"', async (words, title, mentions) => {
    const { code, stdout, stderr } = await wave(['help', ...words], place());
    expect([code, stderr, stdout.split('\n')[0]]).toEqual([0, '', title]);
    expect(stdout).toContain(mentions);
  });

  test.each([
    ['settngs', 'settings'],
    ['comand-line', 'command-line'],
    ['trouble', 'troubleshooting'],
  ])('%s is not a topic: exit 1, and %s is suggested', async (given, meant) => {
    const { code, stdout, stderr } = await wave(['help', given], place());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `wave: help has no topic "${given}"; did you mean "${meant}"?\n"wave help" lists the topics, "wave help --search ${given}" searches them\n`,
    );
  });

  test('a link to another page names the command that shows it, once', async () => {
    const { stdout } = await wave(['help', 'handlers'], place());
    expect(stdout.match(/\(wave help reference\)/g)).toHaveLength(1);
  });
});

describe('wave help --search', () => {
  test('finds sections by all of the words; those named so come first', async () => {
    const { code, stdout } = await wave(['help', '--search', 'exit', 'codes'], place());
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe('wave help print › Exit codes');
    const { stdout: one } = await wave(['help', '--search', 'asyncRewake'], place());
    expect(one).toMatch(/^wave help reference › .*\n {2}.*asyncRewake/m);
  });

  test('finds nothing: exit 1', async () => {
    const { code, stdout, stderr } = await wave(['help', '--search', 'xyzzy'], place());
    expect([code, stdout, stderr]).toEqual([1, '', 'wave: no page mentions "xyzzy"\n']);
  });
});

describe('at a terminal', () => {
  test('a page is coloured and as wide as the terminal', async () => {
    const terminal = openTerminal({ args: ['help', 'print'], columns: 60 });
    expect(await terminal.exit()).toBe(0);
    expect(terminal.raw()).toContain(`${ESCAPE}[`);
    const text = stripVTControlCharacters(terminal.raw()).replaceAll('\r', '');
    expect(widest(text)).toBeLessThanOrEqual(60);
    expect(widest(text)).toBeGreaterThan(50);
  });

  test('a long page goes through PAGER; a short one, and any in a pipe, does not', async () => {
    const where = place();
    const PAGER = `cat > "${where.home}/paged"; echo PAGED`;
    const terminal = openTerminal({
      args: ['help', 'print'],
      where,
      env: { PAGER, NO_COLOR: '1' },
    });
    expect(await terminal.exit()).toBe(0);
    expect(terminal.raw()).toBe('PAGED\r\n');
    const plain = await wave(['help', 'print'], where, { env: { PAGER } });
    expect(plain.stdout).toContain('Exit codes');
    expect(readFileSync(`${where.home}/paged`, 'utf8')).toContain('Exit codes');
    const short = openTerminal({ args: ['help', 'print', 'speed'], where, env: { PAGER } });
    await short.exit();
    expect(short.raw()).not.toContain('PAGED');
  });

  test('a pager that is not there costs nothing but its message', async () => {
    const terminal = openTerminal({ args: ['help', 'print'], env: { PAGER: 'nosuchpager' } });
    expect(await terminal.exit()).toBe(0);
    expect(terminal.all()).toContain('Exit codes');
  });
});

test('no other command loads the manual', async () => {
  const where = place();
  const preload = where.write(
    'list.cjs',
    `process.on('exit', () => {
      const own = Object.keys(require.cache).filter((file) => /\\/code\\/dist\\//.test(file));
      require('node:fs').writeSync(2, own.map((file) => file.replace(/.*\\//, '')).join(' '));
    });`,
  );
  const env = { NODE_OPTIONS: `--require=${preload}` };
  expect((await wave(['--version'], where, { env })).stderr).toBe('wave.cjs');
  expect((await wave(['help'], where, { env })).stderr).toBe('wave.cjs help.cjs');
});
