import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openExplainer } from '../../src/open/explain.ts';
import { PERMISSION_ROWS } from '../../src/permissions/decide.ts';
import { PERMISSION_MODES, type PermissionMode } from '../../src/permissions/rules/rule.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

/** Commands that may run: whatever the rules say, nothing is lost. */
const SIMPLE = fc.constantFrom(
  ...['true', 'echo a', 'echo b c', 'printf x', 'pwd', 'ls', 'cat a.txt', 'touch b', 'rm -f b'],
  ...['git status', 'rm -f "$X"', '$X', 'echo $(pwd)', "sh -c 'rm -f b'", 'A=1'],
  ...['env rm -f b', 'cat < a.txt', 'echo x > b', 'echo x >> .wave/settings.json', 'eval "$X"'],
);

const COMMAND = fc
  .array(fc.tuple(SIMPLE, fc.constantFrom(' && ', '; ', ' | ', ' || ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) =>
    parts.map(([one, link], at) => (at < parts.length - 1 ? one + link : one)).join(''),
  );

const RULE = fc.constantFrom(
  ...['Bash', 'Bash(*)', 'Bash(echo *)', 'Bash(rm *)', 'Bash(rm -f b)', 'Bash(ls)', 'Bash(cat *)'],
  ...['Bash(git *)', 'Bash(touch b)', 'Bash(sh *)', 'Bash(env *)', 'Bash(echo a)', 'Read', 'Bsh'],
  ...['Edit(b)', 'Read(a.txt)', 'Bash(printf:*)', 'bash(x)', 'Bash(true)', 'Bash(* b)'],
);

const RULES = fc.record({
  allow: fc.array(RULE, { maxLength: 4 }),
  ask: fc.array(RULE, { maxLength: 2 }),
  deny: fc.array(RULE, { maxLength: 2 }),
});

const SAYS = 'what explain says is what an agent does: runs unasked, asks, or refuses';

test(SAYS, () =>
  saysWhatIsDone(
    PERMISSION_MODES.filter((mode) => mode !== 'sandboxed'),
    40,
  ),
);

test(`${SAYS}, in a sandbox`, { tags: 'bubblewrap' }, () => saysWhatIsDone(['sandboxed'], 10));

async function saysWhatIsDone(modes: readonly PermissionMode[], numRuns: number) {
  const CASE = fc.record({
    commands: fc.array(COMMAND, { minLength: 6, maxLength: 6 }),
    given: RULES,
    inFile: RULES,
    mode: fc.constantFrom(...modes),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(CASE, async ({ commands, given, inFile, mode }) => {
      const [workdir, home] = [tempDir(), tempDir()];
      writeFileSync(join(workdir, 'a.txt'), 'a\n');
      mkdirSync(join(home, '.wave'));
      writeFileSync(join(home, '.wave', 'settings.json'), JSON.stringify({ permissions: inFile }));
      const options = {
        ...{ workdir, home, permissions: given, permissionMode: mode },
        settingSources: ['user', 'project', 'local'] as const,
      };
      const { explain } = openExplainer(options);
      const said = commands.map((command) => explain({ tool: 'Bash', input: { command } }));
      const asked = new Set<string>();
      const calls = commands.map((command, at) => ({
        ...{ call: 'Bash', input: { command }, id: `call_${at}` },
      }));
      const { agent } = await talk({
        ...options,
        script: [{ blocks: calls }, say('done')],
        confirm: async ({ call }) => {
          asked.add(call);
          return false;
        },
      });
      const blocks = blocksOf(agent.messages, 'tool');
      const did = calls.map(({ id }) => {
        if (asked.has(id)) return 'ask';
        return blocks.find((block) => block.id === id)?.refused === undefined ? 'allow' : 'deny';
      });
      expect(said.map(({ decision }) => decision)).toEqual(did);
      for (const { decision, row } of said) seen.add(`${decision} ${row}`);
    }),
    { numRuns },
  );
  // A property that meets one answer alone shows nothing.
  expect(new Set([...seen].map((one) => one.split(' ')[0]))).toEqual(
    new Set(['allow', 'ask', 'deny']),
  );
  expect(seen.size).toBeGreaterThan(6);
}

const looking = (permissions = {}, tools = {}) =>
  openExplainer({ workdir: tempDir(), home: tempDir(), permissions, ...tools }).explain;

test.each([
  [
    'Bash',
    { command: 'ls && rm x' },
    { decision: 'deny', rule: 'Bash(rm *)', why: 'deny rule: Bash(rm *)' },
  ],
  ['Bash', { command: '$X' }, { decision: 'ask', rule: 'Bash(rm *)' }],
  [
    'Bash',
    { command: 'git push' },
    { decision: 'ask', rule: 'Bash(git push *)', why: 'ask rule: Bash(git push *)' },
  ],
  [
    'Bash',
    { command: 'npm test' },
    { decision: 'allow', rule: 'Bash(npm test *)', why: 'allow rule: Bash(npm test *)' },
  ],
  ['Read', { file_path: 'a' }, { decision: 'allow', rule: null, why: 'reads inside the project' }],
  ['Read', { file_path: '/etc/hosts' }, { decision: 'ask', rule: null, why: 'no rule allows it' }],
  ['Edit', { file_path: 'src/a' }, { decision: 'ask', rule: null, why: 'no rule allows it' }],
  [
    'Write',
    { file_path: '.git/config' },
    { decision: 'ask', rule: null, why: 'writes to files that guard the agent' },
  ],
  ['Task', { subagent_type: 'explore' }, { decision: 'deny', rule: 'Task(explore)' }],
  ['mcp__db__query', { sql: '' }, { decision: 'ask', rule: null, why: 'no rule allows it' }],
  [
    'ReadMcpResource',
    { server: 'm', uri: 'a:b' },
    { decision: 'ask', rule: null, why: 'no rule allows it' },
  ],
] as [string, object, { decision: string; rule: string | null; why?: string }][])(
  '%s with %j',
  (tool, input, expected) => {
    const explain = looking({
      deny: ['Bash(rm *)', 'Task(explore)'],
      ask: ['Bash(git push *)'],
      allow: ['Bash(npm test *)'],
    });
    const explained = explain({ tool, input });
    expect(explained).toMatchObject(expected);
    const row = PERMISSION_ROWS[explained.row - 1];
    if (expected.why) expect(expected.why).toContain(row?.by);
  },
);

test('the rules of a call take the place of those of the settings; those of options stay', () => {
  const [workdir, home] = [tempDir(), tempDir()];
  mkdirSync(join(home, '.wave'));
  const settings = { permissions: { allow: ['Bash(make a)'], defaultMode: 'plan' } };
  writeFileSync(join(home, '.wave', 'settings.json'), JSON.stringify(settings));
  const { explain } = openExplainer({
    ...{ workdir, home, settingSources: ['user'], permissions: { deny: ['Bash(rm *)'] } },
  });
  const of = (command: string, more = {}) => {
    const { decision, mode } = explain({ tool: 'Bash', input: { command }, ...more });
    return `${decision} ${mode}`;
  };
  expect([
    of('make c'),
    of('make a', { mode: 'default' }),
    of('make a', { mode: 'default', rules: { allow: ['Bash(make b)'] } }),
    of('make b', { mode: 'default', rules: { allow: ['Bash(make b)'] } }),
    of('rm x', { mode: 'bypassPermissions', rules: { allow: ['Bash'] } }),
    of('make b', { mode: 'dontAsk' }),
  ]).toEqual([
    'deny plan',
    'allow default',
    'ask default',
    'allow default',
    'deny bypassPermissions',
    'deny dontAsk',
  ]);
});

test('a call that no agent would look at is an error', () => {
  const explain = looking();
  expect(() => explain({ tool: 'Bsh', input: {} })).toThrow(
    'there is no tool "Bsh"; did you mean Bash?',
  );
  expect(() => explain({ tool: 'Bash', input: { comand: 'ls' } })).toThrow(/command: expected/);
  expect(() => explain({ tool: 'Bash', input: 'ls' })).toThrow(TypeError);
});

test('a variable that has a program run another counts, from the environment and from settings', () => {
  const [workdir, home] = [tempDir(), tempDir()];
  const decision = (more: object) =>
    openExplainer({ workdir, home, ...more }).explain({
      ...{ tool: 'Bash', input: { command: 'git diff' } },
    }).decision;
  const env = { PATH: process.env['PATH'], HOME: home };
  expect(decision({ env })).toBe('allow');
  expect(decision({ env: { ...env, GIT_EXTERNAL_DIFF: './x' } })).toBe('ask');
  mkdirSync(join(home, '.wave'));
  const settings = { env: { GIT_EXTERNAL_DIFF: './x' } };
  writeFileSync(join(home, '.wave', 'settings.json'), JSON.stringify(settings));
  expect(decision({ env, settingSources: ['user'] })).toBe('ask');
});

test('what a question would offer is what would spare it', () => {
  const [workdir, home] = [tempDir(), tempDir()];
  const permissions = { ask: ['Bash(git fetch *)'], allow: ['Bash(make ready)'] };
  const { offers, explain } = openExplainer({ workdir, home, permissions });
  const bash = (command: string) => ({ tool: 'Bash', input: { command } });
  const cases = {
    'git commit -m a': ['Bash(git commit -m a)', 'Bash(git commit *)'],
    'make all': ['Bash(make all)'],
    'rm *': [],
    // A rule of the user's wants it asked: no rule can spare that.
    'git fetch x': [],
  };
  for (const [command, rules] of Object.entries(cases)) {
    expect(offers(bash(command))).toEqual(rules);
    expect(explain(bash(command)).decision).toBe('ask');
    for (const rule of rules)
      expect(explain({ ...bash(command), allow: [rule] })).toMatchObject({
        ...{ decision: 'allow', rule },
      });
  }
  // Rules for one look take none of those in force away.
  expect(explain({ ...bash('make ready'), allow: ['Bash(x)'] }).decision).toBe('allow');
  const file = join(workdir, 'src/a.ts');
  expect(offers({ tool: 'Edit', input: { file_path: file } })).toEqual([
    'Edit(src/a.ts)',
    'Edit(src/**)',
  ]);
  expect(offers({ tool: 'mcp__shop__buy', input: {} })).toEqual(['mcp__shop__buy']);
});
