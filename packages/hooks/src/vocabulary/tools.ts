/** The agent's own tools: what a matcher can be meant for, beside `mcp__<server>__<tool>`. */
export const TOOL_NAMES = [
  'Bash',
  'BashOutput',
  'KillShell',
  'Read',
  'Write',
  'Edit',
  'Glob',
  'Grep',
  'TodoWrite',
  'AskUserQuestion',
  'ListMcpResources',
  'ReadMcpResource',
  'Task',
] as const;

/** What matchers written for Claude Code also call a tool. */
export const ALSO_CALLED: ReadonlyMap<string, string> = new Map([['Task', 'Agent']]);
