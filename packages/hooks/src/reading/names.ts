import type { Raw } from '../vocabulary/events.ts';
import { show } from '../vocabulary/shape.ts';
import { isElsewhere, isKnown, isWeighty, meantBy, TOP_NAMES } from './answer-names.ts';

/** What was wrong with the fields of an object. */
export interface Remarked {
  /** What was dropped or doubtful, in words for the user. */
  remarks: string[];
  /** A field that would have decided or rewritten was dropped. */
  lostDecision: boolean;
}

/** What is wrong with the names in an object that is no answer. */
export function remarksOn(foreign: Raw): Remarked {
  const remarked: Remarked = { remarks: [], lostDecision: false };
  remarkOnNames(foreign, '', TOP_NAMES, remarked);
  return remarked;
}

/** What is wrong with the names in one place of an answer. */
export function remarkOnNames(
  value: Raw,
  path: string,
  expected: readonly string[],
  answer: Remarked,
): void {
  for (const name of Object.keys(value)) {
    if (expected.includes(name) || value[name] == null || (path === '' && isKnown(name))) continue;
    if (isElsewhere(name)) {
      answer.remarks.push(
        `"${path}${name}" was ignored: Claude Code supports this field, Wave does not`,
      );
      continue;
    }
    const meant = isKnown(name) ? name : meantBy(name, expected);
    if (meant === undefined) continue;
    answer.remarks.push(
      isKnown(name)
        ? `"${path}${name}" was ignored: "${name}" belongs at the top level`
        : `"${path}${name}" is not a field; did you mean "${meant}"?`,
    );
    if (isWeighty(meant)) answer.lostDecision = true;
  }
}

/** A value that does not fit its field. */
export const dropped = (path: string, expected: string, got: unknown) =>
  `"${path}" was ignored: expected ${expected}, got ${show(got)}`;
