/**
 * How the rows of the terminal are shared. What is redrawn in place has to be lower than the terminal,
 * or parts of it would stay behind in the scrollback.
 */
export const ROOMS = {
  /** Beside them: the spinner, the rule, the status line, and one row that stays free. */
  prompt: (rows: number) => shared(rows - 4, 2),
  /** Beside them: the spinner, a title, the pager, an empty line, five rows of options, status, one free. */
  dialog: (rows: number) => shared(rows - 11, 3),
  panel: (rows: number) => ({ live: 0, own: Math.max(1, rows - 9) }),
} as const;

/** What still changes gets one part of so many, the place where the user acts the rest. */
function shared(rows: number, parts: number): { live: number; own: number } {
  const free = Math.max(1, rows);
  const live = Math.floor(free / parts);
  return { live, own: free - live };
}
