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

/** What a tool does, in the words of the Agent Hooks Protocol. */
export const TOOL_KINDS = [
  'shell',
  'file_read',
  'file_write',
  'file_edit',
  'search',
  'fetch',
  'task',
  'mcp',
  'other',
] as const;

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    shell: ['Bash', 'BashOutput', 'KillShell', 'PowerShell'],
    file_read: ['Read'],
    file_write: ['Write'],
    file_edit: ['Edit', 'NotebookEdit'],
    search: ['Glob', 'Grep', 'ToolSearch'],
    fetch: ['WebFetch', 'WebSearch'],
    task: ['Task'],
    mcp: ['ListMcpResources', 'ReadMcpResource'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

export const toolKind = (name: string): string =>
  name.startsWith('mcp__') ? 'mcp' : (KIND_OF.get(name) ?? 'other');
