import type { Conversation } from '../conversation/conversation.ts';
import type { FileState } from '../vocabulary/file-state.ts';
import type { History, Mark } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { lookAt } from './look-at-file.ts';
import { restore } from './restore-file.ts';
import {
  changedPaths,
  type ElseWhen,
  leavesTraces,
  planUndo,
  ranSince,
  type Step,
} from './undo-plan.ts';

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
}

export interface UndoResult {
  /** The prompt that was taken back, for the input box. */
  readonly prompt: string;
  /** Whether the conversation went back. While a file is skipped it stays, so that all can be asked for again. */
  readonly rewound: boolean;
  /** Files that are again what they were. */
  readonly restored: readonly string[];
  /** Those of them that were new, and are gone again. */
  readonly removed: readonly string[];
  /** Those of them that somebody else had changed, too: what was there, and was overwritten by force. */
  readonly overwritten: readonly Overwritten[];
  /** Files that were left as they are: somebody else changed them, too, or they could not be put back. */
  readonly skipped: readonly Skipped[];
  /** What ran since and cannot be taken back. */
  readonly commands: readonly string[];
}

export interface Skipped {
  readonly path: string;
  readonly why: string;
  /** Where the content from before the prompt is kept. */
  readonly copy?: string;
}

export interface Overwritten {
  readonly path: string;
  /** Where a copy of what was there is kept; where that was a link, there is none. */
  readonly copy?: string;
  /** Where the link led that was there. */
  readonly link?: string;
}

/** What undo works on. */
export interface UndoParts {
  readonly conversation: Pick<Conversation, 'note' | 'rewind'>;
  readonly history: History;
  readonly store: Store;
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
  return remains ? [START, ...marks] : marks;
}

/** Throws a `RangeError` for an id that is no prompt's. */
export function markOf(history: History, id: string): Mark {
  const mark = marksOf(history).find((one) => one.id === id);
  if (!mark) throw new RangeError(`there is no prompt with the id "${id}" in this session`);
  return mark;
}

const START: Mark = { id: 'start', text: '(the start of the session)', at: undefined, from: 0 };

/** Goes back to before a prompt. Throws a `RangeError` for an id that is no prompt's. */
export async function undoTo(
  parts: UndoParts,
  id: string,
  { files = true, conversation = true, force = false }: UndoOptions = {},
): Promise<UndoResult> {
  const mark = markOf(parts.history, id);
  const commands = ranSince(parts.history.facts.slice(mark.from));
  const done = files ? await putBack(parts, mark, force) : NOTHING;
  const rewound = conversation && done.skipped.length === 0;
  const to = mark === START ? parts.history.marks[0]?.id : id;
  if (rewound && to !== undefined) parts.conversation.rewind(to);
  return { prompt: mark === START ? '' : mark.text, rewound, ...done, commands };
}

type Done = Pick<UndoResult, 'restored' | 'removed' | 'overwritten' | 'skipped'>;

const NOTHING: Done = { restored: [], removed: [], overwritten: [], skipped: [] };

async function putBack(parts: UndoParts, mark: Mark, force: boolean): Promise<Done> {
  const restored: string[] = [];
  const removed: string[] = [];
  const overwritten: Overwritten[] = [];
  const skipped: Skipped[] = [];
  for (const step of planUndo(parts.history, mark, (path) => lookAt(path), force)) {
    if (step.is === 'leave') continue;
    const { why, was } =
      step.is === 'conflict' ? { why: CHANGED[step.when] } : await put(parts, step);
    if (why === undefined) {
      restored.push(step.path);
      if (step.state.is === 'missing') removed.push(step.path);
      if (step.is === 'put' && step.over) overwritten.push(...overwrittenBy(step, was, parts));
    } else skipped.push({ path: step.path, why, ...copyOf(step, parts.store) });
  }
  return { restored, removed, overwritten, skipped };
}

/** Where nothing was, nothing is lost. */
function overwrittenBy(
  { path }: Step,
  was: FileState | undefined,
  { store }: UndoParts,
): Overwritten[] {
  if (was?.is === 'file') return [{ path, copy: store.fileOf(was.hash) }];
  return was?.is === 'link' ? [{ path, link: was.to }] : [];
}

export const CHANGED: Readonly<Record<ElseWhen, string>> = {
  since: 'somebody else changed it since',
  between: 'somebody else changed it between two edits',
};

/** Putting back is itself an edit, with a copy of what was there: an undo loses nothing either. */
async function put(
  { conversation, store }: UndoParts,
  { path, state }: Extract<Step, { is: 'put' }>,
): Promise<{ why?: string | undefined; was?: FileState }> {
  const was = lookAt(path, store);
  if (was.is === 'unkept') return { why: `what is there now cannot be kept: ${was.why}` };
  conversation.note({ is: 'file', when: 'before', path, state: was });
  const why = await restore(path, state, store);
  conversation.note({ is: 'file', when: 'after', path, state: lookAt(path) });
  return { why, was };
}

export const copyOf = (step: Step, store: Store): { copy?: string } =>
  step.is !== 'leave' && step.state.is === 'file' ? { copy: store.fileOf(step.state.hash) } : {};
