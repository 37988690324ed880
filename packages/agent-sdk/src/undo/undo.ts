import type { Conversation } from '../conversation/conversation.ts';
import type { Fact, History, Mark } from './edit-history.ts';
import { NOTHING, type PutBack, type PutParts, putBack } from './put-back.ts';
import type { Uncovered } from './tree/roots.ts';
import { changedPaths, leavesTraces, makersIn, ranSince, uncoveredSince } from './undo-plan.ts';

/** A prompt that one can go back to; or the start of the session, where prompts are gone and their edits are not. */
export interface Checkpoint {
  readonly id: string;
  readonly text: string;
  readonly at: number | undefined;
  /** Files that tools changed since it was made. */
  readonly files: readonly string[];
}

export interface UndoOptions {
  /** Puts files back; by default yes. */
  readonly files?: boolean;
  /** Takes the prompt and all behind it out of the conversation, unless a file is skipped; by default yes. */
  readonly conversation?: boolean;
  /** Also puts back files that somebody else changed as well. */
  readonly force?: boolean;
  /** Keeps the conversation as it is now in a session of its own, before anything is taken out of it. */
  readonly copy?: boolean;
}

export interface UndoResult extends PutBack {
  /** The prompt that was taken back, for the input box. */
  readonly prompt: string;
  /** Whether the conversation went back. While a file is skipped it stays, so that all can be asked for again. */
  readonly rewound: boolean;
  /** What ran since. What it did outside of the project stays, and so does what it did elsewhere. */
  readonly commands: readonly string[];
  /** What made the changes of each file that was restored or skipped, in words. */
  readonly madeBy: Readonly<Record<string, readonly string[]>>;
  /** Places in the project that commands may have changed, and that undo knows nothing of. */
  readonly uncovered: readonly Uncovered[];
  /** The id of the session that holds the conversation as it was; only where a copy was asked for and made. */
  readonly copy?: string;
}

/** What undo works on. */
export interface UndoParts extends PutParts {
  readonly conversation: Pick<Conversation, 'note' | 'rewind'>;
  /** Makes a session of its own of all that was said; gives its id, or nothing where none is kept. */
  copy(): string | undefined;
}

export const checkpointsOf = (history: History): Checkpoint[] =>
  marksOf(history).map(({ id, text, at, from }) => ({
    id,
    text,
    at,
    files: changedPaths(history.facts.slice(from)),
  }));

/** Edits for prompts that are gone from the conversation can be taken back as well. */
function marksOf({ marks, facts }: History): readonly Mark[] {
  const remains = leavesTraces(facts.slice(0, marks[0]?.from));
  return remains ? [SESSION_START, ...marks] : marks;
}

/** Throws a `RangeError` for an id that is no prompt's. */
export function markOf(history: History, id: string): Mark {
  const mark = marksOf(history).find((one) => one.id === id);
  if (!mark) throw new RangeError(`there is no prompt with the id "${id}" in this session`);
  return mark;
}

/** Before everything that tools did. */
const SESSION_START: Mark = {
  id: 'start',
  text: '(the start of the session)',
  at: undefined,
  from: 0,
};

/** Goes back to before a prompt. Throws a `RangeError` for an id that is no prompt's. */
export async function undoTo(
  parts: UndoParts,
  id: string,
  { files = true, conversation = true, force = false, copy = false }: UndoOptions = {},
): Promise<UndoResult> {
  const mark = markOf(parts.history, id);
  // Before files are put back, which are facts as well.
  const facts = [...parts.history.facts];
  const since = facts.slice(mark.from);
  const done = files ? await putBack(parts, mark, force) : NOTHING;
  const rewound = conversation && done.skipped.length === 0;
  const to = mark === SESSION_START ? parts.history.marks[0]?.id : id;
  const kept = copy && rewound ? parts.copy() : undefined;
  if (rewound && to !== undefined) parts.conversation.rewind(to);
  return {
    prompt: mark === SESSION_START ? '' : mark.text,
    rewound,
    ...done,
    commands: ranSince(since),
    madeBy: madeByOf(since, [...done.restored, ...done.skipped.map(({ path }) => path)]),
    uncovered: uncoveredSince(facts, mark.from),
    ...(kept === undefined ? {} : { copy: kept }),
  };
}

/** What made the changes of these paths. */
export function madeByOf(
  facts: readonly Fact[],
  paths: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const made = makersIn(facts);
  return Object.fromEntries(paths.map((path) => [path, made.get(path) ?? []]));
}
