import { type Agent, grouped, settingsIn, shared } from './agent.ts';

export const claudeCode: Agent = {
  title: 'Claude Code',
  events: shared(
    ...(['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse'] as const),
    ...(['PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit'] as const),
    ...(['UserPromptExpansion', 'Stop', 'StopFailure', 'SubagentStart'] as const),
    ...(['SubagentStop', 'SessionStart', 'SessionEnd', 'PreCompact', 'PostCompact'] as const),
    ...(['Notification', 'ConfigChange', 'Elicitation', 'ElicitationResult'] as const),
  ),
  lacks: {
    PreToolUse: { sandbox: 'deny', halt: 'and deny' },
    PermissionRequest: { sandbox: 'deny', halt: 'and deny' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
  },
  dialect: 'nested',
  // Monitor runs a command and watches what it prints.
  tools: { Monitor: 'Bash', PowerShell: 'Bash', Agent: 'Task' },
  guard: {
    settingsFile: settingsIn('.claude', 'settings.json', 'CLAUDE_CONFIG_DIR'),
    startedIn: { variable: 'CLAUDE_PROJECT_DIR' },
    reads: ['bom'],
    off: ['disableAllHooks', true],
    ...grouped(1),
  },
};
