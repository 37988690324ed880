import { lstatSync } from 'node:fs';
import type { HooksObject, Path } from '@wavehooks/hooks/entries';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { isHeld, MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A settings file: JSON with comments, and where each piece of it stands. */
export interface SettingsFile {
  readonly file: string;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly hooks: HooksObject;
  /** Where a piece of `hooks` stands: `file:line`. */
  locate(path: Path): string;
  /** The same for a piece of the whole file. */
  locateIn(path: Path): string;
}

/** A file that cannot be read as settings: nothing may start without its guards. */
export class SettingsError extends Error {
  /** Told apart by this, since each bundle has a class of its own. */
  readonly isSettings = true;

  /** Where it is and what, where the two are known apart: the message has both. */
  readonly fault: { readonly at: string; readonly text: string } | undefined;

  constructor(message: string, fault?: SettingsError['fault']) {
    super(message);
    this.fault = fault;
  }
}

const faultAt = (at: string, text: string) => new SettingsError(`${at}: ${text}`, { at, text });

/** undefined when there is no such file. */
export function readSettingsFile(file: string): SettingsFile | undefined {
  const text = readSettingsText(file);
  return text === undefined ? undefined : parseSettings(file, text);
}

/** The same before it is parsed. */
export function readSettingsText(file: string): string | undefined {
  try {
    return readTextFile(file, MOST_WRITTEN);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isLink(file)) return undefined;
    // While a sandbox runs, it bars the place of a file that is missing.
    if (isHeld(file)) return undefined;
    throw faultAt(file, `cannot be read: ${(error as Error).message}`);
  }
}

/** A link that leads nowhere is a file that is missing its guards, not a missing file. */
const isLink = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

export function parseSettings(file: string, text: string): SettingsFile {
  const { value, locateIn, fail } = parseObject(file, text);
  const hooks = value['hooks'] ?? {};
  if (!isObject(hooks))
    return fail(['hooks'], `"hooks": expected an object of events, got ${show(hooks)}`);
  return { file, text, value, hooks, locate: (path) => locateIn(['hooks', ...path]), locateIn };
}

/** A file that holds one object, and where each piece of it stands. Throws `SettingsError`. */
export interface ParsedObject extends Pick<SettingsFile, 'value' | 'locateIn'> {
  /** Says what is wrong with a piece of it. */
  fail(path: Path, message: string): never;
}

export function parseObject(file: string, text: string): ParsedObject {
  const fail = (offset: number, message: string): never => {
    throw faultAt(`${file}:${positionOf(text, offset)}`, message);
  };
  const errors: ParseError[] = [];
  const tree = parseBounded(text.replace(/^\uFEFF/, ' '), errors, fail);
  const first = errors[0];
  if (text.trim() === '') return fail(0, 'the file is empty; expected an object, such as {}');
  if (first)
    return fail(first.offset, `not valid JSON: ${words(printParseErrorCode(first.error))}`);
  if (!tree) return fail(0, 'not valid JSON');
  const long = overfull(tree);
  if (long)
    fail(long.offset, `expected at most ${MOST_CHILDREN} entries, got ${long.children?.length}`);
  const twice = doubled(tree);
  if (twice) fail(twice.offset, `"${twice.name}" is given twice: all but the last would be lost`);
  const value: unknown = getNodeValue(tree);
  if (!isObject(value)) return fail(tree.offset, `expected an object, got ${show(value)}`);
  const line = linesOf(text);
  return {
    value,
    locateIn: (path) => `${file}:${line(nearest(tree, path).offset)}`,
    fail: (path, message) => fail(findNodeAtLocation(tree, [...path])?.offset ?? 0, message),
  };
}

/** What is nested without end overflows the stack of the parser. */
function parseBounded(
  text: string,
  errors: ParseError[],
  fail: (at: number, why: string) => never,
) {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return fail(0, 'nested too deeply to be read');
  }
}

/** Where JSON goes wrong: `line:column: what`; undefined when it is right. */
export function jsonFault(
  text: string,
  form: 'plain' | 'with comments' = 'plain',
): string | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: form === 'plain' });
  const first = errors[0];
  return first && `${positionOf(text, first.offset)}: ${words(printParseErrorCode(first.error))}`;
}

/** The node at `path`, or the closest one above it. */
function nearest(tree: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

/** Each is looked up for what is said of it, among the others. */
const MOST_CHILDREN = 5_000;

/** The first object or list that holds more than anybody wrote. */
function overfull(node: Node): Node | undefined {
  const { children = [] } = node;
  if (children.length > MOST_CHILDREN) return node;
  for (const child of children) {
    const inner = overfull(child);
    if (inner) return inner;
  }
  return undefined;
}

/** The first name that stands twice in one object. */
function doubled(node: Node): { name: string; offset: number } | undefined {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value)) return { name: key.value, offset: key.offset };
    if (key) seen.add(key.value);
    const inner = doubled(child);
    if (inner) return inner;
  }
  return undefined;
}

/** Says in which line a character is. Every rule of a file is looked for, so the lines are counted once. */
function linesOf(text: string): (offset: number) => number {
  let ends: readonly number[] | undefined;
  return (offset) => {
    ends ??= [...text.matchAll(/\n/g)].map(({ index }) => index);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** `CommaExpected` → `comma expected`. */
const words = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
