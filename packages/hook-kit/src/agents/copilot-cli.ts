import { type Agent, first, mcpNames, parsed, type Raw, shared } from './agent.ts';

export const copilotCli: Agent = {
  title: 'Copilot CLI',
  events: shared(
    ...(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'] as const),
    ...(['UserPromptSubmit', 'Stop', 'SubagentStart', 'SubagentStop', 'SessionStart'] as const),
    ...(['SessionEnd', 'PreCompact', 'Notification'] as const),
  ),
  lacks: {
    PreToolUse: { sandbox: 'deny', halt: 'end' },
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny' },
    PostToolUse: { block: 'context', halt: 'tell' },
    PostToolUseFailure: { block: 'context', halt: 'tell' },
    // Its documentation says that only programs take another prompt.
    UserPromptSubmit: { replace: 'refuse', halt: 'shut' },
    Stop: { halt: 'over' },
    SubagentStart: { halt: 'tell' },
    SubagentStop: { halt: 'tell' },
    PreCompact: { block: 'drop', context: 'drop', halt: 'drop' },
  },
  dialect: 'copilot',
  tools: {
    bash: 'Bash',
    powershell: 'Bash',
    view: 'Read',
    create: 'Write',
    edit: 'Edit',
    str_replace_editor: 'Edit',
    glob: 'Glob',
    grep: 'Grep',
    rg: 'Grep',
    web_fetch: 'WebFetch',
    web_search: 'WebSearch',
    update_todo: 'TodoWrite',
    ask_user: 'AskUserQuestion',
    task: 'Task',
  },
  fields: {
    Read: { path: 'file_path' },
    Write: { path: 'file_path', file_text: 'content' },
    Edit: { path: 'file_path', old_str: 'old_string', new_str: 'new_string' },
    Task: { agent_type: 'subagent_type' },
  },
  ownFields: ['path', 'file_text', 'old_str', 'new_str'],
  // `server-tool`; both may have more of these signs. None of its own tools has one.
  calls: (raw) => {
    const names = mcpNames(`${raw['tool_name']}`, '-');
    return names.length > 1 ? names.map((tool_name) => ({ tool_name })) : undefined;
  },
  translate: (raw) => {
    const { tool_result, toolResult, agent_name, agentName } = raw;
    return {
      ...raw,
      ...first('hook_event_name', raw['hook_event_name'], pascal(raw['hookName']), unnamed(raw)),
      ...first('session_id', raw['session_id'], raw['sessionId']),
      ...first('transcript_path', raw['transcript_path'], raw['transcriptPath']),
      ...first('tool_name', server(raw['tool_name'] ?? raw['toolName'])),
      ...first('tool_input', raw['tool_input'], parsed(raw['toolArgs'] ?? raw['toolInput'])),
      ...first('tool_response', textOf(tool_result ?? toolResult)),
      ...first('agent_type', raw['agent_type'], agent_name ?? agentName),
      ...(raw['source'] === 'new' ? { source: 'startup' } : {}),
    };
  },
  detect: { variable: 'COPILOT_CLI' },
  guard: {
    settingsFile: ({ level, home, project, env }) =>
      level === 'project'
        ? `${project}/.github/hooks/wave.json`
        : `${env['COPILOT_HOME'] || `${home}/.copilot`}/hooks/wave.json`,
    startedIn: 'process',
    reads: [],
    off: ['disableAllHooks', true],
    tried: true,
    form: 'flat',
    entry: (command, seconds) => ({ type: 'command', bash: command, timeoutSec: seconds }),
    refusesInWords: { UserPromptSubmit: (reason) => ({ decision: 'block', reason }) },
    readsAbove: true,
    trust: {
      of: 'project',
      todo: 'start copilot and trust the folder; with -p, set GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true',
    },
  },
};

const server = (tool: unknown) => {
  const names = typeof tool === 'string' ? mcpNames(tool, '-') : [];
  return names.length === 1 ? names[0] : tool;
};

/** It sends the start of a subagent without the event's name. */
const unnamed = (raw: Raw): string | undefined =>
  'agentName' in raw && !('stopReason' in raw) ? 'SubagentStart' : undefined;

const pascal = (name: unknown) =>
  typeof name === 'string' ? name.charAt(0).toUpperCase() + name.slice(1) : undefined;

/** What its model gets of a result. */
const textOf = (result: unknown): unknown => {
  const { text_result_for_llm, textResultForLlm } = Object(result) as Record<string, unknown>;
  return text_result_for_llm ?? textResultForLlm ?? result;
};
