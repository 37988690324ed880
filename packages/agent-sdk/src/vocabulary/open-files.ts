interface Wait {
  readonly signal: AbortSignal;
}

/**
 * Files as the host has them: an editor's buffers, which nobody may have saved yet. Each may be left out, and
 * rejects where the host refuses: the call then fails with its words.
 */
export interface OpenFiles {
  /** The text of a file; undefined where the disk is to be read. */
  read?(path: string, wait: Wait): Promise<string | undefined>;
  /** Puts a whole text into a file and saves it; false where Wave is to write it itself. */
  write?(path: string, text: string, wait: Wait): Promise<boolean>;
}
