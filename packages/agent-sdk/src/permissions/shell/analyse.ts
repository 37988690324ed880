import { textForms, wholeText } from './forms.ts';
import { parseShell } from './parse.ts';
import { isPure, runsHidden } from './pure.ts';
import type { Command, Piece } from './types.ts';
import { unwrap } from './unwrap.ts';

/** One command of a text, as rules look at it. */
export interface Part {
  readonly command: Command;
  /** It does only what its words say. */
  readonly pure: boolean;
  /** The text that an allow rule must cover; undefined if no rule can. */
  readonly text: readonly Piece[] | undefined;
  /** The texts of which one is enough for a deny or ask rule. */
  readonly forms: readonly (readonly Piece[])[];
  /** What an allow asks of it: a rule that covers it, or at least that it does no more than its words say. */
  readonly must: 'match' | 'be pure' | undefined;
}

export interface Analysis {
  readonly source: string;
  readonly parts: readonly Part[];
  /** Something in it cannot be read, or is only known when it runs. */
  readonly opaque: boolean;
}

const MAX_DEPTH = 12;
const MAX_PARTS = 2000;

/** Everything that a shell would run for a text, however it is wrapped. */
export function analyseShell(source: string): Analysis {
  const { commands, fault } = parseShell(source);
  const parts: Part[] = [];
  const known = commands.map((command) => collect(command, parts, 'needed', 0));
  const tooMany = parts.length > MAX_PARTS;
  return { source, parts, opaque: fault !== undefined || tooMany || known.includes(false) };
}

type Role = 'needed' | 'covered' | 'maybe';

/** False if something in it cannot be known. */
function collect(command: Command, parts: Part[], role: Role, depth: number): boolean {
  if (depth > MAX_DEPTH || parts.length > MAX_PARTS) return false;
  const { inner, maybe, own, speaksFor, opaque } = unwrap(command);
  parts.push({
    command,
    pure: isPure(command),
    text: wholeText(command),
    forms: textForms(command),
    must: role === 'maybe' ? undefined : role === 'needed' && own ? 'match' : 'be pure',
  });
  const known = inner.map((one) => collect(one, parts, innerRole(one, role, speaksFor), depth + 1));
  for (const one of maybe) collect(one, parts, 'maybe', depth + 1);
  return !opaque && !runsHidden(command) && !known.includes(false);
}

/** A rule speaks only for what can be seen in the text: not for what is wrapped once more. */
function innerRole(inner: Command, role: Role, speaksFor: boolean): Role {
  if (role !== 'needed' || !speaksFor) return role;
  const deeper = unwrap(inner);
  return deeper.inner.length > 0 || deeper.opaque ? 'needed' : 'covered';
}
