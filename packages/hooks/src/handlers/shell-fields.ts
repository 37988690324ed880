import type { EnvSpec } from 'wave-process';
import { isObject, optional, required, show } from '../vocabulary/shape.ts';
import type { Raw } from './handler.ts';

/** The fields of hooks that a shell starts. */
export const SHELL_FIELDS = {
  command: required('text', 'the shell command to run'),
  env: optional('object', 'variables to set; with `"inherit": false` it gets a clean environment'),
};

export interface ShellSpec {
  readonly command: string;
  readonly env?: EnvSpec;
}

export const shellFault = ({ command, env }: Raw): string | undefined =>
  (command as string).trim() === '' ? '"command" is empty' : faultOfEnv(env);

export const shellOf = ({ command, env }: Raw): ShellSpec => ({
  command: command as string,
  ...(isObject(env) ? { env: envOf(env) } : {}),
});

/** What makes two shell commands the same. */
export const shellIdentity = ({ command, env }: ShellSpec): string =>
  JSON.stringify([command, env?.inherit ?? true, Object.entries(env?.set ?? {}).sort()]);

const envOf = ({ inherit, ...set }: Record<string, unknown>): EnvSpec => ({
  inherit: inherit !== false,
  set: set as Record<string, string>,
});

function faultOfEnv(env: unknown): string | undefined {
  if (!isObject(env)) return undefined;
  for (const [name, value] of Object.entries(env)) {
    if (name === 'inherit' && typeof value !== 'boolean')
      return `"env.inherit": expected true or false, got ${show(value)}`;
    const fault = name === 'inherit' ? undefined : variableFault(name, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What is wrong with a variable that settings set. */
export function variableFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `"env.${name}": expected a text, got ${show(value)}`;
  if (name === '' || /[=\0]/.test(name)) return `"env": ${show(name)} cannot be a variable's name`;
  return value.includes('\0')
    ? `"env.${name}": expected a text without the character 0, got ${show(value)}`
    : undefined;
}

const MAX_SECONDS = 86_400;

/** What is wrong with a number of seconds. */
export function secondsFault(name: string, seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || (seconds > 0 && seconds <= MAX_SECONDS)) return undefined;
  return `"${name}": expected seconds above 0 and at most ${MAX_SECONDS}, got ${show(seconds)}`;
}
