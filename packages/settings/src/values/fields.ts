import { DEFAULT_LIMITS } from '@wavehooks/hooks';
import { type Fields, optional, required } from '@wavehooks/hooks/vocabulary';
import { PROFILE_NAMES } from '@wavehooks/process/sandbox';
import { MODE_NAMES } from './modes.ts';
import { NOTIFY_WORDS } from './words.ts';

/** What a settings file can hold. */
export const SETTINGS_FIELDS = {
  $schema: optional('text', 'where editors find the schema'),
  hooks: optional('object', 'hooks by event'),
  permissions: optional(
    'object',
    'rules for tools: `allow`, `ask` and `deny`, each a list; `defaultMode`: the mode to start in',
  ),
  env: optional('object', 'variables for the agent and its tools'),
  mcpServers: optional('object', 'MCP servers by name'),
  model: optional('text', "the model to use; the user's files only"),
  effort: optional(
    'text',
    "how much the model thinks: `off`, `low`, `medium` or `high`; the user's files only",
  ),
  limits: optional('object', "bounds for what hooks print; the user's files only"),
  allowedHttpHookUrls: optional(
    'anything',
    "addresses that `http` hooks may call, a list of patterns with `*`; the user's files only",
  ),
  contextWindow: optional(
    'number',
    "how many tokens the model reads at the most; the user's files only",
  ),
  parallelCommands: optional(
    'number',
    "how many commands that only read run at once; 8 by default; the user's files only",
  ),
  plugins: optional(
    'anything',
    "directories of plugins whose hooks are read: a list of texts; a project's need approval",
  ),
  readClaudeCode: optional(
    'flag',
    "whether Claude Code's own files are read where they are; the user's files only",
  ),
  undo: optional(
    'object',
    "how much of the project is noted before commands, for undo; the user's files only",
  ),
  sandbox: optional('object', "the sandbox that commands run in; the user's files only"),
  prices: optional(
    'object',
    "prices of models by name, in US dollars for a million tokens; the user's files only",
  ),
  notify: optional(
    'text',
    "how the screen calls you when it asks or is done and you are away: `bell` (the default), `osc9` or `off`; the user's files only",
    NOTIFY_WORDS,
  ),
  title: optional(
    'flag',
    "whether the window's title says what the screen does; true by default; the user's files only",
  ),
} as const satisfies Fields;

/** What is never read from a project's file: it would pick the model, or the bounds of its own guards. */
export const OWNERS_ONLY = [
  'model',
  'effort',
  'limits',
  'allowedHttpHookUrls',
  'contextWindow',
  'undo',
  'parallelCommands',
  'prices',
  'sandbox',
  'readClaudeCode',
  'notify',
  'title',
  'apiKey',
  'apiKeyHelper',
  'baseUrl',
  'baseURL',
] as const;

/** The lists of rules in `permissions`. */
export const RULE_FIELDS = {
  allow: optional('anything', 'calls that run without asking'),
  ask: optional('anything', 'calls that ask in every mode'),
  deny: optional('anything', 'calls that never run'),
} as const satisfies Fields;

export type RuleKind = keyof typeof RULE_FIELDS;

export const RULE_KINDS = Object.keys(RULE_FIELDS) as readonly RuleKind[];

/** All that `permissions` can hold. */
export const PERMISSION_FIELDS = {
  ...RULE_FIELDS,
  defaultMode: optional('text', 'the mode that a session starts in', [...MODE_NAMES]),
} as const satisfies Fields;

/** All that `sandbox` can hold. */
export const SANDBOX_FIELDS = {
  profile: optional(
    'text',
    'where commands run in every mode but `plan` and `sandboxed`, which have their own; `off` by default',
    PROFILE_NAMES,
  ),
  network: optional(
    'object',
    '`allow`: a list of hosts that commands inside may reach, such as `example.com`, `*.example.com` or `localhost:8080`; none by default',
  ),
  write: optional('texts', 'further directories that commands inside may write in'),
  hide: optional('texts', 'further files and directories that commands inside cannot read'),
  limits: optional('object', 'bounds for each command inside; none by default'),
} as const satisfies Fields;

export const SANDBOX_LIMIT_FIELDS = {
  processes: optional('number', 'how many processes it may have at a time; not counted for root'),
  memoryMB: optional('number', 'the address space of each of its processes, in megabytes'),
  fileMB: optional('number', 'the largest file that it may write, in megabytes'),
} as const satisfies Fields;

export const PRICE_FIELDS = {
  input: required('number', 'input'),
  output: required('number', 'output'),
  cacheRead: optional('number', 'input read from the cache; by default the same as `input`'),
  cacheWrite: optional('number', 'input written to the cache; by default the same as `input`'),
} as const satisfies Fields;

export const LIMIT_FIELDS = {
  outputBytes: optional(
    'number',
    `bytes kept of each stream; ${DEFAULT_LIMITS.outputBytes} by default`,
  ),
  textChars: optional('number', `characters of one text; ${DEFAULT_LIMITS.textChars} by default`),
  stopBlocks: optional(
    'number',
    `blocks of Stop that reach the agent in one turn; the next one ends it; ${DEFAULT_LIMITS.stopBlocks} by default`,
  ),
} as const satisfies Fields;

export const UNDO_FIELDS = {
  commands: optional('flag', 'false: undo knows only edits of tools that name their files'),
  files: optional(
    'number',
    'files in the project; where there are more, commands are not covered; 50000 by default',
  ),
  ignoredFiles: optional(
    'number',
    'files in one ignored directory; a larger one is not covered; 2000 by default',
  ),
  fileMb: optional('number', 'MiB of one file; a larger one is not covered; 64 by default'),
  storeMb: optional('number', 'MiB that the contents of a project may take up; 1024 by default'),
} as const satisfies Fields;
