import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { exactly } from '../../../cli/style.ts';
import { useCanvas } from './context.ts';

/** A box with a title, for whatever wants the user's attention. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { paint, width } = useCanvas();
  const plain = width < 30;
  return (
    <Box flexDirection="column" width={width}>
      <Text wrap="truncate">
        {paint('quiet', '╭─ ')}
        {paint('user', exactly(title))}
      </Text>
      <Box
        flexDirection="column"
        borderStyle="single"
        borderTop={false}
        borderRight={false}
        borderBottom={false}
        borderDimColor={paint('quiet', '│') !== '│'}
        paddingLeft={plain ? 0 : 1}
      >
        {children}
      </Box>
    </Box>
  );
}
