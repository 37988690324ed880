import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AREAS, TOO_SLOW } from '../scripts/mutants/areas.ts';
import { report } from '../scripts/mutants/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('what `npm run mutants` looks at is there', () => {
  const globs = Object.values(AREAS).flatMap(({ mutate, tests }) => [...mutate, ...tests]);
  const own = TOO_SLOW.map((glob) => glob.replace('**', 'packages/*/test'));
  test.each([...globs, ...own])('%s', (glob) => {
    expect(globSync(glob.replace('!', ''), { cwd: root })).not.toEqual([]);
  });
});

describe('the report', () => {
  const mutant = (file: string, line: number, status: string) => ({
    fileName: `/root/${file}`,
    location: { start: { line } },
    mutatorName: 'BooleanLiteral',
    replacement: '{\n  true }',
    status,
  });

  test('names the survivors, has a row for each file, and counts what never ended as found', () => {
    const { text, score } = report(
      [
        mutant('b.ts', 1, 'Killed'),
        mutant('b.ts', 2, 'Survived'),
        mutant('b.ts', 3, 'NoCoverage'),
        mutant('a.ts', 4, 'Timeout'),
        mutant('a.ts', 5, 'Ignored'),
        mutant('a.ts', 6, 'RuntimeError'),
      ],
      '/root',
    );
    expect(text.split('\n')).toEqual([
      'b.ts:2 BooleanLiteral -> { true }',
      'b.ts:3 BooleanLiteral -> { true } (no test runs it)',
      '',
      'file  mutants    alive killed %',
      'a.ts        1        0    100.0',
      'b.ts        3        2     33.3',
      'all         4        2     50.0',
    ]);
    expect(score).toBe(50);
  });

  test('without mutants there is no score to be proud of', () => {
    expect(report([], '/root').score).toBe(0);
  });
});
