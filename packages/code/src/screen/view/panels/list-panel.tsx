import { Text } from 'ink';
import { useState } from 'react';
import type { Listing, ListRow } from '../../commands/listing.ts';
import { clippedLine, hung } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { ROOMS } from '../parts/rooms.ts';

/** As much of a row as its label has beside what it is about. */
const ABOUT = 28;

/** A list, and whatever list comes of a choice. */
export function ListPanel({ open, onClose }: { open: () => Listing; onClose: () => void }) {
  const { width, rows: height } = useCanvas(4);
  // Looked up once: how full the window is takes its time to count.
  const [{ title, lines = [], rows, none }, setListing] = useState(open);
  const [asked, setAsked] = useState<ListRow>();
  const choose = async (row: ListRow, typed = '') => {
    if (row.prompt !== undefined && typed === '') return setAsked(row);
    const next = await row.choose(typed);
    if (next) setListing(next);
    else onClose();
  };
  const options = rows.map((row) => ({
    ...row,
    label: clippedLine(row.label, Math.max(16, width - ABOUT)),
    value: row,
  }));
  const room = ROOMS.panel(height).own;
  const choice = { onChoose: (row: ListRow) => void choose(row), onEscape: onClose };
  if (lines.length > 0)
    return (
      <Dialog
        title={title}
        lines={lines.flatMap((line) => hung(line, width))}
        room={room}
        options={() => options}
        {...choice}
      />
    );
  return (
    <Frame title={title}>
      {rows.length === 0 ? <Text>{none}</Text> : null}
      {asked?.prompt === undefined ? (
        <Choice key={title} options={options} most={room} {...choice} />
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
