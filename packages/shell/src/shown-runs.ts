import type { Run } from './runs/every-run.ts';
import type { Redirect } from './text/command.ts';
import { programOf } from './text/program-name.ts';

/** Variables that are only set run nothing. What is no name of a program is hardly one that may be run. */
export function isShown({ command, role }: Run): boolean {
  const { words, redirects, elsewhere } = command;
  const odd = /^[-+]|\s/.test(programOf(command) ?? '') && (role === 'maybe' || elsewhere === true);
  return role !== 'hardly' && !odd && words.length + redirects.length > 0;
}

/** `2>&1` only joins two streams. */
export const opensFile = ({ op, target }: Redirect): boolean =>
  !(/^[<>]&$/.test(op) && /^(\d+-?|-)$/.test(target.raw));
