import { DEFAULT_LIMITS } from '@wavehooks/hooks';
import { type Fields, optional, required } from '@wavehooks/hooks/vocabulary';

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
  plugins: optional(
    'anything',
    "directories of plugins whose hooks are read: a list of texts; a project's need approval",
  ),
  readClaudeCode: optional(
    'flag',
    "whether Claude Code's own files are read where they are; the user's files only",
  ),
  prices: optional(
    'object',
    "prices of models by name, in US dollars for a million tokens; the user's files only",
  ),
} as const satisfies Fields;

/** What is never read from a project's file: it would pick the model, or the bounds of its own guards. */
export const OWNERS_ONLY = [
  'model',
  'effort',
  'limits',
  'allowedHttpHookUrls',
  'contextWindow',
  'prices',
  'readClaudeCode',
  'apiKey',
  'apiKeyHelper',
  'baseUrl',
  'baseURL',
] as const;

/** How much a model can be asked to think. */
export const EFFORT_WORDS = ['off', 'low', 'medium', 'high'] as const;

/** The lists of rules in `permissions`. */
export const RULE_FIELDS = {
  allow: optional('anything', 'calls that run without asking'),
  ask: optional('anything', 'calls that ask in every mode'),
  deny: optional('anything', 'calls that never run'),
} as const satisfies Fields;

export type RuleKind = keyof typeof RULE_FIELDS;

export const RULE_KINDS = Object.keys(RULE_FIELDS) as readonly RuleKind[];

/** The modes by what they let run, the strictest first. */
const STRICTEST_FIRST = ['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions'] as const;

export type ModeName = (typeof STRICTEST_FIRST)[number];

/** The modes in the order in which people are told of them. */
export const MODE_NAMES: readonly ModeName[] = [
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
];

export const isModeName = (value: unknown): value is ModeName =>
  MODE_NAMES.some((name) => name === value);

/** Whether a mode lets something run that another one does not. */
export const isWider = (mode: ModeName, than: ModeName): boolean =>
  STRICTEST_FIRST.indexOf(mode) > STRICTEST_FIRST.indexOf(than);

/** All that `permissions` can hold. */
export const PERMISSION_FIELDS = {
  ...RULE_FIELDS,
  defaultMode: optional('text', 'the mode that a session starts in', [...MODE_NAMES]),
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

/** What a server in `mcpServers` can hold: a program to start, or an address to talk to. */
export const SERVER_FIELDS = {
  type: optional('text', 'how Wave connects; by default it follows from `command` or `url`', [
    'stdio',
    'http',
    'streamable-http',
  ]),
  command: optional('text', 'the program to start'),
  args: optional('anything', 'its arguments, a list of texts'),
  env: optional('object', 'environment variables it gets in addition to the usual few'),
  cwd: optional(
    'text',
    "the directory it starts in, relative to the project's root; the root by default",
  ),
  url: optional('text', 'the address of a server that runs already'),
  headers: optional('object', 'headers of every request to it'),
  timeout: optional('number', 'seconds that one call may take; 120 by default, at most 3600'),
  startTimeout: optional('number', 'seconds until it must be ready; 30 by default, at most 600'),
  enabled: optional('flag', 'false switches it off'),
} as const satisfies Fields;
