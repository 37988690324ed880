/** All addresses that a name stands for. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** What the fetches of a session share. */
export interface WebAccess {
  /** Whether an allow rule names this host, letter for letter: only then may it be on this machine or near it. */
  names(url: URL): boolean;
  readonly lookup: Lookup;
  readonly pages: Pages;
}

/** A page as it was fetched. */
export interface Page {
  /** Where it was in the end. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Its type as the server names it. */
  readonly type: string;
  /** How much was read. */
  readonly bytes: number;
  readonly title: string;
  /** Markdown of an HTML page, anything else as it came. */
  readonly text: string;
  /** There is more of it than was read. */
  readonly cut: boolean;
  /** It is on this machine or near it. */
  readonly inner: boolean;
}

/** Pages that were fetched a short while ago. */
export interface Pages {
  get(url: string): Page | undefined;
  put(url: string, page: Page): void;
}
