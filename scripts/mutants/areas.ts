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
    // Those with a table for one file come first: most mutants do not get beyond them.
    tests: [
      'packages/shell/test/rules/[!j]*.test.ts',
      'packages/shell/test/rules/judge-command.test.ts',
    ],
  },
};

/** Tests that start processes: they judge the same code for `npm test`. Those of random cases are left out, too. */
export const TOO_SLOW = [
  '**/vocabulary/node-version.test.ts',
  '**/deciding/combine.test.ts',
  '**/rules/real-shells.test.ts',
];
