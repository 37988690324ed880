import type { History } from '../editor/history.ts';
import type { Item } from '../state/item.ts';

interface GiveBackParts {
  readonly history: History;
  readonly fill: (text: string) => void;
  readonly show: (item: Item) => void;
}

/** Prompts that were not sent. Each is one of its own: the last is in the box again, the others are behind it. */
export function giveBack(queued: readonly string[], { history, fill, show }: GiveBackParts): void {
  const last = queued.at(-1);
  if (last === undefined) return;
  for (const text of queued.slice(0, -1)) history.remember(text);
  fill(last);
  const others = queued.length - 1;
  if (others > 0)
    show({
      is: 'told',
      tone: 'info',
      text: `Not sent: the last prompt that waited is in the input again; ↑ brings the ${others} before it.`,
    });
}
