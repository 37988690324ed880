/** What code of another language would do, as far as it can be read. */
export interface Heard {
  /** Texts that it hands to a shell. */
  readonly runs: readonly string[];
  /** Texts that it may hand to a shell. */
  readonly maybe: readonly string[];
  /** It runs nothing else: all of it was understood. */
  readonly sure: boolean;
  /** It does nothing but calculate and print: it runs nothing, and opens no file. */
  readonly plain: boolean;
}

export type Reader = (text: string) => Heard;

export const PLAIN: Heard = { runs: [], maybe: [], sure: true, plain: true };

/** Nobody can tell what it does. */
export const UNHEARD: Heard = { runs: [], maybe: [], sure: false, plain: false };

export const running = (...runs: readonly string[]): Heard => ({
  runs,
  maybe: [],
  sure: true,
  plain: false,
});

export const maybeRunning = (...maybe: readonly string[]): Heard => ({
  runs: [],
  maybe,
  sure: true,
  plain: false,
});
