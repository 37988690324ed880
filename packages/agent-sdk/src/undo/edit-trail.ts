import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { headAndTail } from '../base/text.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { absolutePath, isWithin, realPath } from '../files/paths.ts';
import { type FileChange, type FileState, sameState } from '../vocabulary/file-state.ts';
import type {
  BackgroundShell,
  Left,
  Place,
  Tool,
  ToolContext,
  ToolMemory,
} from '../vocabulary/tool.ts';
import type { History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { lookAt, lookAtNoted } from './look-at-file.ts';
import type { Spans } from './spans.ts';
import { stampOf } from './tree/stamp.ts';

/**
 * Called before a tool runs; what it gives is called when the tool has run, and once more when its
 * hooks have: what a formatter makes of an edit belongs to it. Neither throws.
 */
export type Trail = (
  tool: Tool,
  input: Record<string, unknown>,
  place: Place & Partial<Pick<ToolContext, 'memory'>>,
) => Promise<() => Promise<void>>;

/** How the trail notes calls that may write anywhere; undefined where nobody wants that. */
export interface Noting {
  readonly spans: Pick<Spans, 'begin' | 'goesOn'>;
  readonly mayWrite: (tool: Tool, input: Record<string, unknown>, place: Place) => boolean;
}

type Notes = Pick<Conversation, 'note' | 'tell'>;

const MAX_COMMAND = 500;

/**
 * What an edit changes is kept before it happens, and what it left is noted after it, so that undo can
 * tell what others did since. The copy is on disk when the tool starts: also a sudden end leaves it.
 */
export function createTrail(
  conversation: Notes,
  history: History,
  store: Store,
  noting?: Noting,
): Trail {
  const edits = editsOf(conversation, history, store);
  return async (tool, input, place) => {
    const what = headAndTail(attempt(() => tool.subject?.(input)) ?? '', MAX_COMMAND);
    if (tool.effect === 'run') conversation.note({ is: 'ran', tool: tool.name, what });
    const settled = edits(tool, input, place);
    const mayWrite = noting && (attempt(() => noting.mayWrite(tool, input, place)) ?? true);
    if (!noting || !mayWrite) return async () => settled();
    const by = labelOf(tool.name, what);
    const before = runningIn(place.memory);
    let end: (() => Promise<void>) | undefined = await noting.spans.begin(by);
    return async () => {
      settled();
      for (const one of runningIn(place.memory))
        if (end && !before.includes(one))
          noting.spans.goesOn(`${by} (in the background)`, () => isRunning(one, place.memory));
      await end?.();
      end = undefined;
    };
  };
}

/** What made a change, in a line. */
export const labelOf = (name: string, what: string): string =>
  (what === '' ? name : `${name}: ${what}`).replaceAll(/\s+/g, ' ').slice(0, MAX_LABEL);

const MAX_LABEL = 200;

type Running = BackgroundShell | Left;

/** What goes on after the calls that started it. */
const runningIn = (memory: ToolMemory | undefined): Running[] =>
  memory ? [...memory.shells.values(), ...memory.left] : [];

const isRunning = (one: Running, memory: ToolMemory | undefined): boolean =>
  'outcome' in one ? one.outcome() === undefined : (memory?.left.has(one) ?? false);

/** Edits of tools that say which files they edit. */
function editsOf(conversation: Notes, history: History, store: Store) {
  return (tool: Tool, input: Record<string, unknown>, place: Place): (() => void) => {
    const paths = tool.effect === 'edit' ? pathsOf(tool, input, place) : [];
    const kept = paths.map((path) => ({ path, before: keepBefore(path, history, store) }));
    for (const { path, before } of kept)
      conversation.note({ is: 'file', when: 'before', path, state: before, by: tool.name });
    const noted = new Map<string, FileState>();
    return () => {
      for (const { path, before } of kept) {
        const state = leftOf(path, before);
        const first = noted.get(path);
        // After a call that changed nothing, what changes is somebody else's.
        if (first && (sameState(first, state) || sameState(first, before))) continue;
        noted.set(path, state);
        conversation.note({ is: 'file', when: 'after', path, state });
        if (first) continue;
        noteMade(conversation, tool, path, before);
        if (before.is === 'unkept' && state !== before)
          conversation.tell(
            'warning',
            `What ${tool.name} did to ${path} cannot be undone: ${before.why}.`,
          );
      }
    };
  };
}

/** Directories that a file needed are changes of their own: other things may be put into them before it goes. */
function noteMade(conversation: Notes, { name }: Tool, path: string, before: FileState): void {
  if (before.is !== 'missing' || before.made === undefined) return;
  const files: FileChange[] = [];
  for (let dir = dirname(path); isWithin(before.made, dir); dir = dirname(dir)) {
    const after = lookAtNoted(dir);
    if (after.is === 'directory') files.unshift({ path: dir, before: { is: 'missing' }, after });
  }
  if (files.length > 0) conversation.note({ is: 'changed', by: [name], files });
}

/** What the edit before it left needs no copy; everything else could be somebody's work. */
function keepBefore(path: string, history: History, store: Store): FileState {
  const left = history.left(path);
  return lookAt(path, {
    put: (hash, content) =>
      left?.is === 'file' && left.hash === hash ? undefined : store.put(hash, content),
  });
}

/** Whether a file that could not be kept was changed shows in its stamp alone. */
const leftOf = (path: string, before: FileState): FileState =>
  before.is === 'unkept' && before.stamp !== undefined && before.stamp === stampOf(path)
    ? before
    : lookAt(path);

/** Tools write where links lead to; one that replaces the link itself is covered as well. */
function pathsOf(tool: Tool, input: Record<string, unknown>, place: Place): string[] {
  const named = attempt(() => tool.files?.(input, place)) ?? [];
  const all = named.flatMap((name) => {
    const path = absolutePath(place.cwd, name);
    const real = realPath(path);
    const isLink = attempt(() => lstatSync(path).isSymbolicLink()) ?? false;
    const link = isLink
      ? attempt(() => join(realpathSync(dirname(path)), basename(path)))
      : undefined;
    return [link, real].filter((one) => one !== undefined);
  });
  return [...new Set(all)];
}

/** Tools can be anybody's. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
