import { type Agent, first, parsed, settingsIn } from './agent.ts';

export const cursor: Agent = {
  title: 'Cursor',
  events: {
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    PostToolUseFailure: 'postToolUseFailure',
    UserPromptSubmit: 'beforeSubmitPrompt',
    Stop: 'stop',
    SubagentStart: 'subagentStart',
    SubagentStop: 'subagentStop',
    SessionStart: 'sessionStart',
    SessionEnd: 'sessionEnd',
    PreCompact: 'preCompact',
  },
  lacks: {
    PreToolUse: { sandbox: 'deny', warn: 'drop', ask: 'deny', halt: 'end', context: 'sent' },
    PostToolUse: { block: 'context', replace: 'drop', halt: 'drop', warn: 'drop' },
    PostToolUseFailure: { block: 'context', context: 'sent', halt: 'drop', warn: 'drop' },
    UserPromptSubmit: { replace: 'refuse', halt: 'shut', context: 'sent', warn: 'drop' },
    Stop: { halt: 'over', warn: 'drop' },
    SubagentStart: { warn: 'drop', halt: 'end', context: 'drop' },
    SubagentStop: { halt: 'drop', warn: 'drop' },
    SessionStart: { warn: 'drop' },
    SessionEnd: { warn: 'drop' },
    PreCompact: { block: 'drop', context: 'drop', halt: 'drop' },
  },
  dialect: 'cursor',
  tools: { Shell: 'Bash', StrReplace: 'Edit', Delete: 'Edit' },
  fields: {
    Read: { path: 'file_path', target_file: 'file_path' },
    Write: { path: 'file_path', target_file: 'file_path', contents: 'content' },
    Edit: { path: 'file_path', target_file: 'file_path' },
  },
  ownFields: ['path', 'contents'],
  translate: (raw) => ({
    ...raw,
    ...first('session_id', raw['session_id'], raw['conversation_id']),
    // Hooks of the user run in a directory of Cursor's own.
    ...first('cwd', raw['cwd'], (raw['workspace_roots'] as unknown[] | undefined)?.[0]),
    ...first('tool_name', server(raw['tool_name'])),
    ...first('tool_input', parsed(raw['tool_input'])),
    ...first('tool_response', parsed(raw['tool_output'])),
    ...first('error', raw['error'], raw['error_message']),
    ...first('agent_type', raw['agent_type'], raw['subagent_type']),
    ...(String(raw['hook_event_name']).toLowerCase() === 'sessionstart'
      ? { source: raw['source'] ?? 'startup' }
      : {}),
  }),
  detect: { input: (raw) => 'cursor_version' in raw },
  guard: {
    settingsFile: settingsIn('.cursor', 'hooks.json'),
    startedIn: { variable: 'CURSOR_PROJECT_DIR' },
    reads: ['comments'],
    tried: false,
    form: 'flat',
    entry: (command, seconds, holds) => ({
      command,
      timeout: seconds,
      ...(holds ? { failClosed: true } : {}),
    }),
    trust: { of: 'project', todo: 'open the folder in Cursor and trust the workspace' },
  },
};

/** It does not say which server a tool belongs to. */
const server = (tool: unknown) =>
  typeof tool === 'string' ? tool.replace(/^MCP:/, 'mcp__unknown__') : undefined;
