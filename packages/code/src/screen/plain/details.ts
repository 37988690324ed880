import { draw } from '../draw/item.ts';
import type { Item } from '../state/item.ts';
import { CANVAS, type Desk } from './questions/desk.ts';

/** What there is more to say of than was said. */
const STEPS: ReadonlySet<Item['is']> = new Set(['prompt', 'thought', 'tool', 'hooks', 'to-agent']);

/** /details: the last steps in full, with every hook's run and both of its streams. */
export function details({ controller, print }: Desk, words: string): void {
  const count = words === '' ? 1 : Number(words);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`/details, or /details and how many steps, as in /details 5; not "${words}"`);
  const { printed, open } = controller.store.get();
  const steps = [...printed, ...open].filter(({ is }) => STEPS.has(is));
  const lines = steps.slice(-count).flatMap((item) => draw(item, CANVAS, 'full'));
  print(...(lines.length === 0 ? ['There is nothing to show yet.'] : lines));
}
