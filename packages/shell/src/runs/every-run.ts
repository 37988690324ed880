import { runsHidden } from '../code/hidden-code.ts';
import { type Fill, type Parsed, parseShell } from '../code/parse-shell.ts';
import { type Command, literal, type Word } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';
import { TOO_DEEP, type Unread } from '../text/unread.ts';
import { shortened, writtenAs } from '../text/written-as.ts';
import { unwrap } from './unwrap.ts';

/** A command that a text runs, itself or by another one. */
export interface Run {
  readonly command: Command;
  /** The programs that run it, the outermost first; undefined for one that is not known. */
  readonly within: readonly (string | undefined)[];
  readonly role: Role;
  /** The words that are its own, and not of a program that it runs. */
  readonly words: readonly Word[];
  /** A permission must name the command itself, and not only what it runs. */
  readonly own: boolean;
}

/**
 * `covered`: a permission for the command around it speaks for it, too. `maybe`: it runs if an option that
 * we do not know means something else. `hardly`: the same where we know all options.
 */
type Role = 'needed' | 'covered' | 'maybe' | 'hardly';

export interface Runs extends Pick<Parsed, 'straight' | 'functions' | 'background'> {
  readonly runs: readonly Run[];
  /** What cannot be read, or is only known when it runs; empty where everything is known. */
  readonly unread: readonly Unread[];
  /** Every command that is written out is among them. */
  readonly whole: boolean;
}

const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 12;
const MAX_RUNS = 2000;
/** In all commands together, each of which may stand in several others. */
const MAX_WORDS = 20_000;

/** Everything that a shell would run for a text, however it is wrapped. Only the text itself is filled. */
export function runsIn(source: string, fill?: Fill): Runs {
  if (source.length > MAX_LENGTH)
    return { ...UNREAD, unread: [{ part: shortened(source), why: TOO_LONG }] };
  const { commands, unread, whole, ...notes } = parseShell(source, fill);
  const found: Finding = { runs: [], unread: unread === undefined ? [] : [unread], words: 0 };
  for (const command of commands) collect(command, found, 'needed', []);
  const full = isFull(found);
  if (full) found.unread.push({ part: shortened(source), why: TOO_MANY });
  const { runs } = found;
  const { straight, functions, background } = notes;
  return { runs, unread: found.unread, whole: whole && !full, straight, functions, background };
}

const UNREAD = {
  runs: [],
  whole: false,
  straight: false,
  functions: new Set<string>(),
  background: false,
};

const TOO_LONG = `it is longer than ${MAX_LENGTH / 1024} KiB`;
const TOO_MANY = 'too many commands stand in it';

interface Finding {
  readonly runs: Run[];
  readonly unread: Unread[];
  words: number;
}

const isFull = ({ runs, words }: Finding): boolean => runs.length > MAX_RUNS || words > MAX_WORDS;

function collect(command: Command, found: Finding, role: Role, within: Run['within']): void {
  if (isFull(found)) return;
  if (within.length > MAX_DEPTH) {
    note(found, role, command, TOO_DEEP);
    return;
  }
  found.words += command.words.length;
  const { inner, more, maybe, own, speaksFor, sure, lent = 0, unread } = unwrap(command);
  const words = lent === 0 ? command.words : command.words.slice(0, -lent);
  found.runs.push({ command, words, within, role, own });
  for (const one of unread) note(found, role, command, one);
  if (runsHidden(command)) note(found, role, command, RUNS_DATA);
  if (inner.length + more.length + maybe.length === 0) return;
  const deeper = [...within, programOf(command)];
  for (const one of inner) collect(one, found, innerRole(one, role, speaksFor), deeper);
  for (const one of more)
    collect(one, found, role === 'needed' && isIdle(one) ? 'covered' : role, deeper);
  for (const one of maybe)
    collect(one, found, sure || role === 'hardly' ? 'hardly' : 'maybe', deeper);
}

const RUNS_DATA = 'a shell may run what stands in its data';
const MAX_UNREAD = 20;

/** Of what is run only if an option were read otherwise, rules see what can be seen. */
function note({ unread }: Finding, role: Role, command: Command, why: string | Unread): void {
  if (role === 'maybe' || role === 'hardly' || unread.length >= MAX_UNREAD) return;
  unread.push(typeof why === 'string' ? { part: writtenAs(command), why } : why);
}

/** A rule speaks only for what can be seen in the text: not for what is wrapped once more. */
function innerRole(inner: Command, role: Role, speaksFor: boolean): Role {
  if (role !== 'needed' || !speaksFor) return role;
  const deeper = unwrap(inner);
  return deeper.inner.length + deeper.more.length + deeper.unread.length > 0 ? 'needed' : 'covered';
}

/** `git -c core.pager=cat`: what stands for no pager and no editor at all. */
const isIdle = ({ words, assigns, redirects }: Command): boolean =>
  words.length === 1 &&
  assigns.length + redirects.length === 0 &&
  /^(cat|true|false|:)$/.test(literal(words[0]) ?? '');
