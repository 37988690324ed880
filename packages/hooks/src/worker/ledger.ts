/** What was asked of a worker and by whom an answer is awaited. */
export interface Ledger<T extends object> {
  open(waiting: T): string;
  /** Who waits for it; nobody for a late answer; a line that was not asked for is a fault. */
  answer(id: string): { is: 'awaited'; by: T } | { is: 'late' } | { is: 'unasked' };
  /** Nobody waits any more. False when it was answered before. */
  drop(id: string): boolean;
  /** Everybody who still waits, none of them twice. */
  clear(): T[];
  readonly size: number;
  /** The number of the event asked last; 0 before any. */
  readonly last: number;
  /** The number of the first event that still waits. */
  readonly oldest: number | undefined;
}

/** Ids whose answers may still come. Older ones are forgotten: a worker need not answer what was cancelled. */
const MAX_DROPPED = 1_000;

export function openLedger<T extends object>(): Ledger<T> {
  const open = new Map<string, T>();
  const dropped = new Set<string>();
  let last = 0;
  return {
    get size() {
      return open.size;
    },
    get last() {
      return last;
    },
    get oldest() {
      const [first] = open.keys();
      return first === undefined ? undefined : Number(first);
    },
    open: (waiting) => {
      const id = String(++last);
      open.set(id, waiting);
      return id;
    },
    answer: (id) => {
      const by = open.get(id);
      open.delete(id);
      if (by !== undefined) return { is: 'awaited', by };
      return dropped.delete(id) ? { is: 'late' } : { is: 'unasked' };
    },
    drop: (id) => {
      if (!open.delete(id)) return false;
      dropped.add(id);
      for (const oldest of dropped) {
        if (dropped.size <= MAX_DROPPED) break;
        dropped.delete(oldest);
      }
      return true;
    },
    clear: () => {
      const left = [...open.values()];
      open.clear();
      return left;
    },
  };
}
