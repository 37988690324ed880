import {
  DECISION,
  SECTION,
  SECTION_EVENT,
  SPELLINGS,
  type Spelling,
} from '../vocabulary/answer.ts';
import { COMMON, EVENT_NAMES, type EventName, specOf } from '../vocabulary/events.ts';
import { isObject } from '../vocabulary/shape.ts';
import { suggest } from '../vocabulary/suggest.ts';

const ALL: readonly Spelling[] = Object.values(SPELLINGS).flat();
const WIDE: readonly Spelling[] = ALL.filter(({ form }) => form === undefined);
const byPlace = (place: Spelling['in'], all = WIDE) =>
  all.filter((s) => s.in === place).map((s) => s.field);

export const TOP_NAMES: readonly string[] = [...byPlace('top'), SECTION];
/** What a section can hold, and what is taken from the top level where it stands there. */
export const SECTION_NAMES: readonly string[] = [...byPlace('section'), SECTION_EVENT];
export const DECISION_NAMES: readonly string[] = byPlace('decision');

/** What the section of an event can hold. */
export const sectionNames = (event: EventName): readonly string[] => {
  const { form } = specOf(event);
  if (form === undefined) return SECTION_NAMES;
  const own = ALL.filter((spelling) => spelling.form === form);
  return [...SECTION_NAMES, ...byPlace('section', own), ...(form === DECISION ? [DECISION] : [])];
};

const KNOWN: readonly string[] = [...TOP_NAMES, ...SECTION_NAMES];
const KNOWN_SET: ReadonlySet<string> = new Set(KNOWN);
const WEIGHTY: ReadonlySet<string> = new Set([
  ...ALL.filter(({ decides, rewrites, only }) => decides || rewrites || only).map(
    ({ field }) => field,
  ),
  SECTION,
]);

export const isKnown = (name: string): boolean => KNOWN_SET.has(name);

/** Without this field a decision or a rewrite may be lost. */
export const isWeighty = (name: string): boolean => WEIGHTY.has(name);

/** Fields of Claude Code's answers that mean nothing here: reported as that, never as typos. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'async',
  'asyncTimeout',
  'classifierContext',
  'displayContent',
  'initialUserMessage',
  'reloadSkills',
  'retry',
  'sessionTitle',
  'suppressOriginalPrompt',
  'terminalSequence',
  'watchPaths',
  'worktreePath',
]);

export const isElsewhere = (name: string): boolean => ELSEWHERE.has(name);

/** An object is an answer when it is empty or has a known field. */
export function isAnswer(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length === 0 || names.some(isKnown);
}

/** The known field that a name was probably meant to be, best one that belongs where it stands. */
export function meantBy(name: string, here: readonly string[] = []): string | undefined {
  if (isKnown(name) || INPUT_NAMES.has(name)) return undefined;
  return ALIASES[name] ?? suggest(name, here) ?? suggest(name, KNOWN);
}

/** What people write who think of another field. */
const ALIASES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  block: 'decision',
  blocks: 'blocked',
  blocking: 'blocked',
  deny: 'decision',
  denied: 'decision',
  allow: 'decision',
  allowed: 'decision',
  approve: 'decision',
  approved: 'decision',
  permission: 'permissionDecision',
});

/** A hook that echoes its input has misspelt nothing. */
const INPUT_NAMES: ReadonlySet<string> = new Set([
  'hook_event_name',
  ...Object.keys(COMMON),
  ...EVENT_NAMES.flatMap((event) => Object.keys(specOf(event).input)),
]);
