import { rmSync } from 'node:fs';
import type { Conversation } from '../conversation/conversation.ts';
import type { History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { changesOf } from './found-changes.ts';
import { atOnce, makersOf } from './spans.ts';
import { openTree, type TreeOptions } from './tree/project-tree.ts';
import { hasTree } from './tree/tree-state.ts';

interface Settling {
  readonly conversation: Pick<Conversation, 'note' | 'tell'>;
  readonly history: History;
  readonly store: Store;
}

/**
 * Calls that were cut off by a sudden end of their process: what is different now from what was noted before
 * them is taken for their work. Without such a call the tree is only handed on.
 */
export function settleSpans(options: TreeOptions, parts: Settling): void {
  try {
    if (!hasTree(options.places)) {
      rmSync(options.places.dir, { recursive: true, force: true });
      return;
    }
    const tree = openTree(options);
    const [sure, shared] = [tree.left.filter((one) => !one.shared), tree.left];
    const made = makersOf(
      sure.map(({ by }) => by),
      shared,
    );
    if (made) {
      const found = atOnce(tree.note(tree.roots()));
      const files = changesOf(found, {
        ...parts,
        tree,
        from: Infinity,
        repositories: new Set(),
        again: true,
      });
      if (files.length > 0) parts.conversation.note({ is: 'changed', ...made, files });
    }
    tree.close();
  } catch (error) {
    const why = (error as Error).message;
    parts.conversation.tell('warning', `What the last command changed cannot be undone: ${why}`);
  }
}
