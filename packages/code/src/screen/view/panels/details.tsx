import { stripVTControlCharacters } from 'node:util';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { printable } from '../../../cli/style.ts';
import { draw } from '../../draw/item.ts';
import { type Press, pressesOf } from '../../editor/keys.ts';
import type { Item } from '../../state/item.ts';
import { keyOf } from '../../state/on-agent.ts';
import type { Dialog, State } from '../../state/state.ts';
import { type Canvas, clipped } from '../../text/lines.ts';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { useKeys } from '../parts/keys.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { useNow } from '../parts/now.ts';
import { ROOMS } from '../parts/rooms.ts';
import { type Folds, inView, moved, placeNote, startOf, thingAt } from './folds.ts';
import type { PanelProps } from './panels.tsx';

/** The conversation again, to fold open: each thing in a line, or in full. */
export function Details({ context, onClose }: PanelProps) {
  const state = context.controller.store.get();
  // Things are known by their place, which a wipe changes.
  return <Things key={state.wiped} state={state} onClose={onClose} />;
}

function Things({ state, onClose }: { readonly state: State; readonly onClose: () => void }) {
  const canvas = useCanvas(4);
  const items = [...state.before, ...state.printed, ...state.open].filter(
    ({ is }) => is !== 'welcome',
  );
  const asked = useState(() => askedAt(items, state.dialogs[0]))[0];
  const place = useNow<Folds>(
    asked === -1
      ? { at: items.length - 1, top: Number.MAX_SAFE_INTEGER }
      : { at: asked, top: asked },
  );
  const full = useNow<ReadonlySet<number>>(new Set());
  const [query, setQuery] = useState('');
  const [searching, setSearching] = useState(false);
  const inner = { ...canvas, width: canvas.width - 2 };
  const room = ROOMS.panel(canvas.rows).own;
  const linesOf = (item: Item, at: number): string[] =>
    full.get().has(at) ? draw(item, inner, 'full') : [headOf(item, inner)];
  const look = () => {
    const heights = items.map((item, at) => (full.get().has(at) ? linesOf(item, at).length : 1));
    const at = Math.max(0, Math.min(items.length - 1, place.get().at));
    return { extent: { heights, room }, folds: { ...place.get(), at } };
  };
  /** The next thing that has it, from the one behind the marked one on, and round. */
  const search = (wanted: string) => {
    const { folds } = look();
    const order = items.map((_, at) => (folds.at + 1 + at) % items.length);
    const at = order.find((one) => hasText(items[one], wanted, inner));
    if (at === undefined) return;
    full.set(new Set([...full.get(), at]));
    const { heights } = look().extent;
    const line = linesOf(items[at] as Item, at).findIndex((one) => isIn(one, wanted));
    // What follows the line is worth seeing as well.
    place.set({ at, top: startOf(at, heights) + Math.max(0, line - Math.floor(room / 2)) });
  };
  useKeys((input, key) => {
    const [press] = pressesOf(input, key);
    const typed = press?.is === 'edit' && press.edit.is === 'insert' ? press.edit.text : '';
    if (typed === 'q' || (press && CLOSING.has(press.is))) return onClose();
    if (typed === '/') return setSearching(true);
    if (typed === 'n' && query !== '') return search(query);
    const { extent, folds } = look();
    const to = moved(inBounds(folds, extent), key, extent);
    if (to) return place.set(to);
    if (press?.is !== 'send' && typed !== ' ') return;
    full.set(toggled(full.get(), folds.at));
    place.set(inView(folds, look().extent));
  }, !searching);
  if (items.length === 0) return <Frame title="Nothing to show yet">{null}</Frame>;
  const { extent, folds } = look();
  const { at, top } = inBounds(folds, extent);
  const again = query === '' ? '' : `; n: next with "${printable(query)}"`;
  return (
    <Frame title="Details: ↑ ↓ PgUp PgDn Home End move, Enter folds, / searches, Esc closes">
      <Box flexDirection="column">
        <Text>{shownLines(items, linesOf, { at, top }, extent, canvas).join('\n')}</Text>
        {searching ? (
          <LineInput
            prompt="Search:"
            onDone={(text) => {
              setSearching(false);
              setQuery(text);
              search(text);
            }}
            onEscape={() => setSearching(false)}
          />
        ) : (
          <Text wrap="truncate">{canvas.paint('quiet', placeNote(at, items.length) + again)}</Text>
        )}
      </Box>
    </Frame>
  );
}

const hasText = (item: Item | undefined, wanted: string, canvas: Canvas): boolean =>
  item !== undefined && draw(item, canvas, 'full').some((line) => isIn(line, wanted));

const isIn = (line: string, wanted: string): boolean =>
  stripVTControlCharacters(line).toLowerCase().includes(wanted.toLowerCase());

const CLOSING: ReadonlySet<Press['is']> = new Set(['escape', 'interrupt', 'details']);

/** The call that a question is about, which need not be the last; -1 where there is none. */
function askedAt(items: readonly Item[], dialog: Dialog | undefined): number {
  if (dialog?.is !== 'confirm') return -1;
  const { call, agent } = dialog.request;
  const key = keyOf(call, agent?.id);
  return items.findLastIndex((item) => item.is === 'tool' && item.block.id === key);
}

type Extent = Parameters<typeof inView>[1];

/** What was shown may have become shorter or longer since. */
function inBounds({ at, top }: Folds, { heights, room }: Extent): Folds {
  return { at, top: Math.max(0, Math.min(top, startOf(heights.length, heights) - room)) };
}

const headOf = (item: Item, canvas: Canvas): string =>
  clipped((draw(item, canvas)[0] ?? draw(item, canvas, 'full')[0]) || '', canvas.width);

/** Only what is in view is drawn: a long conversation is long. */
function shownLines(
  items: readonly Item[],
  linesOf: (item: Item, at: number) => string[],
  { at, top }: Folds,
  { heights, room }: Extent,
  { paint }: Canvas,
): string[] {
  const first = thingAt(top, heights);
  const last = thingAt(top + room - 1, heights);
  const lines = items.slice(first, last + 1).flatMap((item, index) =>
    linesOf(item, first + index).map((line, row) => {
      const isHere = row === 0 && first + index === at;
      return (isHere ? paint('accent', '❯ ') : '  ') + line;
    }),
  );
  const skipped = top - startOf(first, heights);
  return lines.slice(skipped, skipped + room);
}

function toggled(set: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(at)) next.add(at);
  return next;
}
