import { join, resolve } from 'node:path';
import { compileMatcher, matches } from '@wavehooks/hooks/vocabulary';
import { addHooks, parseSettings, setEntryField } from '@wavehooks/settings';
import { MARGIN_SECONDS } from '../config/fields.ts';
import { homeOf } from '../config/place.ts';
import { ID_WORD, isOurs } from './ours.ts';

/** Whose settings the hooks go into. */
export type HostName = 'wave' | 'claude';

type Env = Readonly<Record<string, string | undefined>>;

const FILES: Record<HostName, (env: Env) => string> = {
  wave: (env) => resolve(homeOf(env), '.wave/settings.json'),
  claude: (env) =>
    resolve(env['CLAUDE_CONFIG_DIR'] || resolve(homeOf(env), '.claude'), 'settings.json'),
};

export const HOSTS: Record<HostName, { readonly name: string; file(env: Env): string }> = {
  wave: { name: 'Wave', file: FILES.wave },
  claude: { name: 'Claude Code', file: FILES.claude },
};

/** A hook of ours as it has to stand in settings. */
export interface Wanted {
  readonly event: string;
  readonly matcher?: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

const PROMPT_SECONDS = 15;

/** The command that hosts call is the one that was asked to install it. */
export const scriptFile = () => join(import.meta.dirname, '../bin/ccc.cjs');

/** What a host has to run. `env` is that of the installation. */
export function hookCommand(script: string, env: Env): string {
  const program = [process.execPath, script].map(quoted).join(' ');
  // A host that is started elsewhere does not know where the configuration was at the installation.
  const dir = env['CCC_CONFIG_DIR'];
  const config = dir ? `CCC_CONFIG_DIR=\${CCC_CONFIG_DIR:-${quoted(resolve(dir))}} ` : '';
  return `${config}${ID_WORD} ${program} supervisor-hook`;
}

export function wantedHooks(host: HostName, command: string, timeoutMs: number): Wanted[] {
  const timeout = Math.ceil(timeoutMs / 1000) + MARGIN_SECONDS;
  const entry = (name: string, more: { command: string; timeout: number }) => ({
    type: 'command',
    // Wave's own lists and logs show it.
    ...(host === 'wave' ? { name } : {}),
    ...more,
  });
  return [
    { event: 'Stop', entry: entry('supervisor', { command, timeout }) },
    { event: 'SubagentStop', entry: entry('supervisor-subagent', { command, timeout }) },
    { event: 'PermissionRequest', entry: entry('supervisor-permission', { command, timeout }) },
    {
      event: 'PreToolUse',
      matcher: 'AskUserQuestion',
      entry: entry('supervisor-question', { command, timeout }),
    },
    {
      event: 'UserPromptSubmit',
      entry: entry('supervisor-prompt', {
        command: `${command} --event prompt`,
        timeout: PROMPT_SECONDS,
      }),
    },
    // Wave tells its user at once.
    ...(host === 'claude'
      ? [
          {
            event: 'SessionEnd',
            entry: entry('supervisor-end', { command, timeout: PROMPT_SECONDS }),
          },
        ]
      : []),
  ];
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The settings with our hooks in them: what is missing is added, what is outdated or off is set right. */
export function withHooks(text: string, wanted: readonly Wanted[], file: string): string {
  let now = text;
  for (const one of wanted) {
    const found = placesOf(now, one.event, file);
    // One that stands where it is not called is no hindrance, and no help.
    if (!found.some((place) => isCalled(place, one))) now = addHooks(now, [one], file);
    for (const path of found) {
      if (path.entry['enabled'] === false)
        now = setEntryField(now, path.at, 'enabled', undefined, file);
      for (const field of ['command', 'timeout'] as const)
        if (path.entry[field] !== one.entry[field])
          now = setEntryField(now, path.at, field, one.entry[field], file);
    }
  }
  return now;
}

export interface Found {
  /** That of its group. */
  readonly matcher: unknown;
  readonly at: readonly (string | number)[];
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Where our hooks for an event stand. */
export function placesOf(text: string, event: string, file: string): Found[] {
  const groups = hooksIn(text, file)[event];
  return listOf(groups).flatMap((group, at) => {
    const { matcher, hooks } = (group ?? {}) as { matcher?: unknown; hooks?: unknown };
    return listOf(hooks).flatMap((entry, index) =>
      isOurs(entry)
        ? [{ at: [event, at, 'hooks', index], matcher, entry: entry as Found['entry'] }]
        : [],
    );
  });
}

/** Whether a host calls the hook for what it is wanted for. */
export function isCalled({ matcher }: Found, { matcher: tool }: Wanted): boolean {
  if (tool === undefined) return true;
  const text = matcher ?? '';
  const compiled = typeof text === 'string' ? compileMatcher(text) : undefined;
  return compiled !== undefined && !('error' in compiled) && matches(compiled, tool);
}

const hooksIn = (text: string, file: string): Readonly<Record<string, unknown>> =>
  text.trim() === '' ? {} : parseSettings(file, text).hooks;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
