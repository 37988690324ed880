import { join } from 'node:path';
import { EVENTS_ELSEWHERE } from '@wavehooks/hooks/vocabulary';
import { CLAUDE_TIMEOUTS, claudePlugins } from '@wavehooks/settings';
import { eventsOf, type Peer } from './peer.ts';
import {
  command,
  condition,
  type Entry,
  flag,
  handlerType,
  left,
  lost,
  type Rule,
  seconds,
  text,
} from './rules.ts';

/** With `args` the command is a program, as it is with Wave. */
const args: Rule = (value) =>
  isWords(value)
    ? { is: 'same' }
    : lost(`expected a list of texts, got ${JSON.stringify(value)}`, 'gone');

const shell: Rule = (value, entry: Entry) => {
  if (isWords(entry['args'])) return lost('"args" needs no shell');
  return value === 'bash' ? { is: 'same' } : lost('Wave runs commands with sh or bash', 'gone');
};

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

const NOT_PASSED = 'Wave does not pass them';

export const claudeCode: Peer = {
  title: 'Claude Code',
  places: ({ home, project, env }) => [
    {
      file: join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
      level: 'user',
    },
    { file: join(project, '.claude', 'settings.json'), level: 'project' },
    { file: join(project, '.claude', 'settings.local.json'), level: 'local' },
  ],
  events: eventsOf('claude-code', EVENTS_ELSEWHERE),
  fields: {
    type: handlerType,
    command,
    timeout: seconds,
    statusMessage: text,
    args,
    shell,
    if: condition,
    async: flag,
    asyncRewake: flag,
    once: flag,
    rewakeMessage: left('Wave has words of its own for what "asyncRewake" does'),
    rewakeSummary: left('Wave has words of its own for what "asyncRewake" does'),
  },
  groupFields: {},
  types: ['command', 'http', 'prompt', 'agent', 'mcp_tool'],
  onlyThere: { shell: { values: ['powershell'], why: 'Wave runs commands with sh or bash' } },
  unit: 'seconds',
  toolNames: [
    ...['Bash', 'BashOutput', 'KillShell', 'Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
    ...['NotebookRead', 'Glob', 'Grep', 'LS', 'WebFetch', 'WebSearch', 'TodoWrite', 'TodoRead'],
    ...[
      'Task',
      'Agent',
      'AskUserQuestion',
      'ExitPlanMode',
      'EnterPlanMode',
      'SlashCommand',
      'Skill',
    ],
    ...[
      'TaskCreate',
      'TaskUpdate',
      'TaskList',
      'TaskGet',
      'TaskOutput',
      'TaskStop',
      'LSP',
      'Monitor',
    ],
    ...[
      'ListMcpResourcesTool',
      'ReadMcpResourceTool',
      'EnterWorktree',
      'ExitWorktree',
      'ToolSearch',
    ],
    ...[
      'SendMessage',
      'PowerShell',
      'CronCreate',
      'CronDelete',
      'CronList',
      'TeamCreate',
      'TeamDelete',
    ],
  ],
  plugins: ({ home, project, env }) =>
    claudePlugins({ home, projectDir: project, env }).map(({ root, name }) => ({
      root,
      level: name === 'user' ? 'user' : 'project',
    })),
  tools: undefined,
  variables: {
    prefix: 'CLAUDE_',
    ours: {
      CLAUDE_PROJECT_DIR: 'CLAUDE_PROJECT_DIR',
      CLAUDE_ENV_FILE: 'CLAUDE_ENV_FILE',
    },
    set: [
      ...['CLAUDE_PROJECT_DIR', 'CLAUDE_ENV_FILE', 'CLAUDE_CODE_REMOTE', 'CLAUDE_EFFORT'],
      ...['CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CONFIG_DIR', 'CLAUDECODE'],
    ],
    quotes: false,
  },
  switches: {
    disableAllHooks: { is: 'all-off', when: true },
    allowManagedHooksOnly: { is: 'lost', why: 'Wave has no managed settings' },
    allowedHttpHookUrls: { is: 'lost', why: 'write it into ~/.wave/settings.json yourself' },
    httpHookAllowedEnvVars: { is: 'lost', why: 'in Wave each hook has its "allowedEnvVars"' },
  },
  rules: true,
  timeout: CLAUDE_TIMEOUTS,
  differences: {
    PreToolUse: [
      { field: 'answer: permissionDecision "defer"', why: 'Wave takes allow, deny and ask' },
    ],
    UserPromptSubmit: [{ field: 'input: session_title', why: NOT_PASSED }],
    SessionStart: [
      {
        field: 'input: session_title, context_tokens, seconds_since_last_response',
        why: NOT_PASSED,
      },
    ],
    Stop: [{ field: 'input: background_tasks, session_crons', why: NOT_PASSED }],
    SubagentStop: [{ field: 'input: background_tasks, session_crons', why: NOT_PASSED }],
    PostToolUse: [
      { field: 'answer: classifierContext', why: 'Wave has no such classifier' },
      { field: 'event', why: 'Claude Code fires it for tools that succeeded, Wave for all' },
    ],
  },
};
