import { Text } from 'ink';
import stringWidth from 'string-width';
import { printable } from '../../cli/style.ts';
import type { Completion } from '../editor/complete.ts';
import { clipped } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';

export const MOST_OFFERS = 8;

interface OffersProps {
  readonly offers: readonly Completion[];
  readonly pick: number;
  readonly room: number;
}

/** A longer name pushes what it is about out of its column, and not all others. */
const MOST_NAME = 24;

/** What could stand there, in columns: a few around the one that Tab takes, and how many there are. */
export function Offers({ offers, pick, room }: OffersProps) {
  const { paint, width } = useCanvas(2);
  if (offers.length === 0 || room < 1) return null;
  const rows = offers.length > room ? Math.max(1, room - 1) : room;
  const start = Math.min(Math.max(0, pick - rows + 1), Math.max(0, offers.length - rows));
  const column = columnOf(offers, width);
  return (
    <>
      {offers.slice(start, start + rows).map(({ label, about }, at) => {
        const name = printable(label);
        const pad = ' '.repeat(Math.max(0, column - stringWidth(name)));
        const room = width - 4 - Math.max(column, stringWidth(name));
        return (
          <Text key={label}>
            {start + at === pick ? paint('accent', '❯ ') : '  '}
            {clipped(name, width - 2)}
            {about && room > 3 ? `${pad}  ${paint('quiet', clipped(printable(about), room))}` : ''}
          </Text>
        );
      })}
      {offers.length > rows && room > 1 ? (
        <Text>{paint('quiet', `  ${pick + 1} of ${offers.length}; ↑ ↓ move`)}</Text>
      ) : null}
    </>
  );
}

/** The same for all that are offered, so that nothing moves while one goes through them. */
function columnOf(offers: readonly Completion[], width: number): number {
  const names = offers.filter(({ about }) => about !== '').map(({ label }) => stringWidth(label));
  return Math.min(Math.max(0, ...names), MOST_NAME, Math.floor(width / 2));
}
