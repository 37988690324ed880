import { type FileCall, filesNamedIn } from './patch.ts';

/** Codex carries out such a command itself, as a patch: no program starts. Both names are its own. */
const NAME = /\bapply_?patch\b.*\*\*\* Begin Patch/s;

/** It goes into a directory first, if the command says so. */
const CD = /^\s*cd\s+(["']?)(.+?)\1\s*&&/;

/** The files that a command changes because it holds a patch; none for any other command. */
export function filesOfCommand(command: unknown, cwd: unknown): FileCall[] {
  if (typeof command !== 'string' || !NAME.test(command)) return [];
  const into = CD.exec(command)?.[2] ?? '';
  const { resolve } = process.getBuiltinModule('node:path');
  return filesNamedIn(command, resolve(`${cwd ?? ''}`, into));
}
