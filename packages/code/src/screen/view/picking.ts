import type { Controller } from '../control/controller.ts';
import { BLANK, type Editor, refilled } from '../editor/editor.ts';
import type { Press } from '../editor/keys.ts';
import type { Queued } from '../state/state.ts';
import type { Now } from './parts/now.ts';

interface Picking {
  readonly picked: Now<number | undefined>;
  readonly queued: () => readonly Queued[];
  readonly controller: Pick<Controller, 'takeBack' | 'history'>;
}

/** What a key does to the prompts that wait; undefined where it is for the input. */
export function pickedBy(press: Press, now: Editor, parts: Picking): Editor | undefined {
  const { picked, queued, controller } = parts;
  const ids = queued().map(({ id }) => id);
  const at = ids.indexOf(picked.get() ?? -1);
  const key = press.is === 'edit' ? press.edit.is : press.is;
  if (at === -1) {
    picked.set(undefined);
    if (key !== 'up' || now.text !== '' || ids.length === 0) return undefined;
    picked.set(ids.at(-1));
    return now;
  }
  const id = ids[at] as number;
  if (key === 'up' || key === 'down') {
    picked.set(key === 'up' ? ids[Math.max(0, at - 1)] : ids[at + 1]);
    return now;
  }
  picked.set(undefined);
  if (key === 'escape') return now;
  if (key === 'send') {
    const text = controller.takeBack(id);
    return text === undefined ? now : refilled(BLANK, text);
  }
  if (key !== 'delete-left' && key !== 'delete-right') return undefined;
  const text = controller.takeBack(id);
  // It is not lost: arrow up finds it.
  if (text !== undefined) controller.history.remember(text);
  return now;
}
