import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import type { Report } from '../../src/stats/stats.ts';
import { allow, openEditor } from '../acp/editor.ts';
import { type Place, place, wave } from '../helpers.ts';
import { decision, request, run } from './records.ts';

const bash = (command: string, id: string) => call('Bash', { command }, id);

const report = async (where: Place, ...args: string[]): Promise<Report> => {
  const { stdout, stderr, code } = await wave(['stats', '--json', ...args], where);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
};

/** A log of some lines, a file each. */
function logOf(where: Place, ...files: (readonly unknown[])[]): string {
  const dir = join(where.home, '.wave/logs');
  mkdirSync(dir, { recursive: true });
  for (const [age, lines] of files.entries()) {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const name = age === 0 ? 'hooks.jsonl' : `hooks.${age}.jsonl`;
    writeFileSync(join(dir, name), `${texts.join('\n')}\n`);
  }
  return dir;
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const NOW = ago(1_000);

test('questions of a session, and a rule that really saves them once it is added', async () => {
  const editor = await openEditor({
    script: [
      bash('git commit -m a', 'c1'),
      bash('git commit -m b', 'c2'),
      bash('git commit -m b', 'c3'),
      bash('make deploy', 'c4'),
      bash('make clean', 'c5'),
      bash('make clean', 'c6'),
      say('done'),
    ],
    permit: ({ toolCall }) => allow(toolCall.title?.includes('deploy') ? 'reject' : 'once'),
  });
  const { where } = editor;
  await editor.prompt(await editor.fresh(), 'go');
  editor.leave();
  await editor.ended;
  const before = await report(where);
  expect(before.questions).toMatchObject({ asked: 6, once: 5, refused: 1, always: 0 });
  expect(before.project).toBe(null);
  expect(before.rules).toEqual({
    proposals: [
      {
        ...{ rule: 'Bash(git commit *)', saves: 3, project: where.project },
        command: "wave permissions add allow 'Bash(git commit *)'",
      },
      {
        ...{ rule: 'Bash(make clean)', saves: 2, project: where.project },
        command: "wave permissions add allow 'Bash(make clean)'",
      },
    ],
    ...{ settled: 0, unread: 0 },
  });
  const [best] = before.rules.proposals;
  await wave(['permissions', 'add', 'allow', best?.rule ?? ''], where);
  const after = await report(where);
  expect(after.rules).toMatchObject({
    ...{ settled: 3, unread: 0, proposals: [{ rule: 'Bash(make clean)', saves: 2 }] },
  });
  const asked = ['permissions', 'explain', 'Bash', 'git commit -m a', '--json'];
  expect(JSON.parse((await wave(asked, where)).stdout)).toMatchObject({
    ...{ decision: 'allow', rule: 'Bash(git commit *)' },
  });
});

test('from elsewhere, the command goes to the project; without its transcript nothing is proposed', async () => {
  const editor = await openEditor({
    script: [bash('make clean', 'c1'), bash('make clean', 'c2'), say('done')],
  });
  const { where } = editor;
  await editor.prompt(await editor.fresh(), 'go');
  editor.leave();
  await editor.ended;
  const other = join(where.home, 'other');
  mkdirSync(other);
  const elsewhere = { ...where, project: other };
  expect((await report(elsewhere)).rules.proposals).toMatchObject([
    { command: `cd ${where.project} && wave permissions add allow 'Bash(make clean)'` },
  ]);
  expect(await report(elsewhere, '--project')).toMatchObject({
    ...{ project: other, sessions: 0, questions: { asked: 0 } },
  });
  expect(await report(where, '--project')).toMatchObject({
    ...{ project: where.project, sessions: 1, questions: { asked: 2 } },
  });
  rmSync(join(where.home, '.wave/projects'), { recursive: true });
  expect((await report(where)).rules).toEqual({ proposals: [], settled: 0, unread: 2 });
});

test('an empty log is no fault', async () => {
  const where = place();
  for (const args of [[], ['--plain']]) {
    const { code, stdout, stderr } = await wave(['stats', ...args], where);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('The log has nothing from these days.');
  }
  expect(await report(where)).toMatchObject({ sessions: 0, hooks: [], log: { records: 0 } });
});

test('a log that is damaged and rotated counts as far as it can be read, and says so', async () => {
  const where = place();
  const dir = logOf(
    where,
    [run(NOW, 'newest'), 'no json', '{"is":"decision"', { is: 'tomorrow', time: NOW }, ''],
    [run(NOW, 'older'), { is: 'rotated', time: NOW, dropped: [] }],
  );
  mkdirSync(join(dir, 'hooks.2.jsonl'));
  const { hooks, log } = await report(where);
  expect(hooks.map(({ hook }) => hook).sort()).toEqual(['newest', 'older']);
  expect(log).toEqual({
    ...{ records: 2, damaged: 2 },
    notes: [
      expect.stringMatching(/hooks\.2\.jsonl could not be read/),
      `2 lines of the log could not be read (${dir}/hooks.jsonl:2, ${dir}/hooks.jsonl:3)`,
      expect.stringMatching(/^The log begins on \d{4}-\d\d-\d\d: what was before that/),
    ],
  });
});

const PERSON = { is: 'person' } as const;

test('one screen, and the same in sentences', async () => {
  const where = place();
  logOf(where, [
    decision(NOW, PERSON, { waited: 61_000 }),
    decision(NOW, { is: 'rule', rule: 'Bash', list: 'allow' }, { row: 14 }),
    run(NOW, 'guard\u001b[31m', { decision: 'block', ms: 250 }),
    request(NOW, { cost: 1.5, input: 20_000 }),
  ]);
  const screen = await wave(['stats'], where);
  expect(screen.stdout).toMatch(
    /1 question to you, Wave waited 1 min 1 s for you\n +1 {2}you said yes, once/,
  );
  expect(screen.stdout).toContain('1  by rules: 1 allowed');
  expect(screen.stdout).toMatch(/guard\S* +1 +1 +0 +250 ms +250 ms +250 ms/);
  expect(screen.stdout).toMatch(/^m +1 +20k +50 +10 +\$1\.50$/m);
  expect(screen.stdout).toContain('1 question could not be looked at: the session is not kept.');
  expect(screen.stdout).not.toContain('\u001b');
  const plain = await wave(['stats', '--plain'], where);
  expect(plain.stdout).toContain(
    'Questions to you: 1. Wave waited 1 min 1 s for you.\n1: you said yes, once.',
  );
  expect(plain.stdout).toMatch(/\nHook guard\S*: 1 run, 1 block, 0 failures; half of the runs/);
  for (const line of plain.stdout.trimEnd().split('\n')) expect(line).not.toMatch(/ {2}|[#|│─█]/);
});

test('the days that are asked for', async () => {
  const where = place();
  const day = 86_400_000;
  logOf(where, [run(ago(20 * day), 'old'), run(ago(2 * day), 'new'), run(NOW, 'now')]);
  const names = async (...args: string[]) =>
    (await report(where, ...args)).hooks.map(({ hook }) => hook).sort();
  expect(await names()).toEqual(['new', 'now']);
  expect(await names('--days', '1')).toEqual(['now']);
  expect(await names('--days', '30')).toEqual(['new', 'now', 'old']);
  expect(await names('--since', '3d')).toEqual(['new', 'now']);
  expect(await names('--since', '2026-01-01')).toEqual(['new', 'now', 'old']);
});

test.each([
  [['--days', '0'], '--days: expected a number from 1 to 366, got "0"'],
  [['--days', '1e2'], '--days: expected a number from 1 to 366, got "1e2"'],
  [['--since', 'soon'], '--since: expected 10m, 2h, 3d or a date'],
  [['--days', '3', '--since', '3d'], '--days and --since exclude each other'],
  [['--plain', '--json'], '--plain and --json exclude each other'],
  [['week'], 'unexpected words: week'],
])('%j is refused', async (args, text) => {
  const { code, stderr } = await wave(['stats', ...args], place());
  expect(code).toBe(1);
  expect(stderr).toContain(text);
});

test('a page for its owner alone', async () => {
  const where = place();
  logOf(where, [run(NOW, 'guard')]);
  const file = join(where.project, 's.html');
  writeFileSync(file, 'old', { mode: 0o644 });
  const { code, stdout } = await wave(['stats', '-o', 's.html'], where);
  expect([code, stdout]).toEqual([0, `${file}\n`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('guard');
});
