import { EVENT_NAMES, type EventName, takes } from './events.ts';
import { isObject, type Kind, list, misfit, show } from './shape.ts';
import type { SignalName } from './signal.ts';
import { suggest } from './suggest.ts';

/**
 * THE TABLE of spellings. Each meaning lists the fields that carry it, the best first. `in` says where
 * the field belongs; `needs` names the signal that an event must take for the field to count there;
 * `decides` marks what beats the exit code.
 */
export const SPELLINGS = {
  continue: [{ field: 'continue', in: 'top', is: 'flag', needs: 'halt', decides: true }],
  stopReason: [{ field: 'stopReason', in: 'top', is: 'text', needs: 'halt' }],
  quiet: [{ field: 'suppressOutput', in: 'top', is: 'flag', needs: 'warning' }],
  warning: [{ field: 'systemMessage', in: 'top', is: 'text', needs: 'warning' }],
  decision: [
    {
      field: 'permissionDecision',
      in: 'section',
      is: 'text',
      needs: 'allow',
      decides: true,
      words: { allow: ['allow'], deny: ['deny'], ask: ['ask'] },
    },
    {
      field: 'decision',
      in: 'top',
      is: 'text',
      needs: 'block',
      decides: true,
      words: {
        allow: ['allow'],
        approve: ['allow'],
        deny: ['deny'],
        block: ['deny', 'block'],
        ask: ['ask'],
      },
    },
  ],
  blocked: [{ field: 'blocked', in: 'top', is: 'flag', needs: 'block', decides: true }],
  reason: [
    { field: 'permissionDecisionReason', in: 'section', is: 'text', needs: 'allow' },
    { field: 'reason', in: 'top', is: 'text', needs: 'block' },
    { field: 'message', in: 'top', is: 'text', needs: 'block' },
  ],
  rewrite: [
    { field: 'updatedInput', in: 'section', is: 'object', needs: 'rewrite' },
    { field: 'updated_input', in: 'top', is: 'object', needs: 'rewrite' },
  ],
  context: [
    { field: 'additionalContext', in: 'section', is: 'text', needs: 'context' },
    { field: 'system_prompt', in: 'top', is: 'text', needs: 'context' },
  ],
} as const satisfies Record<string, readonly Spelling[]>;

export interface Spelling {
  readonly field: string;
  readonly in: 'top' | 'section';
  readonly is: Kind;
  readonly needs: SignalName;
  readonly decides?: true;
  /** A decision word and the signals it may stand for: the first that the event takes. */
  readonly words?: Readonly<Record<string, readonly SignalName[]>>;
}

export type Meaning = keyof typeof SPELLINGS;

/** The section of an answer that holds what is particular to an event. */
export const SECTION = 'hookSpecificOutput';
const SECTION_EVENT = 'hookEventName';

/** What an answer says, each field checked by itself. */
export interface Answer {
  continue?: boolean;
  stopReason?: string;
  warning?: string;
  decision?: 'allow' | 'ask' | 'deny' | 'block';
  blocked?: boolean;
  reason?: string;
  rewrite?: Record<string, unknown>;
  context?: string;
  /** What was dropped or doubtful, in words for the user. */
  remarks: string[];
  /** A field that would have decided was dropped. */
  lostDecision: boolean;
}

const ALL: readonly Spelling[] = Object.values(SPELLINGS).flat();
const byPlace = (place: Spelling['in']) => ALL.filter((s) => s.in === place).map((s) => s.field);
const TOP_NAMES = [...byPlace('top'), SECTION];
const SECTION_NAMES = [...byPlace('section'), SECTION_EVENT];
const KNOWN_NAMES = new Set([...TOP_NAMES, ...SECTION_NAMES]);

/** An object is an answer when it is empty or has a known field. */
export function isAnswer(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length === 0 || names.some((name) => KNOWN_NAMES.has(name));
}

/** Names that look like misspelt fields, each with what was probably meant. */
export function nearMisses(value: Record<string, unknown>): [string, string][] {
  return Object.keys(value).flatMap((name) => {
    const meant = KNOWN_NAMES.has(name) ? undefined : suggest(name, [...KNOWN_NAMES]);
    return meant ? [[name, meant] as [string, string]] : [];
  });
}

export function readAnswer(event: EventName, raw: Record<string, unknown>): Answer {
  const answer: Answer = { remarks: [], lostDecision: false };
  const places = {
    top: raw,
    section: sectionOf(event, raw, answer),
    stray: strayOf(raw, event, answer),
  };
  for (const meaning of Object.keys(SPELLINGS) as Meaning[])
    readMeaning(meaning, event, places, answer);
  remarkOnConflict(answer);
  return answer;
}

interface Places {
  top: Record<string, unknown>;
  section: Record<string, unknown>;
  /** Fields of the section that stand at the top level. */
  stray: Record<string, unknown>;
}

function sectionOf(event: EventName, raw: Record<string, unknown>, answer: Answer) {
  const section = raw[SECTION] ?? undefined;
  if (section === undefined) return {};
  if (!isObject(section)) {
    answer.remarks.push(dropped(SECTION, 'an object', section));
    answer.lostDecision = true;
    return {};
  }
  remarkOnNames(section, `${SECTION}.`, SECTION_NAMES, answer);
  return isFor(event, section, `${SECTION}.`, answer) ? section : {};
}

