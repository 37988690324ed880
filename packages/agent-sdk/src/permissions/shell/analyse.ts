import { type Form, textForms, wholeText } from './forms.ts';
import { parseShell } from './parse.ts';
import { isPure, runsHidden } from './pure.ts';
import type { Command, Piece } from './types.ts';
import { shortened, TOO_DEEP, type Unread, writtenAs } from './unread.ts';
import { unwrap } from './unwrap.ts';

/** One command of a text, as rules look at it. */
export interface Part {
  readonly command: Command;
  /** It does only what its words say. */
  readonly pure: boolean;
  /** The text that an allow rule must cover; undefined if no rule can. */
  readonly text: readonly Piece[] | undefined;
  /** The texts of which one is enough for a deny or ask rule. */
  readonly forms: readonly Form[];
  /** What an allow asks of it: a rule that covers it, or at least that it does no more than its words say. */
  readonly must: 'match' | 'be pure' | undefined;
}

export interface Analysis {
  readonly source: string;
  readonly parts: readonly Part[];
  /** What cannot be read, or is only known when it runs; empty where everything is known. */
  readonly unread: readonly Unread[];
  /** Every command that is written out is among the parts. */
  readonly whole: boolean;
}

const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 12;
const MAX_PARTS = 2000;
/** In all commands together, each of which may stand in several others. */
const MAX_WORDS = 20_000;

/** Everything that a shell would run for a text, however it is wrapped. */
export function analyseShell(source: string): Analysis {
  const known = remembered.get(source) ?? analyse(source);
  remembered.delete(source);
  remembered.set(source, known);
  for (const [oldest] of remembered)
    if (remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
  return known;
}

/** One question about a command looks at it several times, and never at many commands. */
const remembered = new Map<string, Analysis>();
const MAX_REMEMBERED = 4;

function analyse(source: string): Analysis {
  if (source.length > MAX_LENGTH)
    return {
      source,
      parts: [],
      unread: [{ part: shortened(source), why: TOO_LONG }],
      whole: false,
    };
  const { commands, unread, whole } = parseShell(source);
  const found: Finding = { parts: [], unread: unread === undefined ? [] : [unread], words: 0 };
  for (const command of commands) collect(command, found, 'needed', 0);
  const full = isFull(found);
  if (full) found.unread.push({ part: shortened(source), why: TOO_MANY });
  return { source, parts: found.parts, unread: found.unread, whole: whole && !full };
}

const TOO_LONG = `it is longer than ${MAX_LENGTH / 1024} KiB`;
const TOO_MANY = 'too many commands stand in it';

interface Finding {
  readonly parts: Part[];
  readonly unread: Unread[];
  words: number;
}

const isFull = ({ parts, words }: Finding): boolean =>
  parts.length > MAX_PARTS || words > MAX_WORDS;

type Role = 'needed' | 'covered' | 'maybe';

function collect(command: Command, found: Finding, role: Role, depth: number): void {
  if (isFull(found)) return;
  if (depth > MAX_DEPTH) {
    note(found, role, command, TOO_DEEP);
    return;
  }
  found.words += command.words.length;
  const { inner, maybe, own, speaksFor, unread } = unwrap(command);
  found.parts.push({
    command,
    pure: isPure(command),
    text: wholeText(command),
    forms: textForms(command),
    must: role === 'maybe' ? undefined : role === 'needed' && own ? 'match' : 'be pure',
  });
  if (unread !== undefined) note(found, role, command, unread);
  if (runsHidden(command)) note(found, role, command, RUNS_DATA);
  for (const one of inner) collect(one, found, innerRole(one, role, speaksFor), depth + 1);
  for (const one of maybe) collect(one, found, 'maybe', depth + 1);
}

const RUNS_DATA = 'a shell may run what stands in its data';
const MAX_UNREAD = 20;

/** Of what is run only if an option were read otherwise, rules see what can be seen. */
function note({ unread }: Finding, role: Role, command: Command, why: string | Unread): void {
  if (role === 'maybe' || unread.length >= MAX_UNREAD) return;
  unread.push(typeof why === 'string' ? { part: writtenAs(command), why } : why);
}

/** A rule speaks only for what can be seen in the text: not for what is wrapped once more. */
function innerRole(inner: Command, role: Role, speaksFor: boolean): Role {
  if (role !== 'needed' || !speaksFor) return role;
  const deeper = unwrap(inner);
  return deeper.inner.length > 0 || deeper.unread !== undefined ? 'needed' : 'covered';
}
