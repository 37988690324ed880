import type { Decision } from '@wavehooks/hooks';
import type { Style } from './style.ts';

/** How a decision looks on the command line. */
export const DECISION_STYLE: Readonly<Record<Decision, Style>> = {
  none: 'dim',
  allow: 'green',
  ask: 'yellow',
  block: 'red',
  halt: 'magenta',
};
