import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { isModeName, MODE_NAMES } from '../values/modes.ts';
import type { DefinitionKind } from './definition.ts';

/** A field of front matter: what it has to be, and what is made of it. */
export interface MatterField {
  readonly expected: string;
  /** undefined where the value is not what it has to be. */
  readonly read: (value: unknown) => unknown;
}

const text = (expected = 'a text'): MatterField => ({
  expected,
  read: (value) => {
    const said = typeof value === 'number' ? String(value) : value;
    return typeof said === 'string' && said.trim() !== '' ? said.trim() : undefined;
  },
});

const NAME = /^[\w][\w.-]{0,63}$/;

const name: MatterField = {
  expected: 'a name of letters, digits, "-", "_" and ".", at most 64',
  read: (value) =>
    typeof value === 'string' && NAME.test(value.trim()) ? value.trim() : undefined,
};

const flag: MatterField = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

const NAMED = /[^\s,()]+(?:\([^()]*\))?/g;

/**
 * What stands in brackets belongs together: `Bash(git add *)`. One that is left open makes it no list:
 * the bare name would allow more than was written.
 */
const split = (value: string): string[] | undefined =>
  value.replace(NAMED, '').replace(/[\s,]/g, '') === ''
    ? [...value.matchAll(NAMED)].map(([one]) => one)
    : undefined;

const names: MatterField = {
  expected: 'names of tools, as a list or with commas between them',
  read: (value) => {
    if (typeof value === 'string') return split(value);
    const fits = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return fits ? (value as string[]).map((one) => one.trim()).filter(Boolean) : undefined;
  },
};

const mode: MatterField = {
  expected: `one of ${MODE_NAMES.join(', ')}`,
  read: (value) => (isModeName(value) ? value : undefined),
};

const hooks: MatterField = {
  expected: 'hooks by event',
  read: (value) => (isObject(value) ? value : undefined),
};

/** THE TABLE of fields that count. */
export const MATTER_FIELDS: Readonly<
  Record<DefinitionKind, Readonly<Record<string, MatterField>>>
> = {
  agent: {
    name,
    description: text('a text that says when to use it'),
    tools: names,
    disallowedTools: names,
    model: text('the name of a model, or "inherit"'),
    permissionMode: mode,
    hooks,
  },
  skill: {
    name,
    description: text('a text that says when to use it'),
    'allowed-tools': names,
    'argument-hint': {
      expected: 'a text',
      read: (value) => (Array.isArray(value) ? `[${value.join(', ')}]` : text().read(value)),
    },
    'user-invocable': flag,
    'disable-model-invocation': flag,
    hooks,
  },
};

/** What Claude Code has and Wave does not take. */
export const NOT_TAKEN: Readonly<Record<DefinitionKind, readonly string[]>> = {
  agent: [
    'color',
    'skills',
    'memory',
    'mcpServers',
    'maxTurns',
    'background',
    'effort',
    'isolation',
    'initialPrompt',
  ],
  skill: ['model', 'effort', 'context', 'agent', 'paths', 'shell', 'when_to_use', 'version'],
};

/** Free for everybody's own notes. */
export const REMARKS = ['license', 'metadata', 'author', 'compatibility', 'tags', 'version'];

/** Another spelling of a field that limits: ignored, it would give more than was meant. */
export const MEANT: Readonly<Record<DefinitionKind, Readonly<Record<string, string>>>> = {
  agent: {
    'allowed-tools': 'tools',
    allowedTools: 'tools',
    'disallowed-tools': 'disallowedTools',
    'permission-mode': 'permissionMode',
  },
  skill: { allowedTools: 'allowed-tools', tools: 'allowed-tools' },
};

export const faultText = (field: string, { expected }: MatterField, value: unknown): string =>
  `"${field}": expected ${expected}, got ${show(value)}`;
