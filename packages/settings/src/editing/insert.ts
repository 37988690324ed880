import type { Node } from 'jsonc-parser';

/** A piece of text to put in; nothing that is there is touched. */
export interface Insertion {
  readonly offset: number;
  readonly content: string;
}

/** An element of a list, or with a key a property of an object. */
export interface Item {
  readonly key?: string;
  readonly value: unknown;
}

/** How a text is laid out, so that what is added looks like its neighbours. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
  /** The whole document stands on one line. */
  readonly oneLine: boolean;
  readonly spaced: boolean;
}

/** Adds items at the end of a list or an object. Comments stay with what they stand behind. */
export function append(text: string, container: Node, items: readonly Item[]): Insertion[] {
  const last = container.children?.at(-1);
  const from = last ? endOf(last) : container.offset + 1;
  const gap = text.slice(from, endOf(container) - 1);
  const comma = last ? commaIn(gap) : -1;
  const content = added(text, container, gap, items, comma >= 0);
  const place = { offset: from + withoutEnd(gap).length, content };
  return last && comma < 0 ? [{ offset: from, content: ',' }, place] : [place];
}

/** A document of its own, for a text that has none yet. */
export function fresh(text: string, value: unknown): string {
  const { eol, unit } = layoutOf(text);
  const apart = /[^\s\uFEFF]/.test(text) && !/[\r\n]$/.test(text) ? eol : '';
  return `${apart}${JSON.stringify(value, null, unit).replaceAll('\n', eol)}${eol}`;
}

export const endOf = (node: Node) => node.offset + node.length;

/** Where the first comma stands that is not in a comment; -1 when there is none. */
export const commaIn = (gap: string): number =>
  gap.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, (found) => ' '.repeat(found.length)).indexOf(',');

function added(
  text: string,
  container: Node,
  gap: string,
  items: readonly Item[],
  trailing: boolean,
): string {
  const layout = layoutOf(text);
  const isEmpty = !container.children?.length;
  const inLines = endsLine(gap) || (isEmpty && !layout.oneLine);
  return inLines
    ? lines(text, container, gap, items, trailing, layout)
    : inline(items, isEmpty, trailing, layout);
}

function lines(
  text: string,
  container: Node,
  gap: string,
  items: readonly Item[],
  trailing: boolean,
  { eol, unit }: Layout,
): string {
  const last = container.children?.at(-1);
  const hasOwnEnd = endsLine(gap);
  const base = indentAt(text, hasOwnEnd ? endOf(container) - 1 : container.offset);
  const indent = last && startsLine(text, last) ? indentAt(text, last.offset) : base + unit;
  const shown = items.map(
    (item) =>
      eol + indent + named(item, ': ', JSON.stringify(item.value, null, unit), eol + indent),
  );
  return `${shown.join(',')}${trailing ? ',' : ''}${hasOwnEnd ? '' : eol + base}`;
}

function inline(items: readonly Item[], isEmpty: boolean, trailing: boolean, layout: Layout) {
  const space = layout.spaced ? ' ' : '';
  const shown = items.map((item) => named(item, `:${space}`, oneLine(item.value, layout.spaced)));
  return `${isEmpty ? '' : space}${shown.join(`,${space}`)}${trailing ? ',' : ''}`;
}

const named = ({ key }: Item, colon: string, value: string, newline = '\n') =>
  `${key === undefined ? '' : JSON.stringify(key) + colon}${value.replaceAll('\n', newline)}`;

/** Texts hold no real line break in JSON, so every one found is layout. */
const oneLine = (value: unknown, spaced: boolean) =>
  spaced ? JSON.stringify(value, null, 1).replace(/\n */g, ' ') : JSON.stringify(value);

export function layoutOf(text: string): Layout {
  const breaks = /\r\n|\n|\r/.exec(text);
  const indent = /^([ \t]+)"/m.exec(text)?.[1];
  return {
    eol: breaks?.[0] ?? '\n',
    unit: indent?.startsWith('\t') ? '\t' : (indent ?? '  '),
    oneLine: !/[\r\n]/.test(text.trim()) && text.includes('"'),
    spaced: breaks !== null || text.includes('": '),
  };
}

/** Only what JSON calls white space: anything else may be the end of a comment. */
const withoutEnd = (text: string) => text.replace(/[ \t\r\n]+$/, '');

const endsLine = (gap: string) => /[\r\n]/.test(gap.slice(withoutEnd(gap).length));

const lineStart = (text: string, offset: number) =>
  Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;

export const indentAt = (text: string, offset: number) =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';

export const startsLine = (text: string, { offset }: Node) =>
  /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
