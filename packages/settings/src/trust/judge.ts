import {
  ABSENT,
  fileHash,
  isSameMark,
  lookAt,
  type Mark,
  makePinCheck,
  type Pin,
  type Reach,
  seenFrom,
  UNSEEN,
} from '@wavehooks/hooks/scripts';
import { NotAFileError } from '@wavehooks/process/files';
import { SettingsError } from '../reading/read.ts';
import type { Item } from './items.ts';
import type { Approval } from './store.ts';

/** An item beside what was approved of it. */
export interface JudgedItem extends Item {
  /** Where relative names of its files are seen from. */
  readonly root: string;
  /** Its files as they were when it was looked at: just this is what an approval covers. */
  readonly pins: readonly Pin[];
  readonly state: 'approved' | 'unapproved' | 'changed';
  /** Which files changed since the approval, and how. */
  readonly why: readonly string[];
  readonly approval?: Approval;
}

/**
 * Follows what scripts load by the same rules as long as this number stays: an approval of the same one,
 * all of whose pins hold, has nothing left to find.
 */
const REACH = 3;

export function judge(item: Item, approvals: readonly Approval[], projectDir: string): JudgedItem {
  const approval = approvals.find(({ kind, id }) => kind === item.kind && id === item.id);
  if (!approval) return { ...looked(item, projectDir), state: 'unapproved', why: [] };
  const check = makePinCheck();
  const wrong = approval.files.flatMap((pin) => check(pin, projectDir) ?? []);
  const isWhole =
    approval.reach === REACH && wrong.length === 0 && unknown(item.scripts, approval).length === 0;
  if (isWhole)
    return {
      ...item,
      root: projectDir,
      pins: approval.files,
      state: 'approved',
      why: [],
      approval,
    };
  const now = looked(item, projectDir);
  const unseen = unknown(now.reach(), approval);
  const why = [...wrong, ...unseen.map((mark) => `${mark.path} is not among what was approved`)];
  return { ...now, state: why.length === 0 ? 'approved' : 'changed', why, approval };
}

/** The item with all that it loads, as it is now. */
function looked(item: Item, projectDir: string): Omit<JudgedItem, 'state' | 'why'> {
  const reach = item.reach();
  const pins = pinsOf(reach, projectDir);
  return { ...item, root: projectDir, scripts: reach, reach: () => reach, pins };
}

/** What a command would load and an approval does not know. */
export const unknown = (
  { files, marks = [] }: Pick<Reach, 'files'> & Partial<Pick<Reach, 'marks'>>,
  approval: Approval,
): Mark[] =>
  [...files.map((path) => ({ path })), ...marks].filter(
    (mark) => !approval.files.some((pin) => isSameMark(pin, mark)),
  );

/** Approves an item as it was looked at. */
export const approvalOf = ({ kind, id, label, content, pins }: JudgedItem): Approval => ({
  kind,
  id,
  label,
  content,
  files: pins,
  reach: REACH,
  at: new Date().toISOString(),
});

const pinsOf = ({ files, marks }: Reach, projectDir: string): Pin[] => [
  ...files.map((path) => ({ path, hash: hashOrAbsent(seenFrom(projectDir, path)) })),
  ...marks.map((mark) => facetPin(mark, projectDir)),
];

const facetPin = (mark: Mark, projectDir: string): Pin => ({
  ...mark,
  hash: mark.of ? lookAt(mark.of, seenFrom(projectDir, mark.path), mark.names).value : UNSEEN,
});

function hashOrAbsent(path: string): string {
  try {
    return fileHash(path);
  } catch (error) {
    if (error instanceof NotAFileError)
      throw new SettingsError(`${path}: cannot be read: ${error.message}`);
    return ABSENT;
  }
}
