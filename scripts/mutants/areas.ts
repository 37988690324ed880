/**
 * THE TABLE: what is mutated, and the tests that judge it. An area runs by itself, so a mutant of a table,
 * which every test depends on, is judged by the tests of its area only. Those start no process: each of
 * thousands of mutants pays for them. The globs name folders rather than files where a whole folder is pure.
 */
export const AREAS = {
  tables: {
    // What asks about Node is about the machine, not about hooks.
    mutate: [
      'packages/hooks/src/vocabulary/**/*.ts',
      '!packages/hooks/src/vocabulary/node-version.ts',
    ],
    // The pages and schemas that the tables print hold each of their cells.
    tests: ['test/generated.test.ts', 'packages/hooks/test/vocabulary/**/*.test.ts'],
  },
  stages: {
    mutate: ['packages/hooks/src/reading/**/*.ts', 'packages/hooks/src/deciding/**/*.ts'],
    tests: [
      'packages/hooks/test/reading/**/*.test.ts',
      'packages/hooks/test/deciding/**/*.test.ts',
    ],
  },
  permissions: {
    mutate: [
      'packages/agent-sdk/src/permissions/**/decide.ts',
      'packages/agent-sdk/src/permissions/**/match.ts',
      'packages/agent-sdk/src/permissions/**/parse-rule.ts',
    ],
    tests: [
      'packages/agent-sdk/test/permissions/**/decide.test.ts',
      'packages/agent-sdk/test/permissions/**/match*.test.ts',
      'packages/agent-sdk/test/permissions/**/parse-rule.test.ts',
    ],
  },
  shell: {
    mutate: ['packages/shell/src/rules/**/*.ts'],
    // Those with a table for one file come first: most mutants do not get beyond them. Random cases would
    // take four times as long as all others.
    tests: [
      'packages/shell/test/rules/[!j]*.test.ts',
      'packages/shell/test/rules/judge-command.test.ts',
    ],
  },
};

/**
 * Survivors that were looked at and stay, by their kind: no test can tell them from the original.
 *
 * - A way out that saves only time: `places.size === 0` and `next.has(at)` in command-pattern.ts,
 *   `rules.length === 0` in judge-command.ts, `raw[name] != null` and `like === undefined` in read-answer.ts.
 * - A fallback that the compiler asks for and no value reaches: `asked[by]?.hook ?? ''` in combine.ts,
 *   `program ?? {}` in rule-texts.ts, the names that narrow a type in interpret.ts.
 * - A bound that is one too far, where nothing stands: `at <= text.length` in stdout.ts, duplicates.ts and
 *   command-pattern.ts; `writer <= one` in combine.ts, as no hook is asked about itself.
 * - A list that is never read where it is empty: `["Stryker was here"]` for `[]`.
 * - The tone of a signal that no cell tells the user: `deny` and `halt` in interpret.ts.
 */

/** Tests that start processes: they judge the same code for `npm test`. */
export const TOO_SLOW = [
  '**/vocabulary/node-version.test.ts',
  '**/deciding/combine.test.ts',
  '**/rules/real-shells.test.ts',
];
