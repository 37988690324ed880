import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { headAndTail } from '../base/text.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { absolutePath, realPath } from '../files/paths.ts';
import { type FileState, sameState } from '../vocabulary/file-state.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import type { History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { lookAt, stampOf } from './look-at-file.ts';

/**
 * Called before a tool runs; what it returns is called when the tool has run, and once more when its
 * hooks have: what a formatter makes of an edit belongs to it. Neither throws.
 */
export type Trail = (tool: Tool, input: Record<string, unknown>, place: Place) => () => void;

type Notes = Pick<Conversation, 'note' | 'tell'>;

const MAX_COMMAND = 500;

/**
 * What an edit changes is kept before it happens, and what it left is noted after it, so that undo can
 * tell what others did since. The copy is on disk when the tool starts: also a sudden end leaves it.
 */
export function createTrail(conversation: Notes, history: History, store: Store): Trail {
  return (tool, input, place) => {
    if (tool.effect === 'run') {
      const what = headAndTail(attempt(() => tool.subject?.(input)) ?? '', MAX_COMMAND);
      conversation.note({ is: 'ran', tool: tool.name, what });
    }
    const paths = tool.effect === 'edit' ? pathsOf(tool, input, place) : [];
    const kept = paths.map((path) => ({ path, before: keepBefore(path, history, store) }));
    for (const { path, before } of kept)
      conversation.note({ is: 'file', when: 'before', path, state: before });
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
        if (before.is === 'unkept' && state !== before)
          conversation.tell(
            'warning',
            `What ${tool.name} did to ${path} cannot be undone: ${before.why}.`,
          );
      }
    };
  };
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
