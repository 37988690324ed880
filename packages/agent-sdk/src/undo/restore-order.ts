import { dirname } from 'node:path';
import type { FileState } from '../vocabulary/file-state.ts';
import type { Step } from './undo-plan.ts';

type Put = Extract<Step, { is: 'put' }>;

/**
 * The order in which paths can become what they were: what has to go, the deepest first; then directories,
 * the uppermost first; then what lies in them.
 */
export const inOrder = (steps: readonly Put[]): Put[] =>
  [...steps].sort(
    (a, b) => RANKS[a.state.is] - RANKS[b.state.is] || DEPTHS[a.state.is] * (depth(a) - depth(b)),
  );

const RANKS: Readonly<Record<FileState['is'], number>> = {
  missing: 0,
  directory: 1,
  file: 2,
  link: 2,
  unkept: 3,
};

const DEPTHS: Readonly<Record<FileState['is'], 1 | -1 | 0>> = {
  missing: -1,
  directory: 1,
  file: 0,
  link: 0,
  unkept: 0,
};

function depth({ path }: Put): number {
  let count = 0;
  for (let dir = path; dir !== dirname(dir); dir = dirname(dir)) count++;
  return count;
}
