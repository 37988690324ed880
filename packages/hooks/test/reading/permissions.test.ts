import { expect, test } from 'vitest';
import { readPermissions } from '../../src/reading/permissions.ts';

function read(...updates: unknown[]) {
  const remarks: string[] = [];
  return { kept: readPermissions(updates, remarks), remarks };
}

const RULES = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'ls *' }, { toolName: 'Read' }],
  behavior: 'allow',
  destination: 'session',
} as const;
const DIRECTORIES = {
  type: 'addDirectories',
  directories: ['/a', 'b'],
  destination: 'session',
} as const;

test('rules and directories of this session are kept, in their order', () => {
  expect(read(RULES, DIRECTORIES)).toStrictEqual({ kept: [RULES, DIRECTORIES], remarks: [] });
  for (const behavior of ['allow', 'deny', 'ask'])
    expect(read({ ...RULES, behavior }).kept).toStrictEqual([{ ...RULES, behavior }]);
});

test('this session is meant where none is named, and null is absent', () => {
  const { destination, ...rules } = RULES;
  expect(read(rules, { ...DIRECTORIES, destination: null }).kept).toStrictEqual([
    RULES,
    DIRECTORIES,
  ]);
  const nulled = [{ toolName: 'Read', ruleContent: null }];
  expect(read({ ...RULES, rules: nulled }).kept).toStrictEqual([
    { ...RULES, rules: [{ toolName: 'Read' }] },
  ]);
});

const FORM = 'expected "rules": a list of { toolName, ruleContent }, got';
const SESSION =
  'Wave changes permissions for this session only: expected "destination" "session", got';
test.each<readonly [unknown, string]>([
  ['addRules', 'expected an object with "type", got "addRules"'],
  [{}, 'expected "type" "addRules" or "addDirectories", got nothing'],
  [{ type: 'toString' }, 'expected "type" "addRules" or "addDirectories", got "toString"'],
  [{ ...RULES, destination: 'userSettings' }, `${SESSION} "userSettings"`],
  [{ ...RULES, behavior: 'maybe' }, 'expected "behavior" "allow", "deny" or "ask", got "maybe"'],
  [{ ...RULES, rules: [] }, `${FORM} []`],
  [{ ...RULES, rules: undefined }, `${FORM} nothing`],
  [{ ...RULES, rules: ['Bash'] }, `${FORM} ["Bash"]`],
  [{ ...RULES, rules: [{ toolName: '' }] }, `${FORM} [{"toolName":""}]`],
  [{ ...RULES, rules: [{ toolName: 1 }] }, `${FORM} [{"toolName":1}]`],
  [{ ...RULES, rules: [{ toolName: 'A' }, {}] }, `${FORM} [{"toolName":"A"},{}]`],
  [
    { ...RULES, rules: [{ toolName: 'A', ruleContent: '' }] },
    `${FORM} [{"toolName":"A","ruleContent":""}]`,
  ],
  [{ ...DIRECTORIES, directories: [] }, 'expected "directories": a list of paths, got []'],
  [
    { ...DIRECTORIES, directories: ['/a', 1] },
    'expected "directories": a list of paths, got ["/a",1]',
  ],
  [{ ...DIRECTORIES, directories: '/a' }, 'expected "directories": a list of paths, got "/a"'],
])('%j is dropped, and only it', (update, why) => {
  expect(read(DIRECTORIES, update)).toStrictEqual({
    kept: [DIRECTORIES],
    remarks: [`"updatedPermissions[1]" was ignored: ${why}`],
  });
});
