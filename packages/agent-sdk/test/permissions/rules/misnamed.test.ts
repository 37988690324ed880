import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { AgentOptions } from '../../../src/open/options/agent-options.ts';
import { checkRules } from '../../../src/permissions/rules/check.ts';
import type { Tool } from '../../../src/vocabulary/tool.ts';
import { talk } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

const touch = [call('Bash', { command: 'touch ran' }), say('ok')];
const bask: Tool = {
  name: 'Bask',
  description: 'In the sun.',
  input: z.object({}),
  effect: 'none',
  run: async () => ({ success: true, text: 'warm' }),
};

test('a deny or ask for a tool that is not there is told; what is near is shut, the rest guards nothing', () => {
  const rules = {
    allow: ['NotebookEdit'],
    ask: ['Wriet(src/**)'],
    deny: [
      'Bsh',
      'mcp_memory',
      'NotebookEdit',
      'mcp__memory',
      'Task(explore)',
      'Bask',
      'ReadMcpResource',
    ],
  };
  expect(checkRules(rules, ['Bask']).map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'warning: deny rule "Bsh": there is no tool Bsh; did you mean Bash? Until you fix it, it denies every call of Bash.',
    'warning: deny rule "mcp_memory": there is no tool mcp_memory; did you mean mcp__memory? Until you fix it, it denies every call of mcp__memory.',
    'error: deny rule "NotebookEdit": there is no tool NotebookEdit. It guards nothing.',
    'warning: ask rule "Wriet(src/**)": there is no tool Wriet; did you mean Write? Until you fix it, it asks for every call of Write.',
  ]);
});

const SHUT: readonly (readonly [AgentOptions, string])[] = [
  [{ permissions: { deny: ['Bsh'] } }, 'deny rule "Bsh": there is no tool Bsh; did you mean Bash?'],
  [{ permissions: { ask: ['Bsh(x)'] } }, 'ask rule "Bsh(x)": there is no tool Bsh; did you mean'],
  [{ disallowedTools: ['Bsh'] }, 'there is no tool Bsh; did you mean Bash? Bash is left out.'],
  [{ disallowedTools: ['bash'] }, 'there is no tool bash; did you mean Bash? Bash is left out.'],
  [{ disallowedTools: ['Bash(rm *)'] }, 'there is no tool Bash(rm *); did you mean Bash?'],
];
test.each(SHUT)('%j shuts Bash and says so', async (options, says) => {
  const { agent, dir } = await talk({ ...options, script: touch });
  expect(existsSync(join(dir, 'ran'))).toBe(false);
  expect(agent.problems.map(({ text }) => text)).toEqual([expect.stringContaining(says)]);
});

test('a rule for a tool of the host that is named nearly so leaves Bash alone', async () => {
  const { agent, dir } = await talk({
    tools: [bask],
    permissions: { deny: ['Bask'] },
    script: touch,
  });
  expect(existsSync(join(dir, 'ran'))).toBe(true);
  expect(agent.problems).toEqual([]);
});
