/** The bounds that settings can move. */
export interface Limits {
  /** Bytes kept of each stream of a hook. */
  readonly outputBytes: number;
  /** Characters of one text for the agent, the user or the context. */
  readonly textChars: number;
  /** Blocks of Stop in one turn after which the turn ends anyway. */
  readonly stopBlocks: number;
}

export const DEFAULT_LIMITS: Limits = {
  outputBytes: 1024 * 1024,
  textChars: 16_384,
  stopBlocks: 25,
};
