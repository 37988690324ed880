import { expect, test } from 'vitest';
import type { Mcp } from '../../src/mcp/mcp-api.ts';
import { resourceTools } from '../../src/mcp/resource-tools.ts';
import { skillTool } from '../../src/skills/skill-tool.ts';
import { taskTool } from '../../src/subagent/task-tool.ts';
import { builtinTools, planTools } from '../../src/tools/builtin-tools.ts';
import { schemaOf, toolSpec } from '../../src/tools/tool-input.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';

const task = taskTool({
  types: new Map(
    ['general', 'mine', 'a "quoted" one'].map((name) => [name, { name, description: '' }]),
  ),
  depth: 0,
  onlyReads: () => false,
  run: () => Promise.reject(new Error('this one is only looked at')),
} as Parameters<typeof taskTool>[0]) as unknown as Tool;

const OURS = [
  ...builtinTools(),
  ...planTools(),
  task,
  skillTool([], () => {}) as unknown as Tool,
  ...resourceTools({} as Mcp),
];

/** Several edits become calls of their own, so the input of one knows nothing of them. */
function withoutEdits(schema: Readonly<Record<string, unknown>>): object {
  const { edits, ...properties } = schema['properties'] as Record<string, unknown>;
  if (!edits) return schema;
  return { ...schema, properties, required: ['file_path', 'old_string', 'new_string'] };
}

test.each(OURS.map((tool) => [tool.name, tool] as const))(
  'the schema of %s that was made ahead is what its input says, key by key',
  (_, tool) => {
    const ahead = toolSpec(tool).inputSchema;
    expect(tool.inputSchema).toBe(ahead);
    const own = withoutEdits(ahead);
    expect(JSON.stringify(own)).toBe(JSON.stringify(schemaOf(tool.input)));
  },
);

test('a tool says what it takes without its schema being made', () => {
  const read = builtinTools().find(({ name }) => name === 'Read');
  const watched = Object.create(read ?? null, {
    input: {
      get: () => {
        throw new Error('made');
      },
    },
  }) as Tool;
  expect(toolSpec(watched)).toMatchObject({ name: 'Read', inputSchema: { type: 'object' } });
});
