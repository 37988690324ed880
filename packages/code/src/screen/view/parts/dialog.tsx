import { Box, Text } from 'ink';
import { counted } from '../../text/lines.ts';
import { Choice, type Option } from './choice.tsx';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';
import { usePaged } from './paged.ts';
import type { Selecting } from './selection.ts';

/** How a question is left without an answer. */
export interface Ends {
  /** Ends the turn. */
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

interface DialogProps<T> extends Selecting<T> {
  readonly title: string;
  /** What is to be read first, by page where it is longer than its room. */
  readonly lines: readonly string[];
  readonly room: number;
  /** What stands right above the answers. */
  readonly hint?: string;
  readonly gap?: 0 | 1;
  readonly most?: number;
  /** A text is asked for in their place. */
  readonly typing?: Parameters<typeof LineInput>[0] | undefined;
}

/** Something to read, and answers to it; where care is needed, the first says how much was never shown so far. */
export function Dialog<T>(props: DialogProps<T>) {
  const { title, lines, room, hint, gap = 1, options, typing, ...choice } = props;
  const { lines: shown, note, unseen } = usePaged(lines, room);
  const counts = (choice.careful ?? false) && unseen > 0;
  const withUnseen = ({ label, ...rest }: Option<T>, at: number): Option<T> =>
    at === 0 && counts
      ? { ...rest, label: `${label} (${counted(unseen, 'line')} not seen yet)` }
      : { ...rest, label };
  return (
    <Frame title={title}>
      <Text wrap="truncate">{[...shown, ...(note ? [note] : [])].join('\n')}</Text>
      <Box marginTop={gap} flexDirection="column">
        {hint ? <Text>{hint}</Text> : null}
        {typing ? (
          <LineInput key={hint} {...typing} />
        ) : (
          <Choice options={options.map(withUnseen)} {...choice} />
        )}
      </Box>
    </Frame>
  );
}
