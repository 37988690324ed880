import { existsSync } from 'node:fs';
import type { EnvSpec } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import { filledIn } from '../scripts/filled-in.ts';
import { isObject, optional, required, show } from '../vocabulary/shape.ts';
import type { Job, Raw, Runs } from './handler.ts';

const SHELLS = ['sh', 'bash'] as const;
type Shell = (typeof SHELLS)[number];

/** The fields of hooks that are programs. */
export const SHELL_FIELDS = {
  command: required('text', 'the shell command to run; with `args` the program'),
  args: optional(
    'texts',
    'arguments of the program `command`, which then runs without a shell; `${WAVE_PROJECT_DIR}` in them is filled in',
  ),
  shell: optional('text', 'what runs `command`; "sh" by default', SHELLS),
  sandbox: optional(
    'flag',
    'true: it runs in the sandbox, with the profile `workspace`; without a sandbox it fails',
  ),
  env: optional('object', 'variables to set; with `"inherit": false` it gets a clean environment'),
};

export interface ShellSpec {
  readonly command: string;
  readonly args?: readonly string[];
  readonly shell?: Shell;
  readonly env?: EnvSpec;
  readonly sandbox?: true;
}

export function shellFault({ command, args, env }: Raw): string | undefined {
  if ((command as string).trim() === '') return '"command" is empty';
  const words = [command, ...((args ?? []) as string[])] as string[];
  if (args != null && words.some((word) => word.includes('\0')))
    return '"args": expected texts without the character 0';
  return faultOfEnv(env);
}

/** What is said and has no effect. */
export const shellRemarks = ({ args, shell }: Raw): string[] =>
  args != null && shell != null ? ['"args" needs no shell, so "shell" is ignored'] : [];

export const shellOf = ({ command, args, shell, env, sandbox }: Raw): ShellSpec => ({
  command: command as string,
  ...(args == null ? {} : { args: args as string[] }),
  ...(args == null && shell === 'bash' ? { shell } : {}),
  ...(isObject(env) ? { env: envOf(env) } : {}),
  ...(sandbox === true ? { sandbox } : {}),
});

/** What makes two of them the same. */
export const shellIdentity = ({ command, args, shell = 'sh', env, sandbox }: ShellSpec): string =>
  JSON.stringify([
    command,
    args ?? shell,
    env?.inherit ?? true,
    Object.entries(env?.set ?? {}).sort(),
    ...(sandbox ? ['sandbox'] : []),
  ]);

/** As people recognise it; a word with spaces stands in quotes. */
export const shownShell = ({ command, args }: Pick<ShellSpec, 'command' | 'args'>): string =>
  args === undefined ? command : [command, ...args].map(quoted).join(' ');

const quoted = (word: string) =>
  /^[^\s'"]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export const shellRuns = ({ command, args, env }: ShellSpec): Runs => ({
  ...(args === undefined ? { shell: command } : { argv: [command, ...args] }),
  ...(env ? { env } : {}),
});

/** What is started for it, in an environment. */
export function programOf(
  { command, args, shell = 'sh' }: ShellSpec,
  env: Readonly<Record<string, string | undefined>>,
): { file: string; args: string[] } {
  if (args === undefined) return { file: SHELL_FILES[shell](), args: ['-c', command] };
  const [file = '', ...rest] = filledIn([command, ...args], env);
  return { file, args: rest };
}

/** The sandbox that a hook runs in; undefined for none. Rejects where it asks for one that cannot be. */
export async function sandboxOf(
  { sandbox }: ShellSpec,
  { host }: Pick<Job, 'host'>,
): Promise<SandboxPlan | undefined> {
  if (!sandbox) return undefined;
  if (!host.sandbox) throw new Error('it asks for a sandbox, and there is none to lend here');
  return host.sandbox();
}

const SHELL_FILES: Record<Shell, () => string> = { sh: () => '/bin/sh', bash: bashFile };

/** Where systems have it. What is nowhere fails at its start, and says so. */
function bashFile(): string {
  bash ??= ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(existsSync) ?? '/bin/bash';
  return bash;
}

let bash: string | undefined;

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

/** The most that a hook may take. */
export const MAX_SECONDS = 86_400;

/** What is wrong with a number of seconds. */
export function secondsFault(name: string, seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || (seconds > 0 && seconds <= MAX_SECONDS)) return undefined;
  return `"${name}": expected seconds above 0 and at most ${MAX_SECONDS}, got ${show(seconds)}`;
}
