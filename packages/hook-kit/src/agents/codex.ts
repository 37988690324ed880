import { type Agent, first, grouped, settingsIn, shared } from './agent.ts';

export const codex: Agent = {
  title: 'Codex',
  events: shared(
    ...(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const),
    ...(['SubagentStart', 'SubagentStop', 'SessionStart', 'SessionEnd'] as const),
    ...(['PreCompact', 'PostCompact'] as const),
  ),
  lacks: {
    PreToolUse: { sandbox: 'deny', ask: 'deny', allow: 'drop', rewrite: 'with allow', halt: 'end' },
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny', halt: 'end' },
    // A block and a halt replace the result there, and the turn goes on.
    PostToolUse: { block: 'context', halt: 'tell', replace: 'instead' },
    UserPromptSubmit: { replace: 'refuse' },
  },
  dialect: 'nested',
  tools: {
    shell: 'Bash',
    exec_command: 'Bash',
    view_image: 'Read',
    spawn_agent: 'Task',
    spawn_agents_on_csv: 'Task',
    resume_agent: 'Task',
    send_input: 'Task',
    followup_task: 'Task',
  },
  fields: {
    Bash: { cmd: 'command' },
    Read: { path: 'file_path' },
    Task: { message: 'prompt', agent_type: 'subagent_type', task_name: 'description' },
  },
  // Tools of agents stand in a namespace, whose name is not always the same.
  translate: (raw) => ({
    ...raw,
    ...first('tool_name', bare(raw['tool_name'])),
  }),
  // It counts turns.
  detect: { input: (raw) => 'turn_id' in raw },
  guard: {
    settingsFile: settingsIn('.codex', 'hooks.json', 'CODEX_HOME'),
    // The `cwd` of its events is where a call would run.
    startedIn: 'process',
    reads: [],
    onlyFields: ['description', 'hooks'],
    ...grouped(1),
    readsAbove: true,
    mostSeconds: { SessionEnd: 3 },
    trust: {
      of: 'all',
      todo: 'start codex, type /hooks and trust them, and the folder if codex asks; codex exec runs them from then on, and none before',
    },
  },
};

const bare = (tool: unknown) =>
  typeof tool === 'string' && !tool.startsWith('mcp__')
    ? tool.replace(/^.*(?:\.|__|\/|:)(?=[a-z_]+$)/, '')
    : tool;
