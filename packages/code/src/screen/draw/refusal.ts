import type { ToolBlock } from '@wavehooks/agent-sdk';
import { exactLine } from '../../cli/style.ts';
import { behind, type Canvas } from '../text/lines.ts';

/** It did not run, because somebody said no or the turn ended before: another matter than one that failed. */
export const isRefused = ({ by, refused }: ToolBlock) => by !== undefined || refused !== undefined;

/** Who said no; where the user did, the result says it. */
export function refusal({ by, refused = '' }: ToolBlock, { width, paint }: Canvas): string[] {
  if (refused === '') return [];
  const text = by === 'hook' ? `blocked by ${refused}` : `not permitted: ${refused}`;
  return behind('  ', paint('warn', exactLine(text)), width);
}
