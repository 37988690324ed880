import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Conversation } from '../conversation/conversation.ts';
import { isTemporary } from '../files/save-file.ts';
import type { Edit, History } from './edit-history.ts';
import { lookAt, lookAtNoted } from './look-at-file.ts';
import { isWide } from './undo-plan.ts';

/**
 * Edits that were cut off by a sudden end of their process: what is there now is noted as their work,
 * so that what others do from here on is told apart, and what was left half-written is removed.
 */
export function settle(conversation: Pick<Conversation, 'note'>, history: History): void {
  for (const edit of cutOff(history)) {
    const { path, open } = edit;
    removeTemporary(dirname(path));
    const state = isWide(edit) ? lookAtNoted(path) : lookAt(path);
    for (let n = 0; n < open; n++) conversation.note({ is: 'file', when: 'after', path, state });
  }
}

const cutOff = ({ facts }: History): Edit[] =>
  facts.filter((fact): fact is Edit => fact.is === 'edit' && fact.open > 0);

function removeTemporary(dir: string): void {
  try {
    for (const name of readdirSync(dir).filter(isTemporary))
      rmSync(join(dir, name), { force: true });
  } catch {
    // A directory that is gone has nothing left in it.
  }
}
