import { join } from 'node:path';
import { EVENTS_ELSEWHERE } from 'wave-hooks/vocabulary';
import { quoteWords } from '../../../cli/shell-words.ts';
import { eventsOf, type Peer } from './peer.ts';
import {
  command,
  commandType,
  type Entry,
  type Fate,
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
  if (isWords(entry['args'])) return line([value as string, ...entry['args']], '"args" in it');
  if (entry['shell'] === 'bash') return line(['bash', '-c', value as string], '"shell" in it');
  return plain;
};

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
    { file: join(project, '.claude', 'settings.local.json'), level: 'project' },
  ],
  events: eventsOf('claude-code', EVENTS_ELSEWHERE),
  fields: {
    type: commandType,
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
    allowedHttpHookUrls: { is: 'lost', why: 'Wave has no hooks of type "http"' },
    httpHookAllowedEnvVars: { is: 'lost', why: 'Wave has no hooks of type "http"' },
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
