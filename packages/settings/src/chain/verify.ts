import { isObject } from '@wavehooks/hooks/vocabulary';
import { type Head, type Link, sealOf } from './chain.ts';
import { type Drops, readDrops } from './drops.ts';
import { NOTE_EVERY } from './ends.ts';

/** A line of the log and where it is. */
export interface Placed {
  readonly text: string;
  /** `file:line`. */
  readonly at: string;
}

type FaultKind =
  | 'changed'
  | 'missing'
  | 'reordered'
  | 'added'
  | 'cut'
  | 'twice'
  | 'unnoted'
  | 'unreadable';

export interface ChainFault {
  readonly is: FaultKind;
  readonly at?: string;
  /** In words, for the user. */
  readonly text: string;
}

export interface Verified {
  readonly records: number;
  readonly chains: number;
  /** Lines that belong to no chain: older versions wrote them. */
  readonly unchained: number;
  /** Records that a rotation dropped, and said so. */
  readonly dropped: number;
  readonly faults: readonly ChainFault[];
}

interface Record {
  readonly link: Link;
  readonly hash: string;
  readonly at: string;
}

/** Looks at all lines of a log, the oldest first, and at what was noted of the ends of its chains. */
export function verifyLog(
  lines: readonly Placed[],
  heads: ReadonlyMap<string, Head>,
  key: Uint8Array,
): Verified {
  const faults: ChainFault[] = [];
  const records: Record[] = [];
  const notes: Drops[] = [];
  let unchained = 0;
  for (const { text, at } of lines) {
    const value = parsed(text);
    if (value === undefined) {
      faults.push({ is: 'unreadable', at, text: 'the line cannot be read' });
      continue;
    }
    const link = linkOf(value);
    if (link) records.push({ link, hash: sealOf(key, text), at });
    else unchained++;
    // Older versions wrote before there were chains.
    if (!link && 'chain' in value)
      faults.push({ is: 'changed', at, text: 'its place in its chain cannot be read' });
    else if (!link && records.length > 0)
      faults.push({ is: 'added', at, text: 'the line belongs to no chain' });
    // Whoever takes lines away could write such a note as well, but not into a chain.
    if (link && isNote(value)) notes.push(readDrops(value));
  }
  const dropped = lastDropped(notes);
  const chains = Map.groupBy(records, ({ link }) => link.chain);
  for (const [chain, all] of chains)
    faults.push(...faultsOf(all, dropped.get(chain) ?? 0, heads.get(chain), sealOf(key, chain)));
  for (const [chain, head] of heads) {
    if (chains.has(chain) || (dropped.get(chain) ?? 0) >= head.n) continue;
    faults.push({ is: 'cut', text: `all ${head.n} records of chain ${chain} are missing` });
  }
  // Each note says all that the ones before it said.
  const told = notes.at(-1) ?? { dropped: [], before: 0 };
  const gone = told.dropped.reduce((sum, { to }) => sum + to, told.before);
  return { records: records.length, chains: chains.size, unchained, dropped: gone, faults };
}

/** What is wrong with one chain: its lines in the order of the file, what was dropped, and its end. */
function faultsOf(
  all: readonly Record[],
  dropped: number,
  head: Head | undefined,
  origin: string,
): ChainFault[] {
  const faults: ChainFault[] = [];
  let before: Record | undefined;
  for (const record of all) {
    faults.push(...linkFaults(record, before, dropped, origin));
    if (record.link.n > (before?.link.n ?? 0)) before = record;
  }
  return before ? [...faults, ...endFaults(all, before, head)] : faults;
}

/** What is wrong with the end of a chain: its last record, and what was noted of it. */
function endFaults(all: readonly Record[], last: Record, head: Head | undefined): ChainFault[] {
  const { chain, n } = last.link;
  const noted = head?.n ?? 0;
  const faults: ChainFault[] = [];
  const fault = (is: FaultKind, { at }: Record, text: string) => faults.push({ is, at, text });
  if (n < noted)
    fault('cut', last, `chain ${chain} ends after record ${n} of ${noted}: the end is missing`);
  if (n - noted > (noted === 0 ? MOST_BEFORE : MOST_UNNOTED))
    fault(
      ...(['unnoted', last] as const),
      `the end of chain ${chain} is not noted: it has ${n} records, and the last that was noted is ${noted}`,
    );
  for (const record of all) {
    const at = record.link.n;
    if (at === noted && record.hash !== head?.hash)
      fault('changed', record, `record ${at} of chain ${chain} was changed`);
    if (at > noted && head?.end)
      fault(
        ...(['added', record] as const),
        `record ${at} of chain ${chain} was added: the chain ended with record ${noted}`,
      );
  }
  return faults;
}

/** A rotation may write one more line before the end is noted. */
const MOST_UNNOTED = NOTE_EVERY + 1;
/** The beginning is noted with the first record, before which a kill may come. */
const MOST_BEFORE = 2;

function linkFaults(
  { link, at }: Record,
  before: Record | undefined,
  dropped: number,
  origin: string,
): ChainFault[] {
  const { chain, n, prev } = link;
  const expected = (before?.link.n ?? dropped) + 1;
  if (before && n === before.link.n)
    return [{ is: 'twice', at, text: `record ${n} of chain ${chain} is there twice` }];
  if (n < expected)
    return [
      { is: 'reordered', at, text: `record ${n} of chain ${chain} stands behind a later one` },
    ];
  if (n > expected) {
    const gap = n - expected === 1 ? `record ${expected}` : `records ${expected} to ${n - 1}`;
    return [{ is: 'missing', at, text: `${gap} of chain ${chain} missing before record ${n}` }];
  }
  if (!before && n === 1 && prev !== origin)
    return [
      {
        is: 'added',
        at,
        text: `chain ${chain} was not begun by Wave: its first record has no seal`,
      },
    ];
  // The first that is left of a chain has nothing here to be compared with.
  if (!before || prev === before.hash) return [];
  return [
    { is: 'changed', at: before.at, text: `record ${before.link.n} of chain ${chain} was changed` },
  ];
}

const isNote = (value: object): boolean => (value as { is?: unknown }).is === 'rotated';

/** Up to which record of each chain rotations dropped. */
function lastDropped(notes: readonly Drops[]): ReadonlyMap<string, number> {
  const dropped = new Map<string, number>();
  for (const { chain, to } of notes.flatMap((note) => note.dropped))
    dropped.set(chain, Math.max(to, dropped.get(chain) ?? 0));
  return dropped;
}

function linkOf(value: object): Link | undefined {
  const { chain, n, prev } = value as Partial<Link>;
  return typeof chain === 'string' && isCount(n) && typeof prev === 'string'
    ? { chain, n, prev }
    : undefined;
}

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && Number(n) > 0;

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
