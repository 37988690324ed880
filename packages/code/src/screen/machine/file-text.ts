import { readFileSync, type Stats, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { counted } from '../text/lines.ts';

/** A longer one is not looked at only to be drawn. */
const MOST_BYTES = 1024 * 1024;

/** What is in a file now; null where there is none, undefined where a change of it could not be shown. */
export function textAt(path: unknown): string | null | undefined {
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined;
  const stats = statsOf(path);
  if (stats === null) return null;
  if (!stats?.isFile() || stats.size > MOST_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** How large a file is that is there already; undefined where there is none. */
export function existing(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isAbsolute(path)) return undefined;
  const stats = statsOf(path);
  return stats?.isFile() ? counted(stats.size, 'byte') : undefined;
}

/** A path comes from the model: whatever is wrong with it, there is nothing to show. */
function statsOf(path: string): Stats | null | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return undefined;
  }
}
