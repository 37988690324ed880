import { expect, test } from 'vitest';
import { tools } from '../../../scripts/generate/tools.ts';
import { COMMON, EVENT_NAMES, EVENTS } from '../../hooks/src/vocabulary/events.ts';
import { place, wave } from './helpers.ts';

const TOOLS = [
  ['Bash', ['command']],
  ['Read', ['file_path']],
  ['Write', ['file_path', 'content']],
  ['Edit', ['file_path', 'old_string', 'new_string']],
  ['Glob', ['pattern']],
  ['Grep', ['pattern']],
  ['TodoWrite', ['todos']],
  ['AskUserQuestion', ['questions']],
  ['ExitPlanMode', ['plan']],
  ['Task', ['description', 'prompt', 'subagent_type']],
  ['mcp__memory__create_entities', ['query']],
] as const;

test.each(EVENT_NAMES)(
  '%s: every field there is for the main agent, and the engine takes it',
  async (event) => {
    const where = place();
    const { stdout, stderr, code } = await wave(['hooks', 'sample', event], where);
    expect([code, stderr]).toEqual([0, '']);
    const input = JSON.parse(stdout);
    const common = Object.keys(COMMON).filter((name) => !name.startsWith('agent_'));
    // What only `wave guard` adds is in no event of Wave's own.
    const own = Object.entries(EVENTS[event].input)
      .filter(([, { about }]) => !about.startsWith('only through `wave guard`'))
      .map(([name]) => name);
    expect(Object.keys(input).sort()).toEqual([...common, 'hook_event_name', ...own].sort());
    expect(input).toMatchObject({ hook_event_name: event, cwd: where.project });
    const ran = await wave(['hooks', 'run', event, '--json'], where, { stdin: stdout });
    expect(JSON.parse(ran.stdout)).toMatchObject({ event, decision: 'none', toUser: [] });
  },
);

test.each(TOOLS)('%s has the parameters people know', async (tool, fields) => {
  const where = place();
  const { stdout, stderr } = await wave(['hooks', 'sample', 'PostToolUse', tool], where);
  const { tool_name, tool_input, tool_response } = JSON.parse(stdout);
  expect([tool_name, stderr]).toEqual([tool, '']);
  expect(Object.keys(tool_input)).toEqual(expect.arrayContaining([...fields]));
  expect(Object.keys(tool_response)).not.toEqual([]);
  for (const path of [tool_input.file_path, tool_input.path].filter(Boolean))
    expect(path.startsWith(where.project)).toBe(true);
});

test.each(tools().map((tool) => [tool.name, tool] as const))(
  'a sample of %s has the input and the result that its schemas describe',
  async (name, { input, response }) => {
    const { stdout, stderr } = await wave(['hooks', 'sample', 'PostToolUse', name], place());
    const { tool_input, tool_response } = JSON.parse(stdout);
    // There is none for every tool, and then it says so.
    if (stderr !== '') return expect(stderr).toContain(`no sample for the tool "${name}"`);
    expect(input.safeParse(tool_input).error).toBeUndefined();
    const { output, success, ...data } = tool_response;
    expect([output, success]).toEqual([expect.stringMatching(/./), true]);
    expect(response?.safeParse(data).error).toBeUndefined();
  },
);

test('a sample goes straight through a hook', async () => {
  const where = place();
  where.write('s.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  const { stdout } = await wave(['hooks', 'sample', 'PreToolUse', 'Bash'], where);
  const args = ['hooks', 'run', 'PreToolUse', '--json', '--only', '--settings', '../s.json'];
  const ran = await wave(args, where, { stdin: stdout });
  expect(JSON.parse(ran.stdout).decision).toBe('block');
});

test('a tool nobody knows gets an empty input and a note', async () => {
  const { code, stdout, stderr } = await wave(['hooks', 'sample', 'PreToolUse', 'Nope'], place());
  expect([code, JSON.parse(stdout).tool_input]).toEqual([0, {}]);
  expect(stderr).toMatch(/no sample for the tool "Nope".*Bash, Read/);
});

test('a tool on an event without one is told', async () => {
  const { code, stderr } = await wave(['hooks', 'sample', 'Stop', 'Bash'], place());
  expect([code, stderr]).toEqual([0, 'note: Stop has no tool; "Bash" was ignored\n']);
});

test.each([
  [['PreTooUse'], /event: did you mean "PreToolUse"\? expected .*, got "PreTooUse"/],
  [[], /which event\?/],
  [['PreToolUse', 'Bash', 'Edit'], /one tool at a time, got also: Edit/],
  [['Stop', '--json'], /Unknown option '--json'/],
])('%j: exit 1 and why', async (args, says) => {
  const { code, stdout, stderr } = await wave(['hooks', 'sample', ...args], place());
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(says);
});
