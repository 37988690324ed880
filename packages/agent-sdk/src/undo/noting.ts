import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry, Verdict } from '@wavehooks/hooks';
import type { During } from '../hooks/fire.ts';
import { labelOf } from './edit-trail.ts';
import { createSpans, type Spans, type SpansParts } from './spans.ts';
import { UNDO_LIMITS, type UndoLimits } from './tree/limits.ts';
import { openTree, type TreeOptions } from './tree/project-tree.ts';
import { rootsOf } from './tree/roots.ts';
import { latestTree } from './tree/tree-state.ts';

/** How what commands change is noted. */
export interface UndoNoting extends Partial<UndoLimits> {
  /** False: only edits of tools that name their files can be undone. */
  readonly commands?: boolean;
}

export interface NotingParts {
  /** The program's own; where nothing is kept, only they switch it on. */
  readonly options: UndoNoting | undefined;
  readonly settings: UndoNoting | undefined;
  readonly session: Pick<SpansParts, 'conversation' | 'history' | 'store'> & {
    readonly tree: Omit<TreeOptions, 'limits'> | undefined;
  };
  /** The directories that count as the project's now. */
  readonly directories: () => readonly string[];
  readonly home: string;
}

/** Undefined where nobody wants to undo what commands do. */
export function notingOf({
  options,
  settings,
  session,
  directories,
  home,
}: NotingParts): Spans | undefined {
  const wanted = { ...settings, ...options };
  const isKept = session.tree !== undefined;
  if (wanted.commands === false || (!isKept && options === undefined)) return undefined;
  const { commands: _, ...own } = wanted;
  const limits = { ...UNDO_LIMITS, ...own };
  const passing = passingTree(home);
  const homes = [home, homedir()];
  const spans = createSpans({
    ...session,
    openTree: () => openTree({ ...(session.tree ?? passing.open()), limits }),
    roots: () => rootsOf(directories(), homes),
  });
  return {
    ...spans,
    close: () => {
      spans.close();
      passing.remove();
    },
  };
}

/** Without a session's file the tree goes with the agent. */
function passingTree(home: string) {
  let dir: string | undefined;
  return {
    open: (): Omit<TreeOptions, 'limits'> => {
      dir ??= mkdtempSync(join(tmpdir(), 'wave-tree-'));
      const places = { dir: join(dir, 'own.tree'), latest: latestTree(dir) };
      return { places, skip: [join(home, '.wave')] };
    },
    remove: () => {
      if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Hooks that start a program, or call a server, may write; functions are the host's own work. */
export const duringHooks =
  (spans: Pick<Spans, 'begin'>): During =>
  async (event, hooks, run): Promise<Verdict> => {
    const [first, ...more] = hooks.filter(mayWrite);
    if (first === undefined) return run();
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    const end = await spans.begin(labelOf(`hook on ${event}`, `${first.label}${others}`), 'short');
    try {
      return await run();
    } finally {
      await end();
    }
  };

const mayWrite = ({ async, handler }: Entry): boolean =>
  !async && ['command', 'worker', 'mcp_tool'].includes(handler.type);
