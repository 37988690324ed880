import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { messageOf } from '../base/error-text.ts';
import { oneAtATime } from '../base/wait.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { changesOf } from './found-changes.ts';
import type { Difference } from './tree/entry.ts';
import type { ProjectTree, SpanChange } from './tree/project-tree.ts';
import type { rootsOf, Uncovered } from './tree/roots.ts';

/**
 * From the start of something that may write to its end. The project is noted before and after it; what
 * became different in between is its work. Of several at once nobody can tell whose it is: it is all of theirs.
 */
export interface Spans {
  /**
   * Resolves when the state before it is on disk. Call what it gives when it has ended. A `short` one that
   * begins beside another is not worth a note of its own. Never rejects.
   */
  begin(by: string, how?: 'short'): Promise<() => Promise<void>>;
  /** Something goes on after its call: what is found changed while it runs may be its work, or anybody's. */
  goesOn(by: string, runs: () => boolean): void;
  /** Finds out what was done in the background. */
  look(): Promise<void>;
  close(): void;
}

export interface SpansParts {
  readonly conversation: Pick<Conversation, 'note' | 'tell'>;
  readonly history: History;
  readonly store: Store;
  /** Opens the tree, the first time that it is needed. Throws where that is not possible. */
  readonly openTree: () => ProjectTree;
  readonly roots: () => ReturnType<typeof rootsOf>;
}

/** A note is no picture of one moment either: right after one, another would say the same. */
const FRESH_MS = 5;
/** How long a note may hold up everything else at a time. */
const SLICE_MS = 12;

export function createSpans(parts: SpansParts): Spans {
  const { conversation, history } = parts;
  const queue = oneAtATime();
  const active = new Map<string, string>();
  /** All that ran since the last note. */
  const since = new Set<string>();
  const background = new Map<string, { readonly by: string; readonly runs: () => boolean }>();
  const repositories = new Set<string>();
  let tree: ProjectTree | undefined;
  let notedAt = Number.NEGATIVE_INFINITY;
  let facts = 0;
  let isTold = false;

  const opened = () => {
    tree ??= parts.openTree();
    return tree;
  };
  const startAnew = () => {
    since.clear();
    for (const by of active.values()) since.add(by);
  };
  const settle = (found: readonly Difference[], ...changes: SpanChange[]) => {
    const made = makersOf(since, background.values());
    const files = made
      ? changesOf(found, { ...parts, tree: opened(), from: facts, repositories })
      : [];
    if (made && files.length > 0) conversation.note({ is: 'changed', ...made, files });
    tellUncovered();
    const ended = [...background].filter(([, { runs }]) => !runs()).map(([id]) => id);
    // Only now: should we be killed before, all of it is found once more.
    opened().save(...changes, ...ended.map((id) => ({ is: 'closed' as const, id })));
    for (const id of ended) background.delete(id);
    notedAt = performance.now();
    facts = history.facts.length;
    startAnew();
  };
  const tellUncovered = uncoveredTeller(parts, opened, repositories);
  /** The command runs all the same: whoever asked for it waits for it, not for us. */
  const attempt = async (work: () => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const text = `What commands change cannot be undone: ${messageOf(error)}`;
      if (!isTold) conversation.tell('warning', text);
      isTold = true;
      tree = undefined;
      startAnew();
    }
  };
  const note = (...changes: SpanChange[]) =>
    attempt(async () => settle(await sliced(opened().note(parts.roots().roots)), ...changes));
  const save = (...changes: SpanChange[]) => attempt(() => opened().save(...changes));
  const isFresh = () =>
    since.size === 0 &&
    background.size === 0 &&
    performance.now() - notedAt < FRESH_MS &&
    !history.facts.slice(facts).some(({ is }) => is === 'edit');

  const begin = async (by: string, how?: 'short') => {
    const id = randomUUID();
    const open: SpanChange = { is: 'open', id, by, shared: false };
    const joins = how === 'short' && active.size > 0;
    await (joins || isFresh() ? save(open) : note(open));
    active.set(id, by);
    since.add(by);
    return () => queue(() => end(id, how));
  };
  const end = async (id: string, how?: 'short') => {
    active.delete(id);
    const leaves = how === 'short' && active.size > 0;
    await (leaves ? save : note)({ is: 'closed', id });
  };
  return {
    begin: (by, how) => queue(() => begin(by, how)),
    goesOn: (by, runs) => {
      const id = randomUUID();
      background.set(id, { by, runs });
      void queue(() => save({ is: 'open', id, by, shared: true }));
    },
    look: () => queue(async () => (tree && background.size > 0 ? note() : undefined)),
    close: () => {
      try {
        tree?.close();
      } catch {
        // What cannot be handed on is noted anew by the next session.
      }
    },
  };
}

/** Tells the places that are not covered, where they are others than were told. */
function uncoveredTeller(
  { conversation, roots }: Pick<SpansParts, 'conversation' | 'roots'>,
  opened: () => ProjectTree,
  repositories: ReadonlySet<string>,
) {
  let seen: readonly Uncovered[] | undefined;
  let told = '[]';
  return () => {
    const [{ refused }, inside] = [roots(), opened().uncovered()];
    if (refused.length + repositories.size === 0 && inside === seen) return;
    seen = inside;
    const made = [...repositories].filter((path) => existsSync(path));
    const places: readonly Uncovered[] = [
      ...refused,
      ...inside,
      ...made.map((path) => ({ path, why: "it is git's own state" })),
    ];
    const text = JSON.stringify(places);
    if (text !== told) conversation.note({ is: 'uncovered', places });
    told = text;
  };
}

/** Who made what was found; undefined where it was somebody else. */
export function makersOf(
  since: Iterable<string>,
  background: Iterable<{ readonly by: string }>,
): { readonly by: readonly string[]; readonly shared?: true } | undefined {
  const [by, others] = [[...new Set(since)], [...background].map((one) => one.by)];
  if (by.length > 0) return { by };
  return others.length > 0 ? { by: others, shared: true } : undefined;
}

/** Everything else has its turn in between. */
async function sliced<T>(work: Generator<void, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE_MS) continue;
    await turnOfLoop();
    began = performance.now();
  }
}

export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
