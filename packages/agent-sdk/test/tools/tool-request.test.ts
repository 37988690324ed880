import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Confirm } from '../../src/permissions/confirm.ts';
import { builtinTools } from '../../src/tools/builtin-tools.ts';
import type { ToolConfirm, ToolRequest } from '../../src/tools/tool-request.ts';
import { defineTool, type Tool } from '../../src/vocabulary/tool.ts';

test('the table of tools has each under its own name', () => {
  const names = builtinTools().map(({ name }) => name);
  const known: readonly ToolRequest['tool'][] = [
    'Bash',
    'BashOutput',
    'KillShell',
    'Read',
    'Write',
  ];
  expect(names.slice(0, 5)).toEqual(known);
  expect(new Set(names).size).toBe(names.length);
});

test('comparing the tool tells what its input is', async () => {
  const confirm: ToolConfirm = async ({ tool, input, original }) => {
    // @ts-expect-error: not every tool has a command
    const _any = input.command;
    if (tool === 'Bash') return input.command.startsWith('ls') && original?.timeout === undefined;
    if (tool === 'Edit') return input.old_string.length < input.new_string.length;
    // @ts-expect-error: no tool of Wave's is called so
    if (tool === 'Bsh') return true;
    return String(tool) === 'Weather' && 'city' in input;
  };
  const ask = confirm as Confirm;
  const signal = new AbortController().signal;
  const request = { call: '', by: '', reasons: [], suggestions: [], signal };
  const answers = [
    { tool: 'Bash', input: { command: 'ls' } },
    { tool: 'Bash', input: { command: 'rm' } },
    { tool: 'Edit', input: { old_string: 'a', new_string: 'ab' } },
    { tool: 'Weather', input: { city: 'Oslo' } },
  ].map((one) => ask({ ...request, ...one }));
  expect(await Promise.all(answers)).toEqual([true, false, true, true]);
  const wide: Confirm = async () => true;
  const _fits: ToolConfirm = wide;
});

test('a tool takes the type of its input from its schema', async () => {
  const weather = defineTool({
    name: 'Weather',
    description: 'The weather in a city.',
    input: z.object({ city: z.string(), days: z.number().optional() }),
    effect: 'none',
    run: async ({ city, days }) => {
      const _days: number | undefined = days;
      return { success: true, text: `It rains in ${city.toUpperCase()}.` };
    },
  });
  const tools: readonly Tool[] = [weather];
  expect(await tools[0]?.run({ city: 'Oslo' }, {} as never)).toEqual({
    success: true,
    text: 'It rains in OSLO.',
  });
  defineTool({
    ...weather,
    // @ts-expect-error: the schema has no town
    run: async ({ town }) => ({ success: true, text: String(town) }),
  });
  // @ts-expect-error: there is no such effect
  defineTool({ ...weather, effect: 'nothing' });
});
