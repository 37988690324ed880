import type { Problem } from '@wavehooks/hooks';
import { isObject, type Values } from '@wavehooks/hooks/vocabulary';
import { boundProblems, boundsIn, type Warn } from '../values/bounds.ts';
import { UNDO_FIELDS } from '../values/fields.ts';

/** What is noted for undo; only what somebody said. */
export type UndoSettings = Partial<Values<typeof UNDO_FIELDS>>;

/** What all files say together; of the same field the last one counts. */
export const undoIn = (values: readonly unknown[]): UndoSettings =>
  Object.assign({}, ...values.filter(isObject).map((undo) => boundsIn(UNDO_FIELDS, undo)));

export const undoProblems = (value: unknown, warn: Warn): readonly Problem[] =>
  isObject(value) ? boundProblems(['undo'], UNDO_FIELDS, value, warn) : [];
