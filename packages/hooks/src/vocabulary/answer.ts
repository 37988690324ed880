import { COMMON, EVENT_NAMES, specOf } from './events.ts';
import { isObject, type Kind } from './shape.ts';
import type { SignalName } from './signal.ts';
import { suggest } from './suggest.ts';

/** The words of a decision, each with the signals it may stand for: the first that the event takes. */
const WORDS = {
  allow: ['allow'],
  approve: ['allow'],
  deny: ['deny'],
  block: ['deny', 'block'],
  ask: ['ask'],
} as const satisfies Record<string, readonly SignalName[]>;

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
      words: WORDS,
    },
    { field: 'decision', in: 'top', is: 'text', needs: 'block', decides: true, words: WORDS },
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
  readonly words?: Readonly<Record<string, readonly SignalName[]>>;
}

export type Meaning = keyof typeof SPELLINGS;

/** The section of an answer that holds what is particular to an event, and the field that names it. */
export const SECTION = 'hookSpecificOutput';
export const SECTION_EVENT = 'hookEventName';

const ALL: readonly Spelling[] = Object.values(SPELLINGS).flat();
const byPlace = (place: Spelling['in']) => ALL.filter((s) => s.in === place).map((s) => s.field);

export const TOP_NAMES: readonly string[] = [...byPlace('top'), SECTION];
export const SECTION_NAMES: readonly string[] = [...byPlace('section'), SECTION_EVENT];
const KNOWN: readonly string[] = [...TOP_NAMES, ...SECTION_NAMES];
const KNOWN_SET: ReadonlySet<string> = new Set(KNOWN);
const WEIGHTY: ReadonlySet<string> = new Set([
  ...[...ALL.filter(({ decides }) => decides), ...SPELLINGS.rewrite].map(({ field }) => field),
  SECTION,
]);

export const isKnown = (name: string): boolean => KNOWN_SET.has(name);

/** Without this field a decision or a rewrite may be lost. */
export const isWeighty = (name: string): boolean => WEIGHTY.has(name);

/** Fields of Claude Code's answers that mean nothing here: reported as that, never as typos. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'async',
  'asyncTimeout',
  'displayContent',
  'initialUserMessage',
  'reloadSkills',
  'retry',
  'sessionTitle',
  'suppressOriginalPrompt',
  'terminalSequence',
  'updatedMCPToolOutput',
  'updatedPermissions',
  'updatedPrompt',
  'updatedToolOutput',
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
