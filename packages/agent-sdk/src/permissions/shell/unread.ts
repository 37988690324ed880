import type { Command, Shell } from './types.ts';

/** A part of a command that cannot be read before it runs, and why. */
export interface Unread {
  readonly part: string;
  readonly why: string;
}

export const TOO_DEEP = 'it is nested too deeply';

/** Ends the reading, here or where the fault was found. */
export function fail(sh: Shell, why: string | Unread): void {
  sh.fault ??= asUnread(sh, why);
  sh.pos = sh.text.length;
}

/** Notes what a shell may run although it looks like data. */
export function doubt(sh: Shell, why: string): void {
  sh.notes.doubt ??= asUnread(sh, why);
}

const asUnread = (sh: Shell, why: string | Unread): Unread =>
  typeof why === 'string' ? { part: excerpt(sh.text, sh.pos), why } : why;

const MAX_PART = 60;

/** What stands around a place, in its line. */
function excerpt(text: string, pos: number): string {
  const at = Math.min(pos, text.length - 1);
  const before = text.slice(Math.max(0, at - MAX_PART / 2), at);
  const from = at - before.length + before.lastIndexOf('\n') + 1;
  return (text.slice(from, from + MAX_PART).split('\n', 1)[0] ?? '').trim();
}

/** A command as it was written, as far as it is short. */
export function writtenAs({ assigns, words }: Command): string {
  const list = [...assigns, ...words].slice(0, MAX_PART);
  return shortened(list.map(({ raw }) => raw.slice(0, MAX_PART + 1)).join(' '));
}

/** In one line: it is shown within a sentence. */
export function shortened(text: string): string {
  const line = text.slice(0, MAX_PART * 4).replace(/\s+/g, ' ');
  return line.length > MAX_PART ? `${line.slice(0, MAX_PART - 3)}...` : line;
}
