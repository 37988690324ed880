import { Box, Text, useInput } from 'ink';
import { useState } from 'react';
import { draw } from '../draw/item.ts';
import { clipped } from '../draw/lines.ts';
import type { Item } from '../state/item.ts';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';
import { ROOMS } from './rooms.ts';

/** How many things back one can look: older ones are in the terminal's own scrollback and in the transcript. */
const MOST = 500;

/** The conversation again, to fold open: each thing in a line, or in full. */
export function Details({ context, onClose }: PanelProps) {
  const canvas = useCanvas(4);
  const { printed, open } = context.controller.store.get();
  const items = [...printed, ...open].filter(({ is }) => is !== 'welcome').slice(-MOST);
  const [at, setAt] = useState(items.length - 1);
  const [full, setFull] = useState<ReadonlySet<Item>>(new Set());
  const [top, setTop] = useState(0);
  const room = ROOMS.panel(canvas.rows).own;
  const here = items[at];
  useInput((input, key) => {
    if (key.escape || input === 'q' || (key.ctrl && (input === 'o' || input === 'c')))
      return onClose();
    if (key.pageDown) return setTop((now) => now + room - 2);
    if (key.pageUp) return setTop((now) => Math.max(0, now - room + 2));
    const step = key.upArrow ? -1 : key.downArrow ? 1 : 0;
    if (step !== 0) {
      setTop(0);
      return setAt((now) => Math.min(items.length - 1, Math.max(0, now + step)));
    }
    if ((key.return || input === ' ') && here) setFull((now) => toggled(now, here));
  });
  if (!here) return <Frame title="Nothing to show yet">{null}</Frame>;
  const lines = items.map((item, index) => {
    const mark = index === at ? canvas.paint('accent', '❯ ') : '  ';
    if (!full.has(item)) return [mark + clipped(draw(item, canvas)[0] ?? '', canvas.width - 2)];
    return draw(item, { ...canvas, width: canvas.width - 2 }, 'full').map(
      (line, row) => (row === 0 ? mark : '  ') + line,
    );
  });
  const before = lines.slice(0, at).reduce((sum, one) => sum + one.length, 0);
  const all = lines.flat();
  const first = Math.min(
    Math.max(0, before - Math.floor(room / 3) + top),
    Math.max(0, all.length - room),
  );
  return (
    <Frame title="Details: ↑ ↓ move, Enter folds, PgUp PgDn scroll, Esc closes">
      <Box flexDirection="column">
        <Text>{all.slice(first, first + room).join('\n')}</Text>
      </Box>
    </Frame>
  );
}

function toggled(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
