import type { HookRun, Item } from './item.ts';

/** What hooks run for. */
type Cause = Extract<Item, { is: 'tool' | 'prompt' }>;

const isCause = (item: Item | undefined): item is Cause =>
  item?.is === 'tool' || item?.is === 'prompt';

/** What hooks said about a call or a prompt stands with it; undefined where it belongs to none that is open. */
export function tied(open: readonly Item[], said: Item): readonly Item[] | undefined {
  const at = open.findIndex((item) => isCause(item) && isAbout(item, said));
  const cause = open[at];
  if (!isCause(cause)) return undefined;
  return open.with(at, { ...cause, notes: [...(cause.notes ?? []), said] });
}

/** Whether its hooks have said something that has not come yet. */
export const awaitsNotes = (item: Item): boolean =>
  item.is === 'prompt' &&
  item.hooks.some(({ runs }) =>
    runs.some(({ effects }) => effects.some((effect) => 'text' in effect && effect.text !== '')),
  );

/** Two calls may have been told the same: each has it once. */
function isAbout({ hooks, notes = [] }: Cause, said: Item): boolean {
  const names = namesIn(said);
  if (!('text' in said) || names.length === 0) return false;
  const isTold = notes.some((note) => 'text' in note && note.text === said.text);
  return (
    !isTold &&
    hooks.some(({ runs }) => runs.some((run) => names.includes(run.hook) && says(run, said.text)))
  );
}

function namesIn(said: Item): readonly string[] {
  if (said.is === 'to-agent') return said.hooks ?? [];
  // Why a turn ended is said in a sentence of its own.
  return said.is === 'told' && said.hook && !said.ends ? [said.hook] : [];
}

const says = ({ effects }: HookRun, text: string): boolean =>
  effects.some((effect) => 'text' in effect && effect.text !== '' && text.includes(effect.text));
