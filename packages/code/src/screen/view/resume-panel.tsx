import { Text } from 'ink';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';

export function ResumePanel({ context }: PanelProps) {
  return (
    <Frame title="Sessions">
      <Text>{context.paint('quiet', '')}</Text>
    </Frame>
  );
}
