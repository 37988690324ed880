import { Text } from 'ink';
import { queuedLines } from '../draw/queued.ts';
import type { Queued as Prompt } from '../state/state.ts';
import { useCanvas } from './parts/context.ts';

interface QueuedProps {
  readonly queued: readonly Prompt[];
  readonly picked: number | undefined;
  /** How many rows there are for it. */
  readonly room: number;
}

/** The prompts that wait. */
export function Queued({ queued, picked, room }: QueuedProps) {
  const canvas = useCanvas();
  const lines = queuedLines(queued, picked, room, canvas);
  return lines.length === 0 ? null : <Text>{lines.join('\n')}</Text>;
}
