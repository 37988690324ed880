import { Box, Text } from 'ink';
import { behind } from '../../text/lines.ts';
import { useCanvas } from './context.ts';
import { type Selecting, useSelection } from './selection.ts';

export type { Option } from './selection.ts';

interface ChoiceProps<T> extends Selecting<T> {
  /** How many rows there are at the most, each cut to one then; without it, all of all is shown. */
  readonly most?: number;
}

/** A list to choose from, by arrows, by letter, or by number. Its mark is there once it takes keys. */
export function Choice<T>({ most, ...selecting }: ChoiceProps<T>) {
  const { options } = selecting;
  const { paint, width } = useCanvas(4);
  const { row, awake } = useSelection(selecting);
  const rows = Math.max(1, most ?? options.length);
  const start = Math.min(Math.max(0, row - rows + 1), Math.max(0, options.length - rows));
  return (
    <Box flexDirection="column">
      {options.slice(start, start + rows).map(({ label, key, about }, index) => {
        const here = awake && start + index === row;
        const mark = `${here ? paint('accent', '❯') : ' '} ${key ? paint('quiet', `${key} `) : ''}`;
        const text = here ? paint('strong', label) : label;
        const line = `${text}${about ? `  ${paint('quiet', about)}` : ''}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels can be alike
          <Text key={index} wrap="truncate">
            {most === undefined ? behind(mark, line, width).join('\n') : mark + line}
          </Text>
        );
      })}
      {options.length > rows ? (
        <Text>{paint('quiet', `  ${Math.max(0, row) + 1} of ${options.length}`)}</Text>
      ) : null}
    </Box>
  );
}
