import { Text } from 'ink';
import { clipped } from '../draw/lines.ts';
import { useCanvas } from './context.ts';

/** The quiet line at the bottom. */
export function Status({ parts }: { parts: readonly string[] }) {
  const { paint, width } = useCanvas();
  return <Text>{paint('quiet', clipped(parts.filter(Boolean).join('  ·  '), width))}</Text>;
}
