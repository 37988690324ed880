import type { Change } from '../conversation/conversation.ts';
import { type FileChange, type FileState, sameState } from '../vocabulary/file-state.ts';
import type { Message } from '../vocabulary/messages.ts';

/** A prompt of the session, and where in the session it stands. */
export interface Mark {
  readonly id: string;
  readonly text: string;
  /** When it was made, in milliseconds; undefined for sessions of an older Wave. */
  readonly at: number | undefined;
  /** How many facts there were before it. */
  readonly from: number;
}

/** What happened to a file from the start of a call to its end; calls that overlap are one edit. */
export interface Edit {
  readonly is: 'edit';
  readonly path: string;
  readonly before: FileState;
  /** Undefined while it is under way, or when it was cut off. */
  readonly after: FileState | undefined;
  /** How many calls are at it. */
  readonly open: number;
  /** What made it, in words; nothing for sessions of an older Wave. */
  readonly by: readonly string[];
  /** Somebody else may have made it as well: it was found while a command ran in the background. */
  readonly shared?: true;
  /** Found by a look at the whole project, in which directories have states of their own. */
  readonly wide?: true;
}

export type Fact =
  | Edit
  | { readonly is: 'ran'; readonly tool: string; readonly what: string }
  | Extract<Change, { is: 'uncovered' }>;

/**
 * All that tools did, in its order, and the prompts among it. Facts are never taken out: putting files
 * back is a fact like any other. A prompt that was taken back has no mark any more, so what was done
 * for it counts as done since the one before it.
 */
export interface History {
  readonly marks: readonly Mark[];
  readonly facts: readonly Fact[];
  /** What the last edit since the last prompt left at a path. */
  left(path: string): FileState | undefined;
  /** The last edit of a path, and where it stands among the facts. */
  last(path: string): { readonly edit: Edit; readonly at: number } | undefined;
  hear(change: Change): void;
}

export function createHistory(): History {
  const marks: Mark[] = [];
  const facts: Fact[] = [];
  const last = new Map<string, number>();
  const recent = new Set<string>();
  const hear = (change: Change) => {
    if (change.is === 'added' && change.message.from === 'prompt') {
      const { id } = change.message;
      marks.push({ id, text: textOf(change.message), at: change.at, from: facts.length });
      recent.clear();
    } else if (change.is === 'file') {
      hearFile(facts, last, change);
      recent.add(change.path);
    } else if (change.is === 'changed') {
      for (const file of change.files) {
        hearChange(facts, last, file, change);
        recent.add(file.path);
      }
    } else if (change.is === 'ran' || change.is === 'uncovered') facts.push(change);
    else if (change.is === 'rewound') forget(marks, change.to);
  };
  const left = (path: string) =>
    recent.has(path) ? lastEdit(facts, last, path)?.after : undefined;
  return {
    marks,
    facts,
    hear,
    left,
    last: (path) => {
      const edit = lastEdit(facts, last, path);
      return edit && { edit, at: last.get(path) ?? 0 };
    },
  };
}

/** A call that failed, or wrote what was there already, is no edit: what others did stays theirs. */
export const editsIn = (facts: readonly Fact[]): Edit[] =>
  facts.filter(
    (fact): fact is Edit =>
      fact.is === 'edit' && !(fact.after && sameState(fact.before, fact.after)),
  );

/** Where the last edit of each path is among the facts. */
type Last = ReadonlyMap<string, number>;

function hearFile(
  facts: Fact[],
  last: Map<string, number>,
  { path, when, state, by }: Extract<Change, { is: 'file' }>,
): void {
  const known = lastEdit(facts, last, path);
  if (known && (known.open > 0 || when === 'after'))
    facts[last.get(path) ?? 0] = CONTINUED[when](known, state);
  else if (when === 'before') {
    last.set(path, facts.length);
    const made = by === undefined ? [] : [by];
    facts.push({ is: 'edit', path, before: state, after: undefined, open: 1, by: made });
  }
}

/** While a call is at a file, what is found there is a part of its work. */
function hearChange(
  facts: Fact[],
  last: Map<string, number>,
  { path, before, after }: FileChange,
  { by, shared }: Extract<Change, { is: 'changed' }>,
): void {
  if ((lastEdit(facts, last, path)?.open ?? 0) > 0) return;
  last.set(path, facts.length);
  const more = { by, wide: true, ...(shared ? { shared } : {}) } as const;
  facts.push({ is: 'edit', path, before, after, open: 0, ...more });
}

const CONTINUED: Readonly<Record<'before' | 'after', (edit: Edit, state: FileState) => Edit>> = {
  before: (edit) => ({ ...edit, open: edit.open + 1, after: undefined }),
  after: (edit, state) => {
    const open = Math.max(0, edit.open - 1);
    return { ...edit, open, after: open === 0 ? state : undefined };
  },
};

function lastEdit(facts: readonly Fact[], last: Last, path: string): Edit | undefined {
  const fact = facts[last.get(path) ?? -1];
  return fact?.is === 'edit' ? fact : undefined;
}

function forget(marks: Mark[], id: string): void {
  const at = marks.findIndex((mark) => mark.id === id);
  if (at >= 0) marks.splice(at);
}

const textOf = ({ blocks }: Message): string =>
  blocks.map((block) => (block.type === 'text' ? block.content : '')).join('\n');
