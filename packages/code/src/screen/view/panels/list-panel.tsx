import { Text } from 'ink';
import { useState } from 'react';
import type { Listing, ListRow } from '../../commands/listing.ts';
import { type Canvas, clippedLine, hung } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { ROOMS } from '../parts/rooms.ts';

/** What a label leaves to what it is about. */
const ABOUT = 28;

interface ListPanelProps {
  readonly open: (canvas: Canvas) => Listing;
  readonly onClose: () => void;
}

/** A list, and whatever list comes of a choice. */
export function ListPanel({ open, onClose }: ListPanelProps) {
  const canvas = useCanvas(4);
  const { width } = canvas;
  // Looked up once: how full the window is takes its time to count.
  const [listing, setListing] = useState(() => open(canvas));
  const [asked, setAsked] = useState<ListRow>();
  const { title, notes = [], lines = [], rows, back, careful = false } = listing;
  const goTo = (next: Listing | undefined) => (next ? setListing(next) : onClose());
  const choose = async (row: ListRow, typed = '') => {
    if (row.prompt !== undefined && typed === '') setAsked(row);
    else goTo(await row.choose(typed));
  };
  const options = rows.map((row) => ({
    ...row,
    label: row.about ? clippedLine(row.label, Math.max(16, width - ABOUT)) : row.label,
    value: row,
  }));
  const room = ROOMS.panel(canvas.rows).own;
  const choice = {
    options,
    onChoose: (row: ListRow) => void choose(row),
    onEscape: () => goTo(back?.()),
    careful,
    ...(careful ? { first: rows.length - 1 } : {}),
  };
  if (lines.length > 0) {
    const all = lines.flatMap((line) => hung(line, width));
    return <Dialog key={title} title={title} lines={all} room={room} {...choice} />;
  }
  return (
    <Frame title={title}>
      {notes.length > 0 ? <Text>{notes.join('\n')}</Text> : null}
      {asked?.prompt === undefined ? (
        <Choice key={title} most={room - notes.length} {...choice} />
      ) : (
        <LineInput
          prompt={asked.prompt}
          onDone={(typed) => void choose(asked, typed)}
          onEscape={() => setAsked(undefined)}
        />
      )}
    </Frame>
  );
}
