import { show } from '@wavehooks/hooks/vocabulary';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
  stripComments,
} from 'jsonc-parser';
import { parseSettings, SettingsError } from '../reading/read.ts';
import { append, fresh, type Insertion, type Item } from './insert.ts';

/** A hook to add, as it shall stand in the settings. */
export interface Addition {
  readonly event: string;
  readonly matcher?: string | undefined;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Adds hooks to settings and keeps every byte that is there. Throws `SettingsError`. */
export function addHooks(
  text: string,
  additions: readonly Addition[],
  file = 'settings.json',
): string {
  const edits = hookInsertions(text, additions, file).map((edit) => ({ ...edit, length: 0 }));
  return checked(applyEdits(text, edits), text, file);
}

/** What `addHooks` puts in, and where. New hooks come last, so the order of the others holds. */
export function hookInsertions(
  text: string,
  additions: readonly Addition[],
  file = 'settings.json',
): Insertion[] {
  const events = byEvent(additions);
  if (events.size === 0) return [];
  const hooks = Object.fromEntries(events);
  if (isBlank(text)) return [{ offset: text.length, content: fresh(text, { hooks }) }];
  const tree = treeOf(text, file);
  const node = findNodeAtLocation(tree, ['hooks']);
  if (!node) return append(text, tree, [{ key: 'hooks', value: hooks }]);
  if (node.type !== 'object')
    throw new SettingsError(`${file}: "hooks": expected an object, got ${showNode(node)}`);
  return intoHooks(text, node, events, file);
}

interface Group {
  readonly matcher?: string;
  readonly hooks: Addition['entry'][];
}

/** Neighbours with the same matcher share a group. */
function byEvent(additions: readonly Addition[]): Map<string, Group[]> {
  const events = new Map<string, Group[]>();
  for (const { event, matcher, entry } of additions) {
    const groups = events.get(event) ?? [];
    const last = groups.at(-1);
    if (last && last.matcher === matcher) last.hooks.push(entry);
    else groups.push({ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] });
    events.set(event, groups);
  }
  return events;
}

function intoHooks(text: string, hooks: Node, events: Map<string, Group[]>, file: string) {
  const items: Item[] = [];
  const insertions: Insertion[] = [];
  for (const [event, groups] of events) {
    const node = findNodeAtLocation(hooks, [event]);
    if (!node) items.push({ key: event, value: groups });
    else if (node.type === 'array') insertions.push(...intoEvent(text, node, groups));
    else throw new SettingsError(`${file}: hooks.${event}: expected a list, got ${showNode(node)}`);
  }
  return items.length > 0 ? [...insertions, ...append(text, hooks, items)] : insertions;
}

/** Only the last group takes more hooks: in an earlier one they would run ahead of the others. */
function intoEvent(text: string, event: Node, groups: readonly Group[]): Insertion[] {
  const last = event.children?.at(-1);
  const hooks = last && findNodeAtLocation(last, ['hooks']);
  const [first, ...rest] = groups;
  if (!first || hooks?.type !== 'array' || matcherOf(last) !== first.matcher)
    return append(text, event, groups.map(asItem));
  const joined = append(text, hooks, first.hooks.map(asItem));
  return rest.length === 0 ? joined : [...joined, ...append(text, event, rest.map(asItem))];
}

const asItem = (value: unknown): Item => ({ value });

const matcherOf = (group: Node | undefined): unknown =>
  group && findNodeAtLocation(group, ['matcher'])?.value;

/** A byte order mark becomes a space, so that every offset stays what it was. */
export const jsonOf = (text: string) => text.replace(/^\uFEFF/, ' ');

/** Nothing but comments. */
export const isBlank = (text: string) => stripComments(jsonOf(text)).trim() === '';

export function treeOf(text: string, file: string): Node {
  parseSettings(file, text);
  const tree = parseTree(jsonOf(text), [], { allowTrailingComma: true });
  if (!tree) throw new SettingsError(`${file}: expected an object, got nothing`);
  return tree;
}

/** An edit that does not give settings back must never reach a file. */
export function checked(text: string, old: string, file: string): string {
  if (text !== old) parseSettings(file, text);
  return text;
}

export const showNode = (node: Node | undefined): string =>
  node?.children ? `an ${node.type}` : show(node && getNodeValue(node));
