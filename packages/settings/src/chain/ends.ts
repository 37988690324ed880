import type { Chain } from './chain.ts';
import { noteHead } from './heads.ts';

/** Notes where a chain ends, so that a cut end is found. */
export interface Ends {
  /** A line of a session was written. */
  wrote(session: string | undefined): void;
  /** It ends here, and nothing follows. */
  end(): void;
}

/** So many records may be cut off unnoticed after a kill. */
export const NOTE_EVERY = 50;

/** Keeps the ends of a chain in a directory, with the first session that it is about. Its beginning is noted at once. */
export function openEnds(dir: string, chain: Chain): Ends {
  let session: string | undefined;
  let noted = 0;
  let ended = false;
  const note = (end: boolean) => {
    const { head } = chain;
    if (!head || (head.n === noted && end === ended)) return;
    noteHead(dir, session ?? '', end ? { ...head, end } : head);
    noted = head.n;
    ended = end;
  };
  return {
    wrote: (id) => {
      session ??= id;
      // Whatever comes after the end moves it.
      if (ended) note(true);
      else if (noted === 0 || (chain.head?.n ?? 0) - noted >= NOTE_EVERY) note(false);
    },
    end: () => note(true),
  };
}
