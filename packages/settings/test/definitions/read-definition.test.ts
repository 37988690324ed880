import { expect, test } from 'vitest';
import { readDefinition } from '../../src/definitions/read-definition.ts';

const agent = (text: string) => readDefinition('agent', '/p/.wave/agents/seer.md', text);
const skill = (text: string) => readDefinition('skill', '/p/.wave/skills/pdf/SKILL.md', text);
const told = ({ problems }: ReturnType<typeof agent>) =>
  problems.map(({ level, source, text }) => `${level} ${source}: ${text}`);

test('an agent with every field', () => {
  const { definition, hooks, problems } = agent(
    '---\nname: look\ndescription: looks\ntools: Read, Grep\ndisallowedTools: [Bash]\nmodel: haiku\npermissionMode: plan\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: "true"\n---\n\nYou look.\n',
  );
  expect(definition).toEqual({
    kind: 'agent',
    name: 'look',
    description: 'looks',
    tools: ['Read', 'Grep'],
    disallowedTools: ['Bash'],
    model: 'haiku',
    permissionMode: 'plan',
    body: 'You look.',
  });
  expect(Object.keys(hooks)).toEqual(['Stop']);
  expect(problems).toEqual([]);
});

test('a skill with every field, and one with the fewest', () => {
  expect(
    skill(
      '---\nname: pdf\ndescription: reads\nallowed-tools: Read Bash(git add *), mcp__x__y\nargument-hint: [file]\nuser-invocable: false\ndisable-model-invocation: true\n---\nDo.',
    ).definition,
  ).toEqual({
    kind: 'skill',
    name: 'pdf',
    description: 'reads',
    body: 'Do.',
    dir: '/p/.wave/skills/pdf',
    allowedTools: ['Read', 'Bash(git add *)', 'mcp__x__y'],
    hint: '[file]',
    userInvocable: false,
    modelInvocable: false,
  });
  expect(skill('---\ndescription: d\n---\nb').definition).toMatchObject({
    name: 'pdf',
    allowedTools: [],
    userInvocable: true,
    modelInvocable: true,
  });
});

test.each<[string, string]>([
  [
    'just text',
    'error /p/.wave/agents/seer.md:1: expected front matter (a line of "---", then name and description), got "just text"; this agent is off',
  ],
  [
    '---\nname: x\n',
    'error /p/.wave/agents/seer.md:1: front matter: expected a second line of "---", which ends it, got none; this agent is off',
  ],
  [
    '---\nname: x\n---\nb',
    'error /p/.wave/agents/seer.md:1: "description": expected a text that says when to use it, got nothing; this agent is off',
  ],
  [
    '---\ndescription: d\ntools: 7\n---\nb',
    'error /p/.wave/agents/seer.md:3: "tools": expected names of tools, as a list or with commas between them, got 7; this agent is off',
  ],
  [
    '---\nname: x\ndescription: d\ntools: Read, Bash(git log:*)\n---\nb',
    'error /p/.wave/agents/seer.md:4: "tools": expected names of tools, got "Bash(git log:*)": a rule for its calls belongs in permissions; this agent is off',
  ],
  [
    '---\ndescription: d\ntools:\n  - Read\n  - Bash(ls)\n---\nb',
    'error /p/.wave/agents/seer.md:5: "tools": expected names of tools, got "Bash(ls)": a rule for its calls belongs in permissions; this agent is off',
  ],
  [
    '---\nname: x\ndescription:\n---\nb',
    'error /p/.wave/agents/seer.md:3: "description": expected a text that says when to use it, got nothing; this agent is off',
  ],
  [
    '---\ndescription: d\npermissionMode: yolo\n---\nb',
    'error /p/.wave/agents/seer.md:3: "permissionMode": expected one of default, acceptEdits, plan, sandboxed, bypassPermissions, dontAsk, got "yolo"; this agent is off',
  ],
  [
    '---\ndescription: d\ntool: Read\n---\nb',
    'error /p/.wave/agents/seer.md:3: "tool" is not a field: write "tools"; this agent is off',
  ],
  [
    '---\ndescription: d\nallowed-tools: Read\n---\nb',
    'error /p/.wave/agents/seer.md:3: "allowed-tools" is not a field: write "tools"; this agent is off',
  ],
  [
    '---\ndescription: d\n---\n',
    "error /p/.wave/agents/seer.md:1: expected the subagent's system prompt below the front matter, got nothing; this agent is off",
  ],
  [
    '---\ndescription: d\n  bad\nx y\n---\nb',
    'error /p/.wave/agents/seer.md:4: front matter: expected "name: value", got "x y"; this agent is off',
  ],
  [
    '---\nname: a b\ndescription: d\n---\nb',
    'error /p/.wave/agents/seer.md:2: "name": expected a name of letters, digits, "-", "_" and ".", at most 64, got "a b"; this agent is off',
  ],
  [
    '---\ndescription: d\nhooks: no\n---\nb',
    'error /p/.wave/agents/seer.md:3: "hooks": expected hooks by event, got "no"; this agent is off',
  ],
])('%j is faulty, and says what was expected and what came', (text, fault) => {
  const read = agent(text);
  expect(told(read)).toEqual([fault]);
  expect('fault' in read.definition).toBe(true);
});

test.each(['Bash(rm', 'Bash(a (b))', 'Bash)'])('allowed-tools %j grants nothing', (given) => {
  expect(told(skill(`---\ndescription: d\nallowed-tools: ${given}\n---\nb`))).toEqual([
    `error /p/.wave/skills/pdf/SKILL.md:3: "allowed-tools": expected names of tools, as a list or with commas between them, got "${given}"; this skill is off`,
  ]);
});

test("Claude Code's other fields are named as not taken, a stranger's as ignored", () => {
  const read = agent('---\ndescription: d\ncolor: red\nlicense: MIT\nplanet: x\n---\nb');
  expect(read.notTaken).toEqual([{ field: 'color', source: '/p/.wave/agents/seer.md:3' }]);
  expect(told(read)).toEqual([
    'warning /p/.wave/agents/seer.md:5: unknown field "planet"; it is ignored',
  ]);
});

test('a command of Claude Code is a skill that only the user calls, and may be a text alone', () => {
  const command = (text: string) =>
    readDefinition('skill', '/p/.claude/commands/team/review.md', text, 'team:review');
  expect(command('# Review it\nLook at $1.\n')).toMatchObject({
    definition: {
      kind: 'skill',
      name: 'team:review',
      description: 'Review it',
      body: '# Review it\nLook at $1.',
      userInvocable: true,
      modelInvocable: false,
    },
    problems: [],
    notTaken: [],
  });
  const { definition, notTaken } = command(
    '---\ndescription: Reviews\nmodel: opus\nallowed-tools: Bash(git status *)\n---\nIt is !`git status`.\n',
  );
  expect(definition).toMatchObject({
    description: 'Reviews',
    allowedTools: ['Bash(git status *)'],
  });
  expect(definition).not.toHaveProperty('dir');
  expect(notTaken).toEqual([
    { field: 'model', source: '/p/.claude/commands/team/review.md:3' },
    { field: '!`git status`', source: '/p/.claude/commands/team/review.md:6' },
  ]);
  expect(told(command(''))).toEqual([
    'error /p/.claude/commands/team/review.md:1: expected instructions below the front matter, got nothing; this skill is off',
  ]);
});
