import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every markdown file in a directory and those in it, by name; none where there is no directory. */
export function markdownBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}
