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
