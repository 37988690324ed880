import type { Conversation } from '../conversation/conversation.ts';
import type { FileState } from '../vocabulary/file-state.ts';
import type { History, Mark } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { lookAt, lookAtNoted } from './look-at-file.ts';
import { closeDirectory, restore } from './restore-file.ts';
import { inOrder } from './restore-order.ts';
import { type ElseWhen, type Now, planUndo, type Step, withoutParents } from './undo-plan.ts';

/** What became of the files. */
export interface PutBack {
  /** Files that are again what they were. */
  readonly restored: readonly string[];
  /** Those of them that were new, and are gone again. */
  readonly removed: readonly string[];
  /** Those of them that somebody else had changed, too: what was there, and was overwritten by force. */
  readonly overwritten: readonly Overwritten[];
  /** Files that were left as they are: somebody else changed them, too, or they could not be put back. */
  readonly skipped: readonly Skipped[];
}

export interface Skipped {
  readonly path: string;
  readonly why: string;
  /** Where the content from before the prompt is kept. */
  readonly copy?: string;
}

export interface Overwritten {
  readonly path: string;
  /** The copy of what was there. A link is not copied. */
  readonly copy?: string;
  /** Where the link led that was there. */
  readonly link?: string;
}

/** What putting files back works on. */
export interface PutParts {
  readonly conversation: Pick<Conversation, 'note'>;
  readonly history: History;
  readonly store: Store;
}

export const NOTHING: PutBack = { restored: [], removed: [], overwritten: [], skipped: [] };

export async function putBack(parts: PutParts, mark: Mark, force: boolean): Promise<PutBack> {
  const steps = planUndo(parts.history, mark, nowAt, force);
  const ends = new Map<string, PutEnd>();
  const puts = steps.filter((one) => one.is === 'put');
  const paths = new Set(puts.map(({ path }) => path));
  for (const step of inOrder(puts)) ends.set(step.path, await put(parts, withoutMade(step, paths)));
  for (const step of steps)
    if (
      step.is === 'put' &&
      step.state.is === 'directory' &&
      ends.get(step.path)?.why === undefined
    )
      closeDirectory(step.path, step.state);
  return doneOf(steps, ends, parts);
}

/** A directory that has a step of its own does not go with the file that it was made for. */
const withoutMade = (step: Put, paths: ReadonlySet<string>): Put =>
  step.state.is === 'missing' && step.state.made !== undefined && paths.has(step.state.made)
    ? { ...step, state: { is: 'missing' } }
    : step;

type Put = Extract<Step, { is: 'put' }>;

/** Told in the order in which things happened, whatever the order they were put back in. */
function doneOf(
  steps: readonly Step[],
  ends: ReadonlyMap<string, PutEnd>,
  parts: PutParts,
): PutBack {
  const restored: string[] = [];
  const removed: string[] = [];
  const overwritten: Overwritten[] = [];
  const skipped: Skipped[] = [];
  const directories = new Set<string>();
  for (const step of steps) {
    if (step.is === 'leave') continue;
    const { why, was, stays }: PutEnd =
      step.is === 'conflict' ? { why: CHANGED[step.when] } : (ends.get(step.path) ?? {});
    if (stays) continue;
    if (why === undefined) {
      restored.push(step.path);
      if (step.state.is === 'missing') removed.push(step.path);
      if ([was?.is, step.state.is].every((is) => is === 'missing' || is === 'directory'))
        directories.add(step.path);
      if (step.is === 'put' && step.over) overwritten.push(...overwrittenBy(step, was, parts));
    } else skipped.push({ path: step.path, why, ...copyOf(step, parts.store) });
  }
  const named = (paths: readonly string[]) =>
    withoutParents(paths, (path) => directories.has(path));
  return { restored: named(restored), removed: named(removed), overwritten, skipped };
}

interface PutEnd {
  readonly why?: string | undefined;
  readonly was?: FileState;
  /** A directory that was new, with something in it that somebody else put there. */
  readonly stays?: boolean;
}

export const nowAt: Now = (path, wide) => (wide ? lookAtNoted(path) : lookAt(path));

/** Where nothing was, nothing is lost. */
function overwrittenBy(
  { path }: Step,
  was: FileState | undefined,
  { store }: PutParts,
): Overwritten[] {
  if (was?.is === 'file') return [{ path, copy: store.fileOf(was.hash) }];
  return was?.is === 'link' ? [{ path, link: was.to }] : [];
}

export const CHANGED: Readonly<Record<ElseWhen, string>> = {
  since: 'somebody else changed it since',
  between: 'somebody else changed it between two edits',
  meanwhile:
    'it was changed while a command ran in the background, which may not have been the one',
};

/** Putting back is itself an edit, with a copy of what was there: an undo loses nothing either. */
async function put(
  { conversation, store }: PutParts,
  { path, state, over, wide }: Put,
): Promise<PutEnd> {
  // A directory that a tool did not leave there is somebody else's, with all that is in it.
  const isTheirs = over === 'since' || over === 'between';
  const was = wide && !isTheirs ? lookAtNoted(path, store) : lookAt(path, store);
  if (was.is === 'unkept') return { why: `what is there now cannot be kept: ${was.why}` };
  conversation.note({ is: 'file', when: 'before', path, state: was });
  const why = await restore(path, state, store, was.is === 'directory' ? 'noted' : 'in the way');
  const after = wide ? lookAtNoted(path) : lookAt(path);
  conversation.note({ is: 'file', when: 'after', path, state: after });
  return { why, was, stays: state.is === 'missing' && after.is === 'directory' };
}

export const copyOf = (step: Step, store: Store): { copy?: string } =>
  step.is !== 'leave' && step.state.is === 'file' ? { copy: store.fileOf(step.state.hash) } : {};
