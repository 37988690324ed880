import { Text } from 'ink';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';

export function HooksPanel({ context }: PanelProps) {
  return (
    <Frame title="Hooks">
      <Text>{context.paint('quiet', '')}</Text>
    </Frame>
  );
}
