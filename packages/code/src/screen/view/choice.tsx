import { Box, Text, useInput } from 'ink';
import { useState } from 'react';
import { behind } from '../draw/lines.ts';
import { useCanvas } from './context.ts';

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
  /** Keys that the list itself has no use for. */
  readonly onKey?: (input: string) => void;
  readonly active?: boolean;
  /** How many are shown at once. */
  readonly most?: number;
  readonly onMove?: (value: T) => void;
}

/** A list to choose from, by arrows, by letter, or by number. */
export function Choice<T>({
  options,
  onChoose,
  onEscape,
  onKey,
  onMove,
  active = true,
  most = 12,
}: ChoiceProps<T>) {
  const { paint, width } = useCanvas(4);
  const [at, setAt] = useState(0);
  const row = Math.min(at, options.length - 1);
  const move = (to: number) => {
    const next = (to + options.length) % Math.max(1, options.length);
    setAt(next);
    const option = options[next];
    if (option) onMove?.(option.value);
  };
  useInput(
    (input, key) => {
      if (key.upArrow || (key.ctrl && input === 'p')) return move(row - 1);
      if (key.downArrow || (key.ctrl && input === 'n') || key.tab) return move(row + 1);
      if (key.escape || (key.ctrl && input === 'c')) return onEscape();
      const option = key.return ? options[row] : options.find((one) => one.key === input);
      if (option) return onChoose(option.value);
      onKey?.(input);
    },
    { isActive: active },
  );
  const start = Math.min(Math.max(0, row - most + 1), Math.max(0, options.length - most));
  return (
    <Box flexDirection="column">
      {options.slice(start, start + most).map(({ label, key, about }, index) => {
        const here = start + index === row;
        const mark = `${here ? paint('accent', '❯') : ' '} ${key ? paint('quiet', `${key} `) : ''}`;
        const text = here ? paint('strong', label) : label;
        const lines = behind(mark, `${text}${about ? `  ${paint('quiet', about)}` : ''}`, width);
        // biome-ignore lint/suspicious/noArrayIndexKey: labels can be alike
        return <Text key={index}>{lines.join('\n')}</Text>;
      })}
      {options.length > most ? (
        <Text>{paint('quiet', `  ${row + 1} of ${options.length}`)}</Text>
      ) : null}
    </Box>
  );
}
