/** A list to choose from: a panel on the screen, a question with numbers in the plain mode. */
export interface Listing {
  readonly title: string;
  /** What is worth knowing beside the rows, in few lines. */
  readonly notes?: readonly string[];
  /** What is to be read first, by page where it is long. */
  readonly lines?: readonly string[];
  readonly rows: readonly ListRow[];
  /** The list that one came from. */
  back?(): Listing;
  /** Keys that were meant for something else choose nothing; the last row is marked at first. */
  readonly careful?: true;
  /** Why nobody can choose any more; undefined while somebody can. */
  over?(): string | undefined;
}

export interface ListRow {
  readonly label: string;
  readonly about?: string;
  /** A letter that chooses it, too. */
  readonly key?: string;
  /** What is asked for first; what is typed then goes to `choose`. */
  readonly prompt?: string;
  /** Gives what is to be chosen next because of it, if anything. */
  choose(typed: string): Listing | undefined | Promise<Listing | undefined>;
}

/** A row that does something, and leaves nothing to choose. */
export const acting =
  (act: (typed: string) => void): ListRow['choose'] =>
  (typed) => {
    act(typed);
    return undefined;
  };
