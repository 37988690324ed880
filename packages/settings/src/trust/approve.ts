import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ABSENT, hashOf, seenFrom } from '@wavehooks/hooks/scripts';
import { readRegularFile, readTextFile, writePrivate } from '@wavehooks/process/files';
import { approvalOf, type JudgedItem } from './judge.ts';
import { type Approval, changeApprovals } from './store.ts';

/** A script larger than this is approved by its hash alone. */
const MAX_COPY_BYTES = 256 * 1024;

/**
 * Approves items of a project as they were looked at, which may be longer ago than the last change. Of what
 * is `gone` from the project's files, their earlier versions are retired.
 */
export async function approve(
  home: string,
  projectDir: string,
  items: readonly JudgedItem[],
  gone: readonly Approval[] = [],
): Promise<Approval[]> {
  if (items.length === 0) return [];
  const fresh = items.map(approvalOf);
  const retired = gone.filter((old) => items.some((item) => isSuccessor(old, item)));
  for (const { files } of fresh) for (const pin of files) keepCopy(home, projectDir, pin);
  await changeApprovals(home, projectDir, (before) => [
    ...before.filter((old) => ![...fresh, ...retired].some((one) => isSame(one, old))),
    ...fresh,
  ]);
  return fresh;
}

const isSame = (a: Named, b: Named): boolean => a.kind === b.kind && a.id === b.id;

/** Whether an item is a later version of what was approved: same kind, same name, same event. */
export const isSuccessor = (old: Approval, item: JudgedItem): boolean =>
  old.kind === item.kind &&
  old.label === item.label &&
  eventOf(old.content) === eventOf(item.content);

const eventOf = (content: unknown) => (content as { event?: unknown } | null)?.event;

type Named = Pick<Approval, 'kind' | 'id'>;

/** Forgets approvals: of what is gone, or what is no longer wanted. */
export async function forget(
  home: string,
  projectDir: string,
  old: readonly Named[],
): Promise<void> {
  if (old.length === 0) return;
  await changeApprovals(home, projectDir, (before) =>
    before.filter((one) => !old.some((other) => isSame(one, other))),
  );
}

/** The items of one list that another does not have. */
export const itemsWithout = (
  items: readonly JudgedItem[],
  others: readonly Named[],
): JudgedItem[] => items.filter((item) => !others.some((other) => isSame(item, other)));

const copyPath = (home: string, hash: string) => join(home, '.wave', 'approved', hash);

/** What was approved is kept, so that a review can show what changed since. */
function keepCopy(
  home: string,
  projectDir: string,
  { path, hash, of }: Approval['files'][number],
): void {
  if (of || hash === ABSENT || existsSync(copyPath(home, hash))) return;
  try {
    const bytes = readRegularFile(seenFrom(projectDir, path));
    const text = bytes.toString('utf8');
    if (bytes.length <= MAX_COPY_BYTES && hashOf(bytes) === hash)
      writePrivate(copyPath(home, hash), text);
  } catch {
    // Without a copy a review says that the file changed, and cannot say how.
  }
}

export function approvedText(home: string, hash: string): string | undefined {
  try {
    return readTextFile(copyPath(home, hash));
  } catch {
    return undefined;
  }
}
