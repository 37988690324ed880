import { applyEdits, findNodeAtLocation, type Node } from 'jsonc-parser';
import { SettingsError } from '../reading/read.ts';
import { type Addition, checked, isBlank, showNode, treeOf } from './edit.ts';
import { append, fresh, type Insertion, type Item } from './insert.ts';

/** What such a file says of its form; without it, agents read nothing of it. */
const VERSION = 1;

/**
 * Adds hooks to a file in which an event lists its entries without groups, as Cursor and Copilot CLI have
 * it, and keeps every byte that is there. Throws `SettingsError`.
 */
export function addFlatHooks(text: string, additions: readonly Addition[], file: string): string {
  const edits = insertions(text, additions, file).map((edit) => ({ ...edit, length: 0 }));
  return checked(applyEdits(text, edits), text, file);
}

function insertions(text: string, additions: readonly Addition[], file: string): Insertion[] {
  const events = Map.groupBy(additions, ({ event }) => event);
  const lists = [...events].map(
    ([event, found]) => [event, found.map(({ entry }) => entry)] as const,
  );
  const hooks = Object.fromEntries(lists);
  if (isBlank(text))
    return [{ offset: text.length, content: fresh(text, { version: VERSION, hooks }) }];
  const tree = treeOf(text, file);
  const version = findNodeAtLocation(tree, ['version'])
    ? []
    : [{ key: 'version', value: VERSION } as const];
  const node = findNodeAtLocation(tree, ['hooks']);
  if (!node) return append(text, tree, [...version, { key: 'hooks', value: hooks }]);
  if (node.type !== 'object')
    throw new SettingsError(`${file}: "hooks": expected an object, got ${showNode(node)}`);
  const own = version.length > 0 ? append(text, tree, version) : [];
  return [...intoHooks(text, node, lists, file), ...own];
}

function intoHooks(
  text: string,
  hooks: Node,
  lists: readonly (readonly [string, readonly Addition['entry'][]])[],
  file: string,
): Insertion[] {
  const items: Item[] = [];
  const found: Insertion[] = [];
  for (const [event, entries] of lists) {
    const node = findNodeAtLocation(hooks, [event]);
    if (!node) items.push({ key: event, value: entries });
    else if (node.type === 'array')
      found.push(
        ...append(
          text,
          node,
          entries.map((value) => ({ value })),
        ),
      );
    else throw new SettingsError(`${file}: hooks.${event}: expected a list, got ${showNode(node)}`);
  }
  return items.length > 0 ? [...found, ...append(text, hooks, items)] : found;
}
