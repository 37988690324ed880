import { Box, Text, useInput } from 'ink';
import { behind } from '../draw/lines.ts';
import { useCanvas } from './context.ts';
import { useNow } from './now.ts';

export interface Option<T> {
  readonly label: string;
  /** A letter that chooses it at once. */
  readonly key?: string;
  readonly about?: string;
  readonly value: T;
}

interface ChoiceProps<T> {
  readonly options: readonly Option<T>[];
  readonly onChoose: (value: T) => void;
  readonly onEscape: () => void;
  /** Ctrl-C; as Esc where nothing else is said. */
  readonly onInterrupt?: () => void;
  /** Keys that the list itself has no use for. */
  readonly onKey?: (input: string) => void;
  readonly active?: boolean;
  /** How many rows there are at the most, each cut to one then; without it, all of all is shown. */
  readonly most?: number;
  readonly onMove?: (value: T) => void;
}

/** A list to choose from, by arrows, by letter, or by number. */
export function Choice<T>({
  options,
  onChoose,
  onEscape,
  onInterrupt = onEscape,
  onKey,
  onMove,
  active = true,
  most,
}: ChoiceProps<T>) {
  const { paint, width } = useCanvas(4);
  const at = useNow(0);
  const rowNow = () => Math.max(0, Math.min(at.get(), options.length - 1));
  const move = (to: number) => {
    const next = (to + options.length) % Math.max(1, options.length);
    at.set(next);
    const option = options[next];
    if (option) onMove?.(option.value);
  };
  useInput(
    (input, key) => {
      const row = rowNow();
      if (key.upArrow || (key.ctrl && input === 'p')) return move(row - 1);
      if (key.downArrow || (key.ctrl && input === 'n') || key.tab) return move(row + 1);
      if (key.escape) return onEscape();
      if (key.ctrl && input === 'c') return onInterrupt();
      const option = key.return ? options[row] : options.find((one) => one.key === input);
      if (option) return onChoose(option.value);
      onKey?.(input);
    },
    { isActive: active },
  );
  const row = rowNow();
  const rows = Math.max(1, most ?? options.length);
  const start = Math.min(Math.max(0, row - rows + 1), Math.max(0, options.length - rows));
  return (
    <Box flexDirection="column">
      {options.slice(start, start + rows).map(({ label, key, about }, index) => {
        const here = start + index === row;
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
        <Text>{paint('quiet', `  ${row + 1} of ${options.length}`)}</Text>
      ) : null}
    </Box>
  );
}
