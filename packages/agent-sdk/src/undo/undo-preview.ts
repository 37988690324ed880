import { lookAt } from './look-at-file.ts';
import { unkeptText } from './restore-file.ts';
import { CHANGED, copyOf, markOf, type Skipped, type UndoParts, type UndoResult } from './undo.ts';
import { planUndo, ranSince, type Step } from './undo-plan.ts';

/** What an undo would do now. Nothing is touched. */
export interface UndoPreview extends Pick<UndoResult, 'skipped' | 'commands'> {
  /** Files that would be put back. */
  readonly restores: readonly string[];
}

/** Throws a `RangeError` for an id that is no prompt's. */
export function previewUndo(
  { history, store }: Omit<UndoParts, 'conversation'>,
  id: string,
): UndoPreview {
  const mark = markOf(history, id);
  const steps = planUndo(history, mark, (path) => lookAt(path), false).filter(isWork);
  return {
    restores: steps.filter((step) => whyNot(step) === undefined).map(({ path }) => path),
    skipped: steps.flatMap((step): Skipped[] => {
      const why = whyNot(step);
      return why === undefined ? [] : [{ path: step.path, why, ...copyOf(step, store) }];
    }),
    commands: ranSince(history.facts.slice(mark.from)),
  };
}

type Work = Exclude<Step, { is: 'leave' }>;

const isWork = (step: Step): step is Work => step.is !== 'leave';

function whyNot(step: Work): string | undefined {
  if (step.is === 'conflict') return CHANGED[step.when];
  return step.state.is === 'unkept' ? unkeptText(step.state) : undefined;
}
