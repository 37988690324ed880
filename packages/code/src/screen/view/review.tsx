import { Box, Text, useInput } from 'ink';
import { useState } from 'react';
import type { JudgedItem } from 'wave-hooks';
import { itemText } from '../../hooks/print-items.ts';
import { hung } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import { ROOMS } from './rooms.ts';

interface ReviewProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly accept: string;
  readonly keep: string;
  readonly onAnswer: (accepted: boolean) => void;
  readonly onInterrupt?: () => void;
}

/** Something to read in full before it counts. */
export function Review(props: ReviewProps) {
  const { title, lines, accept, keep, onAnswer, onInterrupt } = props;
  const canvas = useCanvas(4);
  const [top, setTop] = useState(0);
  const all = lines.flatMap((line) => hung(line, canvas.width));
  const room = ROOMS.panel(canvas.rows).own;
  const last = Math.max(0, all.length - room);
  useInput((_input, key) => {
    if (key.pageDown) setTop((now) => Math.min(last, now + room));
    if (key.pageUp) setTop((now) => Math.max(0, now - room));
  });
  return (
    <Frame title={title}>
      <Text>{all.slice(top, top + room).join('\n')}</Text>
      {last > 0 ? (
        <Text>
          {canvas.paint(
            'quiet',
            `lines ${top + 1} to ${Math.min(all.length, top + room)} of ${all.length}; PgUp and PgDn move`,
          )}
        </Text>
      ) : null}
      <Box marginTop={1}>
        <Choice
          options={[
            { key: 'y', label: accept, value: true },
            { key: 'n', label: keep, value: false },
          ]}
          onChoose={onAnswer}
          onEscape={() => onAnswer(false)}
          {...(onInterrupt ? { onInterrupt } : {})}
        />
      </Box>
    </Frame>
  );
}

/** Each thing to approve, in full: what runs is what is shown. */
export const itemLines = (items: readonly JudgedItem[]): string[] =>
  items.flatMap((item) => [...itemText(item).split('\n'), '']);
