import { draw } from '../draw/item.ts';
import type { Item } from '../state/item.ts';
import { CANVAS, type Desk } from './questions/desk.ts';

/** What there is more to say of than was said. */
const STEPS: ReadonlySet<Item['is']> = new Set(['thought', 'tool', 'hooks', 'to-agent', 'diff']);

/** Of a prompt without hooks there is no more: it stands between steps, and counts as none. */
const isStep = (item: Item): boolean =>
  STEPS.has(item.is) || (item.is === 'prompt' && item.hooks.length > 0);

/** /details: the last steps in full, with every hook's run and both of its streams. */
export function details({ controller, print }: Desk, words: string): void {
  const count = words === '' ? 1 : Number(words);
  if (!isCount(count))
    throw new Error(`/details, or /details and how many steps, as in /details 5; not "${words}"`);
  const canvas = { ...CANVAS, root: controller.agent.projectDir };
  const { before, printed, open } = controller.store.get();
  const items = [...before, ...printed, ...open];
  const shown = items.filter((item) => isStep(item) || item.is === 'prompt');
  const steps = shown.flatMap((item, at) => (isStep(item) ? [at] : []));
  const lines = shown
    .slice(steps.at(-count) ?? 0, (steps.at(-1) ?? -1) + 1)
    .flatMap((item) => draw(item, canvas, 'full'));
  print(...(lines.length === 0 ? ['There is nothing to show yet.'] : lines));
}

/** /earlier: what a resumed conversation had before what was read out of it. */
export function earlier({ controller, print }: Desk, words: string): void {
  const count = words === '' ? Number.POSITIVE_INFINITY : Number(words);
  if (words !== '' && !isCount(count))
    throw new Error(`/earlier, or /earlier and how many, as in /earlier 20; not "${words}"`);
  const canvas = { ...CANVAS, root: controller.agent.projectDir };
  const { before } = controller.store.get();
  const lines = before.slice(-count).flatMap((item) => draw(item, canvas));
  print(...(lines.length === 0 ? ['Nothing stands above what was read out.'] : lines));
}

const isCount = (count: number): boolean => Number.isInteger(count) && count > 0;
