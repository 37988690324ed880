import { type Agent, grouped, settingsIn, shared } from './agent.ts';

export const qwenCode: Agent = {
  title: 'Qwen Code',
  events: shared(
    ...(['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse'] as const),
    ...(['PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit'] as const),
    ...(['UserPromptExpansion', 'Stop', 'StopFailure', 'SubagentStart'] as const),
    ...(['SubagentStop', 'SessionStart', 'SessionEnd', 'PreCompact', 'PostCompact'] as const),
    ...(['Notification'] as const),
  ),
  onScreen: ['SessionEnd'],
  lacks: {
    PreToolUse: { sandbox: 'deny', rewrite: 'deny', halt: 'end', context: 'drop' },
    // A halt is ignored there, and the question stays open.
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny', halt: 'end' },
    // There, a halt puts its reason in place of the result, and the turn goes on.
    PostToolUse: { block: 'context', halt: 'tell', replace: 'swap' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
    // A halt makes it go on.
    Stop: { halt: 'over' },
    // Only an agent whose own prompt asks for it would hear it.
    SubagentStart: { context: 'drop' },
    SubagentStop: { halt: 'tell' },
  },
  dialect: 'nested',
  tools: {
    run_shell_command: 'Bash',
    monitor: 'Bash',
    read_file: 'Read',
    write_file: 'Write',
    edit: 'Edit',
    notebook_edit: 'NotebookEdit',
    glob: 'Glob',
    grep_search: 'Grep',
    web_fetch: 'WebFetch',
    web_search: 'WebSearch',
    todo_write: 'TodoWrite',
    ask_user_question: 'AskUserQuestion',
    agent: 'Task',
    task: 'Task',
  },
  fields: { Read: { absolute_path: 'file_path' } },
  detect: { variable: 'QWEN_PROJECT_DIR' },
  guard: {
    settingsFile: settingsIn('.qwen'),
    startedIn: { variable: 'QWEN_PROJECT_DIR' },
    reads: ['comments', 'bom'],
    off: ['disableAllHooks', true],
    ...grouped(1_000),
  },
};
