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
  'WebFetch',
  'WebSearch',
  'TodoWrite',
  'AskUserQuestion',
  'ExitPlanMode',
  'ListMcpResources',
  'ReadMcpResource',
  'Task',
  'ToolSearch',
  'Skill',
] as const;

/** The kinds of subagents that are always there; a program can add kinds of its own. */
export const AGENT_TYPE_NAMES = ['general', 'explore'] as const;

/** What matchers written for Claude Code also call a thing, by the field that they look at. */
export const ALSO_CALLED: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  tool_name: new Map([['Task', 'Agent']]),
  agent_type: new Map([
    ['general', 'general-purpose'],
    ['explore', 'Explore'],
  ]),
};
