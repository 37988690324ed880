/** How much of a project is noted, so that undo can restore what commands did to it. */
export interface UndoLimits {
  /** Files below one root, ignored directories left out; where there are more, it is not covered. */
  readonly files: number;
  /** Things in one ignored directory; a larger one is not covered. */
  readonly ignoredFiles: number;
  /** Megabytes of one file. */
  readonly fileMb: number;
  /** Megabytes of all contents together. */
  readonly storeMb: number;
}

export const UNDO_LIMITS: UndoLimits = {
  files: 50_000,
  ignoredFiles: 2_000,
  fileMb: 64,
  storeMb: 1_024,
};

export const MB = 1024 * 1024;
