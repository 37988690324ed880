import { Box } from 'ink';
import { useMemo } from 'react';
import { counted, hung } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { Page } from '../parts/page.tsx';
import { usePaged } from '../parts/paged.ts';
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
export function Review(props: ReviewProps) {
  const { title, lines, accept, keep, onAnswer, onInterrupt } = props;
  const canvas = useCanvas(4);
  const { width, rows } = canvas;
  const all = useMemo(() => lines.flatMap((line) => hung(line, width)), [lines, width]);
  const paged = usePaged(all, ROOMS.panel(rows).own + 1);
  const unread = paged.unseen > 0 ? ` (${counted(paged.unseen, 'line')} not seen yet)` : '';
  return (
    <Frame title={title}>
      <Page paged={paged} />
      <Box marginTop={1}>
        <Choice
          options={[
            { key: 'y', label: accept + unread, value: true },
            { key: 'n', label: keep, value: false },
          ]}
          onChoose={onAnswer}
          careful
          first={KEEP}
          onEscape={() => onAnswer(false)}
          {...(onInterrupt ? { onInterrupt } : {})}
        />
      </Box>
    </Frame>
  );
}
