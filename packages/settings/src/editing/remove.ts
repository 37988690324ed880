import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  stripComments,
} from 'jsonc-parser';
import { checked, treeOf } from './edit.ts';
import { removal } from './removal.ts';

/** Takes hooks out of settings and keeps every other byte, comments included. Throws `SettingsError`. */
export function removeHooks(
  text: string,
  isMeant: (entry: unknown) => boolean,
  file = 'settings.json',
  /** Events whose lists stay, even when they are left empty. */
  keep: readonly string[] = [],
): string {
  let now = text;
  // One at a time: every removal moves commas that the next one looks at.
  const next = () => find(now, isMeant, file, keep);
  for (let spot = next(); spot; spot = next())
    now = applyEdits(now, removal(now, spot.container, spot.index));
  return checked(now, text, file);
}

interface Spot {
  readonly container: Node;
  readonly index: number;
}

function find(
  text: string,
  isMeant: (entry: unknown) => boolean,
  file: string,
  keep: readonly string[],
): Spot | undefined {
  const hooks = findNodeAtLocation(treeOf(text, file), ['hooks']);
  for (const event of hooks?.type === 'object' ? (hooks.children ?? []) : [])
    for (const group of listOf(event.children?.[1])) {
      // Some agents have no groups.
      if (isMeant(getNodeValue(group))) return widest(text, event, event, group, keep);
      for (const entry of listOf(findNodeAtLocation(group, ['hooks'])))
        if (isMeant(getNodeValue(entry))) return widest(text, event, group, entry, keep);
    }
  return undefined;
}

const listOf = (node: Node | undefined): readonly Node[] =>
  node?.type === 'array' ? (node.children ?? []) : [];

/**
 * A group or an event that would be left empty goes as well, unless a comment stands in it: somebody
 * wrote that, and it stays where it was written.
 */
function widest(
  text: string,
  event: Node,
  group: Node,
  entry: Node,
  keep: readonly string[],
): Spot {
  const alone = ({ parent }: Node) => parent?.children?.length === 1;
  const silent = ({ offset, length }: Node) => {
    const part = text.slice(offset, offset + length);
    return stripComments(part).length === part.length && !isFollowed(text, offset + length);
  };
  const target = !(alone(entry) && silent(group)) ? entry : alone(group) ? event : group;
  const stays = keep.includes(event.children?.[0]?.value) || !silent(event);
  const whole = target === event && stays ? group : target;
  const container = whole.parent ?? whole;
  return { container, index: container.children?.indexOf(whole) ?? 0 };
}

/** A comment on the same line belongs to what stands before it. */
const isFollowed = (text: string, end: number) => /^[ \t]*,?[ \t]*\/[/*]/.test(text.slice(end));
