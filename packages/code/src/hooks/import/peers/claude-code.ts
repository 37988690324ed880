import { join } from 'node:path';
import { fieldsOf } from 'wave-hooks';
import { EVENTS_ELSEWHERE } from 'wave-hooks/vocabulary';
import { CLAUDE_TIMEOUTS, claudePlugins } from 'wave-settings';
import { quoteWords } from '../../../cli/shell-words.ts';
import { eventsOf, type Peer } from './peer.ts';
import {
  command,
  type Entry,
  type Fate,
  handlerType,
  left,
  lost,
  offWithout,
  type Rule,
  seconds,
  text,
} from './rules.ts';

/** With `args` Claude Code starts a program without a shell; with `shell` it names one. */
const commandLine: Rule = (value, entry) => {
  const plain = command(value, entry);
  if (plain.is !== 'same') return plain;
  if (isWords(entry['args']) && !isOurs('args'))
    return line([value as string, ...entry['args']], '"args" in it');
  if (entry['shell'] === 'bash' && !isOurs('shell'))
    return line(['bash', '-c', value as string], '"shell" in it');
  return plain;
};

/** What Wave has by itself needs no other form. */
const isOurs = (field: string): boolean => fieldsOf('command').includes(field);

function line(words: readonly string[], what: string): Fate {
  const to = quoteWords(words, ['CLAUDE_PROJECT_DIR']);
  return { is: 'converted', to, how: `one line for /bin/sh, with ${what}`, set: { command: to } };
}

const args: Rule = (value) =>
  isWords(value)
    ? { is: 'converted', to: 'a part of "command"', how: 'quoted for the shell' }
    : lost(`expected a list of texts, got ${JSON.stringify(value)}`, 'gone');

const shell: Rule = (value, entry: Entry) =>
  value === 'bash' && !isWords(entry['args'])
    ? { is: 'converted', to: 'a part of "command"', how: 'Wave starts /bin/sh, and that bash' }
    : value === 'bash'
      ? lost('"args" needs no shell')
      : lost('Wave runs commands with /bin/sh', 'gone');

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

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
    command: commandLine,
    timeout: seconds,
    statusMessage: text,
    args,
    shell,
    if: offWithout('Wave has no conditions on a hook, so it would run more often'),
    async: offWithout('Wave waits for every hook, so it would hold up the agent'),
    asyncRewake: offWithout('Wave waits for every hook, so it would hold up the agent'),
    once: offWithout('Wave runs a hook every time'),
    rewakeMessage: left('it belongs to "asyncRewake", which Wave does not have'),
    rewakeSummary: left('it belongs to "asyncRewake", which Wave does not have'),
  },
  groupFields: {},
  types: ['command', 'http', 'prompt', 'agent', 'mcp_tool'],
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
    PostToolUse: [
      { field: 'event', why: 'Claude Code fires it for tools that succeeded, Wave for all' },
    ],
  },
};
