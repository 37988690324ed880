import type { EventName } from 'wave-hooks';
import type { Peer } from '../import/peers/peer.ts';

/** Something to say about a hook of another agent's. */
export interface Note {
  /** What it comes to: the hook never fires, it fires and cannot work, it is only worth a word. */
  readonly is: 'never' | 'fails' | 'word';
  readonly text: string;
  readonly fix: string;
}

/** One hook of another agent's file, and whether it fires there and here. */
export interface Judged {
  /** `file:line`. */
  readonly source: string;
  readonly event: string;
  readonly hook: string;
  readonly verdict: 'fires' | 'fails' | 'does not fire' | 'not in Wave';
  readonly notes: readonly Note[];
}

/** A hook with all that stands around it. */
export interface Spot {
  readonly peer: Peer;
  /** Our name of its event; undefined where we have none. */
  readonly event: EventName | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly place: JudgedPlace;
}

/** What a file's commands are seen from. */
export interface JudgedPlace {
  readonly projectDir: string;
  readonly plugin?: { readonly root: string; readonly data: string };
  /** What is set where its hooks run, beside what the agent itself sets. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const never = (text: string, fix: string): Note => ({ is: 'never', text, fix });
export const fails = (text: string, fix: string): Note => ({ is: 'fails', text, fix });
export const word = (text: string, fix: string): Note => ({ is: 'word', text, fix });

export function verdictOf(notes: readonly Note[], inWave: boolean): Judged['verdict'] {
  if (notes.some(({ is }) => is === 'never')) return 'does not fire';
  if (notes.some(({ is }) => is === 'fails')) return 'fails';
  return inWave ? 'fires' : 'not in Wave';
}
