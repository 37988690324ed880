import { join } from 'node:path';
import { EVENTS_ELSEWHERE } from 'wave-hooks/vocabulary';
import { eventsOf, type Peer } from './peer.ts';
import {
  command,
  commandType,
  condition,
  type Entry,
  flag,
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

export const claudeCode: Peer = {
  title: 'Claude Code',
  places: ({ home, project, env }) => [
    {
      file: join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
      level: 'user',
    },
    { file: join(project, '.claude', 'settings.json'), level: 'project' },
    { file: join(project, '.claude', 'settings.local.json'), level: 'project' },
  ],
  events: eventsOf('claude-code', EVENTS_ELSEWHERE),
  fields: {
    type: commandType,
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
  tools: undefined,
  variables: {
    prefix: 'CLAUDE_',
    ours: {
      CLAUDE_PROJECT_DIR: 'CLAUDE_PROJECT_DIR',
      CLAUDE_ENV_FILE: 'CLAUDE_ENV_FILE',
    },
    quotes: false,
  },
  switches: {
    disableAllHooks: { is: 'all-off', when: true },
    allowManagedHooksOnly: { is: 'lost', why: 'Wave has no managed settings' },
    allowedHttpHookUrls: { is: 'lost', why: 'write it into ~/.wave/settings.json yourself' },
    httpHookAllowedEnvVars: { is: 'lost', why: 'in Wave each hook has its "allowedEnvVars"' },
  },
  timeout: { usual: 600, UserPromptSubmit: 30 },
  differences: {
    PreToolUse: [
      { field: 'answer: permissionDecision "defer"', why: 'Wave takes allow, deny and ask' },
    ],
    PostToolUse: [
      { field: 'event', why: 'Claude Code fires it for tools that succeeded, Wave for all' },
    ],
  },
};
