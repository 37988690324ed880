import type { EventName } from '@wavehooks/hooks';
import type { Opened } from '@wavehooks/settings';
import type { Level, Peer } from '../import/peers/peer.ts';

/** Something to say about a hook of another agent's. */
export interface Note {
  /** The hook never fires, it fires and cannot work, it works there and not here, it is only worth a word. */
  readonly is: 'never' | 'fails' | 'elsewhere' | 'word';
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
  /** The matcher of its group, as it is written. */
  readonly matcher: unknown;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly place: JudgedPlace;
}

/** What a file's commands are seen from. */
export interface JudgedPlace {
  readonly projectDir: string;
  readonly plugin?: { readonly root: string; readonly data: string };
  /** What is set where its hooks run, beside what the agent itself sets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Wave's own settings: which addresses hooks may call. */
  readonly settings?: Opened['settings'];
}

export const never = (text: string, fix: string): Note => ({ is: 'never', text, fix });
export const fails = (text: string, fix: string): Note => ({ is: 'fails', text, fix });
export const elsewhere = (text: string, fix: string): Note => ({ is: 'elsewhere', text, fix });
export const word = (text: string, fix: string): Note => ({ is: 'word', text, fix });

/** Whether a note already says why a hook does not work here. */
export const isGrave = ({ is }: Note): boolean => is !== 'word';

export function verdictOf(notes: readonly Note[], inWave: boolean): Judged['verdict'] {
  if (notes.some(({ is }) => is === 'never')) return 'does not fire';
  if (notes.some(({ is }) => is === 'fails')) return 'fails';
  return inWave && !notes.some(({ is }) => is === 'elsewhere') ? 'fires' : 'not in Wave';
}

export type Path = readonly (string | number)[];

/** A file of another agent's, as far as it could be read. */
export interface JudgedFile {
  /** All of it. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Where its hooks stand in it. */
  readonly at: Path;
  readonly hooks: unknown;
  readonly locateIn: (path: Path) => string;
  readonly place: JudgedPlace;
  /** Whose it is, where it lies in one of the usual places. */
  readonly level?: Level;
}
