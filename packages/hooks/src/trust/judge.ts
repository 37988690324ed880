import { SettingsError } from '../config/read.ts';
import { NotAFileError } from '../files/regular.ts';
import { fileHash } from './fingerprint.ts';
import type { Item } from './items.ts';
import { ABSENT, makePinCheck, type Pin, seenFrom } from './pin.ts';
import type { Approval } from './store.ts';

/** An item beside what was approved of it. */
export interface JudgedItem extends Item {
  /** Its files as they were when it was looked at: just this is what an approval covers. */
  readonly pins: readonly Pin[];
  readonly state: 'approved' | 'unapproved' | 'changed';
  /** Which files changed since the approval, and how. */
  readonly why: readonly string[];
  readonly approval?: Approval;
}

export function judge(item: Item, approvals: readonly Approval[], projectDir: string): JudgedItem {
  const approval = approvals.find(({ kind, id }) => kind === item.kind && id === item.id);
  const pins = pinsOf(item, projectDir);
  if (!approval) return { ...item, pins, state: 'unapproved', why: [] };
  const check = makePinCheck();
  const why = [
    ...approval.files.flatMap((pin) => check(pin, projectDir) ?? []),
    ...unknownFiles(item, approval).map((path) => `${path} is not among what was approved`),
  ];
  return { ...item, pins, state: why.length === 0 ? 'approved' : 'changed', why, approval };
}

const unknownFiles = (item: Item, approval: Approval): string[] =>
  item.scripts.files.filter((path) => !approval.files.some((pin) => pin.path === path));

/** Approves an item as it was looked at. */
export const approvalOf = ({ kind, id, label, content, pins }: JudgedItem): Approval => ({
  kind,
  id,
  label,
  content,
  files: pins,
  at: new Date().toISOString(),
});

const pinsOf = (item: Item, projectDir: string): Pin[] =>
  item.scripts.files.map((path) => ({ path, hash: hashOrAbsent(seenFrom(projectDir, path)) }));

function hashOrAbsent(path: string): string {
  try {
    return fileHash(path);
  } catch (error) {
    if (error instanceof NotAFileError)
      throw new SettingsError(`${path}: cannot be read: ${error.message}`);
    return ABSENT;
  }
}
