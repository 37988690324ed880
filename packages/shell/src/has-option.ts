import type { ShellCommand } from './commands-in.ts';

/**
 * Whether a command has one of the options: `hasOption(command, '-f', '--force')`. Undefined where it cannot
 * be told, since an argument may be an option and shows only when the command runs.
 */
export function hasOption(
  { options, open }: Pick<ShellCommand, 'options' | 'open'>,
  ...names: readonly string[]
): boolean | undefined {
  if (names.some((name) => options.includes(name))) return true;
  return open ? undefined : false;
}
