import { expect, test } from 'vitest';
import { type AskedCall, type Judge, savingsOf } from '../../src/stats/proposals.ts';

const asked = (command: string, times: number, more: Partial<AskedCall> = {}): AskedCall => ({
  ...{ project: '/a', tool: 'Bash', input: command, answer: 'yes', times },
  ...more,
});

/** A table of rules that are beginnings, as the real one has them. */
const judge = (today: readonly string[] = []): Judge => {
  const fits = (rule: string, command: string) =>
    rule.endsWith('*') ? command.startsWith(rule.slice(0, -1).trim()) : command === rule;
  return {
    offers: ({ input }) => [`${input}`, `${`${input}`.split(' ').slice(0, 2).join(' ')} *`],
    allows: ({ input }, rule) =>
      [...today, ...(rule === undefined ? [] : [rule])].some((one) => fits(one, `${input}`)),
  };
};

test('the rule that saves most comes first, and each next by what is left', () => {
  const calls = [
    asked('npm test a', 3),
    asked('npm test b', 4),
    asked('git commit x', 5),
    asked('npm run build', 1),
  ];
  expect(savingsOf(calls, judge(), 5)).toEqual({
    savings: [
      { rule: 'npm test *', saves: 7, project: '/a' },
      { rule: 'git commit x', saves: 5, project: '/a' },
    ],
    settled: 0,
  });
});

test('nothing that would have let a refused call pass', () => {
  const calls = [
    asked('npm test a', 3),
    asked('npm test b', 4),
    asked('npm test --danger', 1, { answer: 'no' }),
  ];
  expect(savingsOf(calls, judge(), 5).savings).toEqual([
    { rule: 'npm test b', saves: 4, project: '/a' },
    { rule: 'npm test a', saves: 3, project: '/a' },
  ]);
});

test('what rules of today allow is settled, and no rule is wanted for it', () => {
  const calls = [asked('npm test a', 3), asked('git commit x', 2)];
  expect(savingsOf(calls, judge(['npm test *']), 5)).toEqual({
    savings: [{ rule: 'git commit x', saves: 2, project: '/a' }],
    settled: 3,
  });
});

test('one rule for several projects, but never one about files', () => {
  const inBoth = (input: string) => [asked(input, 2), asked(input, 2, { project: '/b' })];
  const offering = (rule: string): Judge => ({
    offers: () => [rule],
    allows: (_, given) => given === rule,
  });
  expect(savingsOf(inBoth('npm test'), offering('Bash(npm test)'), 5).savings).toEqual([
    { rule: 'Bash(npm test)', saves: 4 },
  ]);
  expect(savingsOf(inBoth('x'), offering('Edit(src/**)'), 5).savings).toEqual([
    { rule: 'Edit(src/**)', saves: 2, project: '/a' },
    { rule: 'Edit(src/**)', saves: 2, project: '/b' },
  ]);
});

test('what was asked once is worth no rule', () => {
  expect(savingsOf([asked('npm test a', 1)], judge(), 5).savings).toEqual([]);
});
