/**
 * How the rows of the terminal are shared. What is redrawn in place has to be lower than the terminal,
 * or parts of it would stay behind in the scrollback.
 */
export const ROOMS: Rooms = {
  /** Beside them: the spinner, what is queued, the rule, the status line, and one row that stays free. */
  prompt: (rows: number) => shared(rows - 5, 2),
  /** Beside them: the spinner, what is queued, a title, the pager, an empty line, five options, status, one free. */
  dialog: (rows: number) =>
    rows < LOW ? { live: 0, own: Math.max(1, rows - 12) } : shared(rows - 12, 3),
  /** The same where every row counts: no spinner, no empty line, an option a row, of which there are four. */
  confirm: (rows: number) =>
    isTight(rows) ? { live: 0, own: Math.max(1, rows - 9) } : ROOMS.dialog(rows),
  panel: (rows: number) => ({ live: 0, own: Math.max(1, rows - 10) }),
};

type Rooms = Readonly<
  Record<'prompt' | 'dialog' | 'confirm' | 'panel', (rows: number) => { live: number; own: number }>
>;

/** With fewer rows still, what is asked about would hardly be seen beside what stands around it. */
export const isTight = (rows: number): boolean => rows < 18;

/** With fewer rows a question has all of them: what it is about stands in it. */
const LOW = 30;

/** What still changes gets one part of so many, the place where the user acts the rest. */
function shared(rows: number, parts: number): { live: number; own: number } {
  const free = Math.max(1, rows);
  const live = Math.floor(free / parts);
  return { live, own: free - live };
}
