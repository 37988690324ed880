/** What the wire server is told to answer; see `server.ts`. */
export type Reply = Answer | Failure | Raw;

/** An answer of the model, block by block, in the protocol that was spoken to. */
export interface Answer {
  readonly blocks: readonly WireBlock[];
  /** `window`: the context window is full. Only Anthropic has a word for it; elsewhere it is `length`. */
  readonly stop?: 'length' | 'refusal' | 'pause' | 'window';
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached: number;
    /** What was put into the cache; only Anthropic tells. */
    readonly written?: number;
  };
  /** Breaks off after so many events: the socket is cut, the body ends early, nothing follows, or nothing but signs of life. */
  readonly broken?: { readonly how: 'cut' | 'end' | 'hang' | 'murmur'; readonly after: number };
  /** Waits so long before every event. */
  readonly slowMs?: number;
}

export type WireBlock =
  | { readonly text: string; readonly citations?: readonly object[] }
  /** A search that the provider makes itself: what it found, or the code of its error. */
  | { readonly search: string; readonly found: readonly object[] | string; readonly id?: string }
  | { readonly thinking: string; readonly signature: string }
  | { readonly redacted: string }
  /** `raw` is sent in place of the input's JSON, to try input that is none. */
  | {
      readonly call: string;
      readonly input: unknown;
      readonly id?: string;
      readonly raw?: string;
    };

/** An HTTP error in the protocol's own shape. */
export interface Failure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly message?: string;
}

/** A body as it is, with status 200: garbage, an error event, a login page. */
export interface Raw {
  readonly body: string;
  readonly contentType?: string;
}

export const say = (text: string, more: Partial<Answer> = {}): Answer => ({
  blocks: [{ text }],
  ...more,
});

export const call = (name: string, input: unknown, id?: string): Answer => ({
  blocks: [{ call: name, input, ...(id ? { id } : {}) }],
});

export const fail = (status: number, more: Omit<Failure, 'status'> = {}): Failure => ({
  status,
  ...more,
});

/** Pieces with odd borders, as a network makes them. */
export function pieces(text: string, size: number): string[] {
  return text === '' ? [] : (text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []);
}

export const DEFAULT_USAGE = { input: 100, output: 20, cached: 0 };
