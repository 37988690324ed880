import { ALSO_CALLED } from '../vocabulary/tools.ts';

/** What a matcher's text means. */
export type Matcher =
  | { is: 'all' }
  | { is: 'names'; names: ReadonlySet<string> }
  | { is: 'pattern'; pattern: RegExp };

/** Compiles a matcher; an error text when it cannot be one. */
export function compileMatcher(text: string | undefined): Matcher | { error: string } {
  const plain = text?.trim() ?? '';
  if (plain === '' || plain === '*') return { is: 'all' };
  if (isList(plain)) return nameList(plain);
  try {
    return { is: 'pattern', pattern: new RegExp(plain) };
  } catch (error) {
    return { error: `not a regular expression: ${(error as Error).message}` };
  }
}

/** Only letters, digits, `_`, `-`, spaces, `,` and `|`: exact names. Anything else is a pattern. */
const isList = (text: string): boolean =>
  PLAIN_LIST.test(text) || /^[\p{L}\p{N}_\-\s,|]*$/u.test(text);

/** Nearly all are, and the letters of all scripts take a while to load. */
const PLAIN_LIST = /^[\w\-\s,|]*$/;

function nameList(text: string): Matcher | { error: string } {
  const names = text
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0
    ? { error: 'a list without a name in it' }
    : { is: 'names', names: new Set(names) };
}

/** A matcher as it can be written. */
export function matcherText(matcher: Matcher): string {
  if (matcher.is === 'all') return '*';
  return matcher.is === 'names' ? [...matcher.names].join('|') : matcher.pattern.source;
}

/** `field` is what the subject is a value of. A pattern that takes too long counts as a match: its hook may be a guard. */
export const matches = (matcher: Matcher, subject: string, field?: string): boolean =>
  judge(matcher, subject, field) !== false;

/** Like `matches`; undefined for a pattern that takes too long. */
export function judge(matcher: Matcher, subject: string, field = 'tool_name'): boolean | undefined {
  const other = Object.hasOwn(ALSO_CALLED, field) ? ALSO_CALLED[field]?.get(subject) : undefined;
  switch (matcher.is) {
    case 'all':
      return true;
    case 'names':
      return matcher.names.has(subject) || (other !== undefined && matcher.names.has(other));
    case 'pattern':
      return boundedTest(
        other ? meaning(matcher.pattern, other, subject) : matcher.pattern,
        subject,
      );
  }
}

/** A pattern with another name of a thing replaced by ours, so that it also leaves out what it names. */
function meaning(pattern: RegExp, other: string, name: string): RegExp {
  const known = meant.get(pattern) ?? new Map<string, RegExp>();
  const found = known.get(name);
  if (found) return found;
  // Not inside of a longer name; the letter of an escape such as \b is no part of one.
  const source = pattern.source.replace(new RegExp(`(?<=^|\\W|\\\\\\w)${other}(?!\\w)`, 'g'), name);
  const made = source === pattern.source ? pattern : new RegExp(source, pattern.flags);
  meant.set(pattern, known.set(name, made));
  return made;
}

const meant = new WeakMap<RegExp, Map<string, RegExp>>();

/** Whether a matcher spells a value out: in its list, or in its pattern. */
export function names(matcher: Matcher, value: string): boolean {
  if (matcher.is === 'all') return false;
  return matcher.is === 'names' ? matcher.names.has(value) : matcher.pattern.source.includes(value);
}

/** Processor time. Wall-clock time would measure how busy the machine is. */
const PATTERN_LIMIT_MS = 200;

/** A hostile pattern can backtrack for years; undefined for one that does, and for one too large to run. */
function boundedTest(pattern: RegExp, subject: string): boolean | undefined {
  const spentMs = processorTime();
  for (let wallMs = 1.25 * PATTERN_LIMIT_MS; ; wallMs *= 2) {
    try {
      return isQuick(pattern, subject)
        ? pattern.test(subject)
        : testInside(pattern, subject, wallMs);
    } catch (error) {
      const ranOut = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!ranOut || spentMs() >= PATTERN_LIMIT_MS) return undefined;
    }
  }
}

function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

type TestInside = (timeout: number) => unknown;
let inside: { scope: Record<string, unknown>; test: TestInside } | undefined;

function testInside(pattern: RegExp, subject: string, timeout: number): boolean {
  inside ??= makeInside();
  Object.assign(inside.scope, { pattern, subject });
  return inside.test(timeout) === true;
}

/**
 * Only a script's own time limit interrupts a pattern. Made with the first pattern that needs it,
 * then kept: a context costs half a millisecond.
 */
function makeInside() {
  const { createContext, Script } = process.getBuiltinModule('node:vm');
  const scope = createContext({});
  const script = new Script('pattern.test(subject)');
  const test: TestInside = (timeout) => script.runInContext(scope, { timeout });
  return { scope, test };
}

/** What is quick whatever the pattern: alternatives, each with few repetitions of single characters, over a short name. */
function isQuick({ source }: RegExp, subject: string): boolean {
  const plain = WHOLE.exec(source)?.[1] ?? source;
  if (subject.length > 64 || /[(){]/.test(plain)) return false;
  if (plain.includes('|') && /[[\\]/.test(plain)) return false;
  return plain.split('|').every((one) => (one.match(/[*+?]/g) ?? []).length <= 2);
}

/** One group around everything changes nothing. */
const WHOLE = /^\^?\((?:\?:)?([^()]*)\)\$?$/;
