import { Text } from 'ink';
import { printable } from '../../cli/style.ts';
import { clipped } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';

/** One line, however many wait. */
export function Queued({ queued }: { queued: readonly string[] }) {
  const { paint, width } = useCanvas();
  const [first] = queued;
  if (first === undefined) return null;
  const more = queued.length > 1 ? ` (${queued.length - 1} more)` : '';
  return <Text>{paint('quiet', clipped(`queued${more}: ${printable(first)}`, width))}</Text>;
}
