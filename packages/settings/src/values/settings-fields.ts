import { DEFAULT_LIMITS, type Hooks, type Limits } from '@wavehooks/hooks';
import { type Fields, optional, type Values } from '@wavehooks/hooks/vocabulary';
import { type GivenPermissions, PERMISSION_FIELDS } from './permission-fields.ts';
import { PRICE_FIELDS, type Price, priceProblems, validPrices } from './prices.ts';
import {
  PROVIDER_FIELDS,
  type ProviderSettings,
  providerProblems,
  validProviders,
} from './providers.ts';
import { type GivenSandbox, SANDBOX_FIELDS, sandboxOf, sandboxProblems } from './sandbox.ts';
import type { SERVER_FIELDS } from './server-fields.ts';
import { bounds, byName, count, last, merged, readElsewhere, texts } from './setting.ts';
import { urlProblems, urlsIn } from './urls.ts';
import { EDITOR_WORDS, EFFORT_WORDS, NOTIFY_WORDS, THEME_WORDS } from './words.ts';

type Named<T> = Readonly<Record<string, T>>;

const { outputBytes, textChars, stopBlocks } = DEFAULT_LIMITS;
export const LIMIT_FIELDS = {
  outputBytes: optional('number', `bytes kept of each stream; ${outputBytes} by default`),
  textChars: optional('number', `characters of one text; ${textChars} by default`),
  stopBlocks: optional(
    'number',
    `blocks of Stop that reach the agent in one turn; the next one ends it; ${stopBlocks} by default`,
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

const commandIn = (value: unknown): string | undefined => {
  const { command } = Object(value) as { command?: unknown };
  return typeof command === 'string' ? command : undefined;
};

/** As in Claude Code's files: what it has beside the command means nothing here. */
const STATUS_LINE_FIELDS = {
  type: optional('text', '`command`'),
  command: optional('text', 'gets the session as JSON on stdin; its first line is shown'),
  padding: optional('number', 'not used'),
} as const satisfies Fields;

/**
 * THE TABLE of what a settings file can hold: who may set it, its kind, its sentence, how files add up, and what can
 * be wrong with it. The schema, the docs, the problems, the types and the values all come from here.
 */
export const SETTINGS_FIELDS = {
  $schema: readElsewhere<string>('anyone', 'text', 'where editors find the schema'),
  hooks: readElsewhere<Hooks>('anyone', 'object', 'hooks by event'),
  permissions: readElsewhere<GivenPermissions>(
    'anyone',
    'object',
    'rules for tools: `allow`, `ask` and `deny`, each a list; `defaultMode`: the mode to start in',
    { inside: PERMISSION_FIELDS },
  ),
  env: readElsewhere<Named<string>>('anyone', 'object', 'variables for the agent and its tools', {
    schema: { additionalProperties: { type: 'string' } },
  }),
  mcpServers: readElsewhere<Named<Values<typeof SERVER_FIELDS>>>(
    'anyone',
    'object',
    'MCP servers by name',
  ),
  model: last('user', 'text', 'the model to use'),
  effort: last('user', 'text', 'how much the model thinks', EFFORT_WORDS),
  providers: merged<Named<ProviderSettings>>(
    'user',
    'object',
    'providers of models by name: address, key, headers, facts about their models',
    byName(validProviders),
    { each: PROVIDER_FIELDS, problems: providerProblems },
  ),
  limits: bounds<Limits>('user', 'bounds for what hooks print', LIMIT_FIELDS),
  allowedHttpHookUrls: merged<readonly string[] | undefined, readonly string[]>(
    'user',
    'anything',
    'addresses that `http` hooks may call, a list of patterns with `*`',
    urlsIn,
    { problems: urlProblems },
  ),
  contextWindow: count('user', 'how many tokens the model reads at the most'),
  parallelCommands: count('user', 'how many commands that only read run at once; 32 by default'),
  plugins: readElsewhere<readonly string[]>(
    'anyone',
    'anything',
    "directories of plugins whose hooks are read: a list of texts; a project's need approval",
  ),
  readClaudeCode: readElsewhere<boolean>(
    'user',
    'flag',
    "whether Claude Code's own files are read where they are",
  ),
  undo: bounds<Values<typeof UNDO_FIELDS>>(
    'user',
    'how much of the project is noted before commands, for undo',
    UNDO_FIELDS,
  ),
  sandbox: merged<ReturnType<typeof sandboxOf>, GivenSandbox>(
    'user',
    'object',
    'the sandbox that commands run in',
    sandboxOf,
    { inside: SANDBOX_FIELDS, problems: sandboxProblems },
  ),
  prices: merged<Named<Price>>(
    'user',
    'object',
    'prices of models by name, in US dollars for a million tokens',
    byName(validPrices),
    { each: PRICE_FIELDS, problems: priceProblems },
  ),
  statusLine: merged<string | undefined, Values<typeof STATUS_LINE_FIELDS>>(
    'user',
    'object',
    "a program of yours that prints the screen's status line",
    (all) => all.map(commandIn).findLast((command) => command !== undefined),
    { inside: STATUS_LINE_FIELDS },
  ),
  notify: last(
    'user',
    'text',
    'how the screen calls you when it asks or is done and you are away; `bell` by default',
    NOTIFY_WORDS,
  ),
  title: last(
    'user',
    'flag',
    "whether the window's title says what the screen does; true by default",
  ),
  theme: last('user', 'text', 'the colours of the screen; by default those that fit', THEME_WORDS),
  colours: texts('user', "styles of the screen's texts by their role, such as `bold cyan`"),
  editorMode: last('user', 'text', 'how the input is edited; `emacs` by default', EDITOR_WORDS),
  keys: texts('user', 'what keys of the screen do, such as `ctrl+t`: `details`'),
};

type Table = typeof SETTINGS_FIELDS;

/** Settings as code writes them: every field of the table, and the compiler knows no other. */
export type GivenSettings = {
  readonly [N in keyof Table]?: NonNullable<Table[N]['given']>;
};

type MergedName = {
  [N in keyof Table]: Table[N] extends { merge: unknown } ? N : never;
}[keyof Table];

/** The fields that add up, as what they add up to. */
export type MergedSettings = {
  readonly [N in MergedName]: ReturnType<Table[N]['merge']>;
};
