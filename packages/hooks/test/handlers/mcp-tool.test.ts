import { expect, test } from 'vitest';
import type { ToolAnswer, ToolCall } from '../../src/handlers/host.ts';
import { lentTo } from './lent.ts';

const ENTRY = { type: 'mcp_tool', server: 'scanner', tool: 'scan' };

async function called(answer: ToolAnswer, entry: Record<string, unknown> = {}) {
  const calls: ToolCall[] = [];
  const callTool = async (call: ToolCall) => {
    calls.push(call);
    return answer;
  };
  return { verdict: await lentTo({ ...ENTRY, ...entry }, { callTool }), calls };
}

test('its text is read as stdout at exit 0', async () => {
  const text = '{"decision":"deny","reason":"a secret is in it"}';
  const { verdict } = await called({ text, isError: false });
  expect(verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'a secret is in it' }] });
  expect(verdict.runs[0]).toMatchObject({
    hook: 'scanner scan',
    outcome: { is: 'exit', code: 0 },
    stdout: text,
  });
});

test('its input takes fields of the event', async () => {
  const input = {
    line: 'run ${tool_input.command} by ${tool_name}',
    deep: [{ all: '${tool_input}' }],
    wait: 3,
    plain: '$tool_name ${}',
  };
  const { calls } = await called({ text: '', isError: false }, { input });
  expect(calls[0]).toMatchObject({
    server: 'scanner',
    tool: 'scan',
    input: {
      line: 'run rm -rf / by Bash',
      deep: [{ all: '{"command":"rm -rf /","timeout":30}' }],
      wait: 3,
      plain: '$tool_name ${}',
    },
  });
});

test.each(['${tool_input.file_path}', '${constructor.name}', '${tool_input.command.length}'])(
  'a field that the event does not have is a failure: %s',
  async (path) => {
    const { verdict, calls } = await called({ text: '', isError: false }, { input: { path } });
    expect(calls).toEqual([]);
    expect(verdict.runs[0]?.outcome).toMatchObject({ is: 'start' });
    expect(verdict.toUser[0]?.text).toContain(path);
  },
);

test('an error of the tool, no connection and no servers at all are failures', async () => {
  const { verdict } = await called({ text: '{"decision":"allow"}', isError: true });
  expect(verdict).toMatchObject({ decision: 'none', toUser: [{ tone: 'error' }] });
  expect(verdict.runs[0]?.outcome.is).toBe('lost');
  const none = await lentTo(ENTRY, undefined);
  expect(none.runs[0]?.outcome).toEqual({ is: 'start', error: 'there are no MCP servers here' });
  const broken = await lentTo(
    { ...ENTRY, onError: 'block' },
    {
      callTool: async () => {
        throw new Error('it is gone');
      },
    },
  );
  expect(broken.decision).toBe('block');
});
