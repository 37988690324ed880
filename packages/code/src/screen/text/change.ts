import { changeLines } from './change-lines.ts';
import { changeOf } from './file-change.ts';
import type { Canvas } from './lines.ts';

/** Two texts of no file as a diff. */
export const diffLines = (
  before: string,
  after: string,
  { width, paint }: Canvas,
  most = Number.POSITIVE_INFINITY,
  context = 2,
): string[] => {
  const change = changeOf(before, after, { numbered: false, context });
  return changeLines(change, '', { width, paint }, most);
};
