import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJudge } from '../../src/stats/judge.ts';
import type { AskedCall } from '../../src/stats/proposals.ts';

function judged(settings: unknown) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wave-judge-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(join(home, '.wave'), { recursive: true });
  mkdirSync(project);
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  writeFileSync(join(home, '.wave/settings.json'), text);
  const problems: string[] = [];
  const call = (tool: string, input: unknown, at = project): AskedCall => ({
    ...{ project: at, tool, input, answer: 'yes', times: 1 },
  });
  return { problems, call, judge: openJudge(home, (text) => problems.push(text)) };
}

test('the table of today decides, whatever mode the settings name', () => {
  const permissions = { deny: ['Bash(rm *)'], defaultMode: 'bypassPermissions' };
  const { judge, call, problems } = judged({ permissions });
  const make = call('Bash', { command: 'make all' });
  expect([judge.allows(make), judge.allows(make, 'Bash(make all)')]).toEqual([false, true]);
  expect(judge.offers(make)).toEqual(['Bash(make all)']);
  const rm = call('Bash', { command: 'rm x' });
  expect([judge.offers(rm), judge.allows(rm, 'Bash(rm x)')]).toEqual([[], false]);
  expect(problems).toEqual([]);
});

test('a tool that there is no more, and an input that no longer fits, have no rules', () => {
  const { judge, call } = judged({});
  for (const one of [call('Gone', {}), call('Bash', { comand: 'ls' }), call('Bash', 'ls')])
    expect([judge.offers(one), judge.allows(one, 'Bash')]).toEqual([[], false]);
});

test('a project that is gone, and settings that cannot be read, are named once', () => {
  const { judge, call, problems } = judged('{');
  for (const at of ['/no/such/project', undefined])
    for (const rule of [undefined, 'Bash'])
      expect(judge.allows(call('Bash', { command: 'make' }, at), rule)).toBe(false);
  expect(problems).toEqual([
    'no rules were worked out for /no/such/project: it is not there any more',
    expect.stringMatching(/^no rules were worked out for .*settings\.json/),
  ]);
});
