import type { ToolBlock } from 'wave-agent-sdk';
import { exactLine } from '../../cli/style.ts';
import { behind, type Canvas } from '../text/lines.ts';

/** It did not run, because somebody said no or the turn ended before: another matter than one that failed. */
export const isRefused = ({ by, refused }: ToolBlock) => by !== undefined || refused !== undefined;

/** Who said no, where the result does not say it: it does where the user did, or a hook without a reason. */
export function refusal(
  { by, refused = '', result = '' }: ToolBlock,
  { width, paint }: Canvas,
): string[] {
  if (refused === '' || (by === 'hook' && result.startsWith('Blocked by hook "'))) return [];
  const text = by === 'hook' ? `blocked by ${refused}` : `not permitted: ${refused}`;
  return behind('  ', paint('warn', exactLine(text)), width);
}
