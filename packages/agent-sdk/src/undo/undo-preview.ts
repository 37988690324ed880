import { CHANGED, copyOf, nowAt, type Skipped } from './put-back.ts';
import { unkeptText } from './restore-file.ts';
import { madeByOf, markOf, type UndoParts, type UndoResult } from './undo.ts';
import { changedPaths, planUndo, ranSince, type Step, uncoveredSince } from './undo-plan.ts';

/** What an undo would do now. Nothing is touched. */
export interface UndoPreview
  extends Pick<UndoResult, 'skipped' | 'commands' | 'madeBy' | 'uncovered'> {
  /** Files that would be put back. */
  readonly restores: readonly string[];
}

/** Throws a `RangeError` for an id that is no prompt's. */
export function previewUndo(
  { history, store }: Omit<UndoParts, 'conversation'>,
  id: string,
): UndoPreview {
  const mark = markOf(history, id);
  const steps = planUndo(history, mark, nowAt, false).filter(isWork);
  const since = history.facts.slice(mark.from);
  const changed = new Set(changedPaths(since));
  return {
    restores: steps
      .filter((step) => whyNot(step) === undefined && changed.has(step.path))
      .map(({ path }) => path),
    skipped: steps.flatMap((step): Skipped[] => {
      const why = whyNot(step);
      return why === undefined ? [] : [{ path: step.path, why, ...copyOf(step, store) }];
    }),
    commands: ranSince(since),
    madeBy: madeByOf(
      since,
      steps.map(({ path }) => path).filter((path) => changed.has(path)),
    ),
    uncovered: uncoveredSince(history.facts, mark.from),
  };
}

type Work = Exclude<Step, { is: 'leave' }>;

const isWork = (step: Step): step is Work => step.is !== 'leave';

function whyNot(step: Work): string | undefined {
  if (step.is === 'conflict') return CHANGED[step.when];
  return step.state.is === 'unkept' ? unkeptText(step.state) : undefined;
}
