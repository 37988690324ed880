import { setTimeout as wait } from 'node:timers/promises';
import { AFTERMATH_MS, endGroup, GRACE_MS } from './group.ts';
import { ownMarks } from './run-mark.ts';
import { processes, type Row, rowOf } from './table.ts';

/** All that came of a program, as far as it can be found: also what left its group or session. */
export interface Kin {
  /** Takes in who came since. */
  look(): void;
  /** Those outside of the program's group, or all. */
  signal(signal: NodeJS.Signals, whom: 'outside' | 'all'): void;
  /** Whether any that was found is still there. */
  lives(): boolean;
}

/**
 * Ends a program and all that it started: TERM, then KILL. While the program lives, its children and theirs
 * are found by their parents; those whose parent has ended by its mark. Who has neither any more (a daemon
 * that closed its descriptors and cleared its environment) is not found.
 */
export async function endKin(leader: number, leaderGone: Promise<unknown>): Promise<void> {
  const limit = performance.now() + GRACE_MS;
  // Before the first signal: who loses its parent can no longer be found by it.
  const kin = kinOf(leader);
  kin.signal('SIGTERM', 'outside');
  await endGroup(leader, leaderGone);
  await isGone(kin, limit);
  const last = performance.now() + AFTERMATH_MS;
  do endNow(kin);
  while (
    !(await isGone(kin, Math.min(performance.now() + STEP_MS, last))) &&
    performance.now() < last
  );
}

const STEP_MS = 25;

/** More than once: somebody may fork while we look. */
const MAX_ROUNDS = 20;

/** Ends what is there of a program's kin, without waiting for anything. */
export function endNow(kin: Kin): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    kin.look();
    if (!kin.lives()) return;
    kin.signal('SIGKILL', 'all');
  }
}

async function isGone(kin: Kin, limit: number): Promise<boolean> {
  for (let step = 2; kin.lives(); step = Math.min(step * 2, STEP_MS)) {
    if (performance.now() >= limit) return false;
    await wait(step);
  }
  return true;
}

/** `mark` is one more text by which its processes are known, such as NAME=value in their environment. */
export function kinOf(leader: number | undefined, mark?: string): Kin {
  const known = new Map<number, Row>();
  let rows = processes();
  const own = rows.find(({ pid }) => pid === leader);
  const marks = [mark ?? '', ...(own ? ownMarks(own.traces()) : [])].filter(Boolean);
  take();
  return {
    look: () => {
      rows = processes();
      take();
    },
    signal: (signal, whom) => {
      for (const row of known.values())
        if ((whom === 'all' || row.group !== leader) && isThere(row)) send(row.pid, signal);
    },
    lives: () => [...known.values()].some(isThere),
  };

  function take(): void {
    // A number that was given to somebody else since is none of ours.
    for (const { pid, started } of rows)
      if ((known.get(pid)?.started ?? started) !== started) known.delete(pid);
    const ids = new Set([...known.keys(), ...(leader === undefined ? [] : [leader])]);
    // Who is older than the program did not come of it.
    const later = rows.filter(({ started }) => started >= (own?.started ?? 0));
    for (const row of kinAmong(later, ids, marks)) known.set(row.pid, row);
  }
}

/** Those among all processes that are named, bear a mark, or belong to one who is or does. */
export function kinAmong(
  rows: readonly Row[],
  named: ReadonlySet<number>,
  marks: readonly string[],
): readonly Row[] {
  const ids = new Set(named);
  const isKin = ({ pid, parent, group, session, traces }: Row) =>
    [pid, parent, group, session].some((id) => ids.has(id)) || bears(traces, marks);
  const kin: Row[] = [];
  let rest = rows.filter(({ pid }) => pid !== process.pid);
  for (let found = rest.filter(isKin); found.length > 0; found = rest.filter(isKin)) {
    kin.push(...found);
    for (const { pid } of found) ids.add(pid);
    rest = rest.filter(({ pid }) => !ids.has(pid));
    // Who bears no mark was seen to bear none.
    marks = [];
  }
  return kin;
}

function bears(traces: () => string, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const text = traces();
  return marks.some((mark) => text.includes(mark));
}

/** Whether it is still alive, and the same. */
function isThere({ pid, started }: Row): boolean {
  if (process.platform === 'linux') return rowOf(String(pid))?.started === started;
  return send(pid, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // It ended just now.
    return false;
  }
}
