import { useMemo } from 'react';
import { hung } from '../../text/lines.ts';
import { useCanvas } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ROOMS } from '../parts/rooms.ts';

interface ReviewProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly accept: string;
  readonly keep: string;
  readonly onAnswer: (accepted: boolean) => void;
  readonly onInterrupt?: () => void;
}

/** Nothing counts unless somebody says so. */
const KEEP = 1;

/** Something to read in full before it counts. */
export function Review({ title, lines, accept, keep, onAnswer, ...ends }: ReviewProps) {
  const { width, rows } = useCanvas(4);
  const all = useMemo(() => lines.flatMap((line) => hung(line, width)), [lines, width]);
  return (
    <Dialog
      title={title}
      lines={all}
      room={ROOMS.panel(rows).own + 1}
      options={[
        { key: 'y', label: accept, value: true },
        { key: 'n', label: keep, value: false },
      ]}
      onChoose={onAnswer}
      careful
      first={KEEP}
      onEscape={() => onAnswer(false)}
      {...ends}
    />
  );
}
