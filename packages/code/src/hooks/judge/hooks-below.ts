import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Path } from './judged.ts';

export interface Found {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly path: Path;
}

const MAX_DEPTH = 6;

/** All hooks in a piece of a file, however deep it buries them. */
export function hooksBelow(piece: unknown, path: Path, depth = 0): Found[] {
  if (depth > MAX_DEPTH || !isList(piece)) return [];
  if (isObject(piece) && isHook(piece) && !isList(piece['hooks'])) return [{ raw: piece, path }];
  return Object.entries(piece as object).flatMap(([name, inner]) =>
    hooksBelow(inner, [...path, Array.isArray(piece) ? Number(name) : name], depth + 1),
  );
}

export const isHook = (value: Readonly<Record<string, unknown>>): boolean =>
  ['command', 'type', 'url', 'prompt'].some((field) => typeof value[field] === 'string');

export const isList = (value: unknown): boolean => Array.isArray(value) || isObject(value);
