import type { Difference, DirectoryEntry, Entry } from './entry.ts';
import { ignoresAt } from './ignored.ts';
import type { UndoLimits } from './limits.ts';
import { isLarge } from './look.ts';
import type { Uncovered } from './roots.ts';

/** The places below a directory that nobody looks into. */
export function uncoveredIn(path: string, { children }: DirectoryEntry): Uncovered[] {
  const found: Uncovered[] = [];
  for (const [name, child] of children as ReadonlyMap<string, Entry>) {
    if (child.is === 'uncovered') found.push({ path: `${path}/${name}`, why: child.why });
    if (child.is === 'directory') found.push(...uncoveredIn(`${path}/${name}`, child));
  }
  return found;
}

/** Whether a difference changes which places those are. */
export const isAboutCover = ({ was, now }: Difference) =>
  was?.is === 'uncovered' || now?.is === 'uncovered';

export const isTooLarge = (root: string, { files }: UndoLimits): boolean => {
  const rules = ignoresAt(root);
  return isLarge(root, files, (path) => rules.ignores(path));
};

export const tooLargeText = ({ files }: UndoLimits) =>
  `it holds more than ${files.toLocaleString('en')} files`;
