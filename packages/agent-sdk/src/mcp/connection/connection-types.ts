import type { ZodType } from 'zod';
import type { Challenge } from '../login/challenge.ts';

/** What can change about a server while it is connected. */
export type ListName = 'tools' | 'resources' | 'prompts';

/** The same, and what servers list without a word when it changes. */
export type AnyList = ListName | 'templates';

/** How far a call is, in the server's words. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A server that answered, and can be asked. */
export interface Connection {
  /** Which lists it has. */
  readonly has: Readonly<Record<ListName, boolean>>;
  /** What it can beside its lists. */
  readonly can: { readonly subscribe: boolean; readonly log: boolean };
  /** The revision of the protocol that both speak. */
  readonly protocol: string | undefined;
  /** The session that it named. */
  readonly session: string | undefined;
  /** What it wants models to know, in its own words. */
  readonly instructions: string | undefined;
  /** Tells it that the project's directories changed. */
  rootsChanged(): void;
  request<T>(asked: Asked<T>): Promise<Reply<T>>;
  /** Settles with the reason once it is over. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

export interface Asked<T> {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  /** Sent with it where the connection has headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the answer must be; loose, so that one odd piece does not cost the rest. */
  readonly schema: ZodType<T>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  /** `refused`: the server said no. `broken`: it cannot be talked to any more. */
  | {
      readonly ok: false;
      readonly is: 'refused' | 'invalid' | 'timeout' | 'aborted' | 'broken';
      readonly text: string;
    }
  /** It wants a token, or a better one. It has done nothing yet. */
  | NeedsLogin;

export interface NeedsLogin {
  readonly ok: false;
  readonly is: 'login';
  readonly text: string;
  readonly challenge: Challenge;
}
