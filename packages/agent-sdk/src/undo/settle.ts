import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Conversation } from '../conversation.ts';
import { isTemporary } from '../tools/save-file.ts';
import type { History } from './history.ts';
import { lookAt } from './look.ts';

/**
 * Edits that were cut off by a sudden end of their process: what is there now is noted as their work,
 * so that what others do from here on is told apart, and what was left half-written is removed.
 */
export function settle(conversation: Pick<Conversation, 'note'>, history: History): void {
  for (const path of cutOff(history)) {
    removeTemporary(dirname(path));
    conversation.note({ is: 'file', when: 'after', path, state: lookAt(path) });
  }
}

function cutOff({ facts }: History): string[] {
  const open = new Set<string>();
  for (const fact of facts) {
    if (fact.is === 'before') open.add(fact.path);
    if (fact.is === 'after') open.delete(fact.path);
  }
  return [...open];
}

function removeTemporary(dir: string): void {
  try {
    for (const name of readdirSync(dir).filter(isTemporary))
      rmSync(join(dir, name), { force: true });
  } catch {
    // A directory that is gone has nothing left in it.
  }
}