/** A section's field at the top level is taken, and told. */
function strayOf(raw: Record<string, unknown>, event: EventName, answer: Answer) {
  remarkOnNames(raw, '', TOP_NAMES, answer);
  const stray = Object.fromEntries(
    SECTION_NAMES.filter((name) => raw[name] != null).map((name) => [name, raw[name]]),
  );
  if (!isFor(event, stray, '', answer)) return {};
  for (const name of Object.keys(stray))
    answer.remarks.push(`"${name}" belongs inside "${SECTION}"; it was taken from the top level`);
  return stray;
}

function isFor(
  event: EventName,
  section: Record<string, unknown>,
  path: string,
  answer: Answer,
): boolean {
  const named = section[SECTION_EVENT] ?? undefined;
  if (named === undefined || named === event) return true;
  if (typeof named !== 'string') {
    answer.remarks.push(dropped(path + SECTION_EVENT, list(EVENT_NAMES), named));
    return true;
  }
  answer.remarks.push(
    `${path}${SECTION_EVENT} is ${show(named)}, but this event is ${event}: that section was ignored`,
  );
  if (section['permissionDecision'] != null) answer.lostDecision = true;
  return false;
}

function remarkOnNames(
  value: Record<string, unknown>,
  path: string,
  expected: readonly string[],
  answer: Answer,
): void {
  for (const name of Object.keys(value)) {
    if (expected.includes(name) || value[name] == null) continue;
    if (path === '' && KNOWN_NAMES.has(name)) continue;
    if (KNOWN_NAMES.has(name)) {
      answer.remarks.push(`"${path}${name}" was ignored: "${name}" belongs at the top level`);
      if (ALL.some((spelling) => spelling.field === name && spelling.decides))
        answer.lostDecision = true;
      continue;
    }
    const meant = suggest(name, [...KNOWN_NAMES]);
    if (meant) answer.remarks.push(`"${path}${name}" is not a field; did you mean "${meant}"?`);
  }
}

/** Takes the first spelling that holds; the others are only compared with it. */
function readMeaning(meaning: Meaning, event: EventName, places: Places, answer: Answer): void {
  const found = candidates(meaning, places)
    .map(({ spelling, path, value }) => ({
      path,
      value: checked(spelling, event, path, value, answer),
    }))
    .filter(({ value }) => value !== undefined && value !== '');
  const [best, ...rest] = found;
  if (!best) return;
  (answer as unknown as Record<string, unknown>)[meaning] = best.value;
  if (meaning === 'reason') return;
  for (const other of rest)
    if (JSON.stringify(other.value) !== JSON.stringify(best.value))
      answer.remarks.push(`"${best.path}" and "${other.path}" disagree; "${best.path}" counts`);
}

function candidates(meaning: Meaning, places: Places) {
  return (SPELLINGS[meaning] as readonly Spelling[]).flatMap((spelling) => {
    const spots =
      spelling.in === 'top'
        ? [{ path: spelling.field, value: places.top[spelling.field] }]
        : [
            { path: `${SECTION}.${spelling.field}`, value: places.section[spelling.field] },
            { path: spelling.field, value: places.stray[spelling.field] },
          ];
    return spots.filter(({ value }) => value != null).map((spot) => ({ spelling, ...spot }));
  });
}

/** The value that a field contributes, or undefined when it is dropped. */
function checked(
  spelling: Spelling,
  event: EventName,
  path: string,
  value: unknown,
  answer: Answer,
): unknown {
  const drop = (expected: string) => {
    answer.remarks.push(dropped(path, expected, value));
    if (spelling.decides) answer.lostDecision = true;
    return undefined;
  };
  if (!takes(event, spelling.needs)) {
    answer.remarks.push(`${event} does not take "${path}"; it was ignored`);
    if (spelling.decides) answer.lostDecision = true;
    return undefined;
  }
  const expected = misfit({ is: spelling.is }, value);
  if (expected) return drop(expected);
  return spelling.words
    ? (wordSignal(spelling.words, event, value) ?? drop(wordsOf(spelling, event)))
    : value;
}

function wordSignal(words: NonNullable<Spelling['words']>, event: EventName, word: unknown) {
  const signals = Object.hasOwn(words, word as string) ? words[word as string] : undefined;
  return signals?.find((signal) => takes(event, signal));
}

export function wordsOf(spelling: Spelling, event: EventName): string {
  const words = Object.entries(spelling.words ?? {});
  return list(words.filter(([, s]) => s.some((signal) => takes(event, signal))).map(([w]) => w));
}

function remarkOnConflict(answer: Answer): void {
  if (!answer.blocked || answer.decision === undefined) return;
  if (answer.decision === 'allow' || answer.decision === 'ask')
    answer.remarks.push(
      `"blocked" is true, but the decision is "${answer.decision}": the decision counts`,
    );
}

const dropped = (path: string, expected: string, got: unknown) =>
  `"${path}" was ignored: expected ${expected}, got ${show(got)}`;
