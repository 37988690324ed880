import { plural } from '../../base/text.ts';
import type { Tool } from '../../vocabulary/tool.ts';

/** Names told one by one. */
const FEW = 5;

/** What differs between two lists of tools; empty when it is nothing that has a name. */
export function changeText(before: readonly Tool[], now: readonly Tool[]): string {
  return [...shown('added', without(now, before)), ...shown('gone', without(before, now))].join(
    '; ',
  );
}

function without(tools: readonly Tool[], others: readonly Tool[]): string[] {
  const known = new Set(others.map(({ name }) => name));
  return tools.map(({ name }) => name).filter((name) => !known.has(name));
}

const shown = (what: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`${what} ${names.length > FEW ? plural(names.length, 'tool') : names.join(', ')}`];
