import { type FileCall, filesNamedIn } from './patch.ts';

/** Codex carries out such a command itself, as a patch: no program starts. Both names are its own. */
const NAME = /\bapply_?patch\b/;
const BEGIN = '*** Begin Patch';

/** It goes into a directory first, if the command says so. */
const CD = /^\s*cd\s+(?:"([^"]*)"|'([^']*)'|([^\s;&|]+))\s*&&/;

/** The files that a command changes because it holds a patch; none for any other command. */
export function filesOfCommand(command: unknown, cwd: unknown): FileCall[] {
  if (typeof command !== 'string' || !NAME.test(command) || !command.includes(BEGIN)) return [];
  const [, double, single, bare] = CD.exec(command) ?? [];
  const { resolve } = process.getBuiltinModule('node:path');
  const from = typeof cwd === 'string' ? cwd : process.cwd();
  return filesNamedIn(command, resolve(from, double ?? single ?? bare ?? '.'));
}
