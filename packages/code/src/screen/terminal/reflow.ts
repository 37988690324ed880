type Env = Readonly<Record<string, string | undefined>>;

/** Terminals that cut lines where they get narrower, instead of breaking them anew; the first row that fits counts. */
const REFLOWS: readonly (readonly [is: (env: Env) => boolean, reflows: boolean])[] = [
  [(env) => !!env['TMUX'], true],
  [(env) => !!env['STY'], false],
  [(env) => !!env['XTERM_VERSION'], false],
  [(env) => /^(linux|rxvt|st-|st$|urxvt)/.test(env['TERM'] ?? ''), false],
];

export const reflows = (env: Env): boolean => REFLOWS.find(([is]) => is(env))?.[1] ?? true;

/**
 * tmux breaks a row anew with the cells behind its end that were erased, so that there are more rows than
 * anybody can count. There each row is written whole, and none has such cells. It also keeps what is erased from
 * the first row of the screen on in the scrollback, and Ink erases so what was drawn with a cursor in it.
 */
export const keepsErased = (env: Env): boolean => !!env['TMUX'];

/** What stands on the terminal: how wide each row of it is, and where the cursor is, or is not shown. */
export interface Drawn {
  readonly widths: readonly number[];
  readonly caret: { readonly x: number; readonly y: number } | undefined;
}

/** The rows that lines take in so many columns. */
const rowsIn = (widths: readonly number[], columns: number): number =>
  widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);

/**
 * What leads to where the cursor would be if nothing had been broken anew: up over the rows that there are
 * more. From a cursor that is not shown, which stands below all of it, these are erased on the way.
 */
export function overReflow({ widths, caret }: Drawn, columns: number): string {
  if (!caret) return '\u001b[2K\u001b[1A'.repeat(rowsIn(widths, columns) - widths.length);
  const above = rowsIn(widths.slice(0, caret.y), columns) + Math.floor(caret.x / columns);
  return moved(above - caret.y);
}

/** Empties each row by itself. It begins and ends where `overReflow` leads to, also if rows below were dropped. */
export function emptied({ widths, caret }: Drawn, columns: number): string {
  if (!caret) return '';
  const rows = rowsIn(widths, columns);
  const each = '\u001b[2K\n'.repeat(rows);
  return `${moved(caret.y)}${each}${moved(rows - caret.y)}`;
}

const moved = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');

/** What is redrawn in place, as it is now. */
export interface Place {
  /** Where the terminal's cursor was put, by whoever has it. */
  caret: Drawn['caret'];
  /** How many rows it takes; none where nobody counts them. */
  rows: () => number;
}

/** There is one terminal. */
export const PLACE: Place = { caret: undefined, rows: () => 0 };

/** How far the top of a frame is above the cursor that its last write left; undefined where that is not known. */
export function aboveCursor(write: string, { caret, rows }: Place): number | undefined {
  if (SHOWS_CURSOR.test(write)) return caret?.y;
  const all = rows();
  return all === 0 ? undefined : all - (write.endsWith('\n') ? 0 : 1);
}

const SHOWS_CURSOR = /\u001b\[\?25h$/;

/** Switches of the terminal that Ink writes by themselves, around a frame. */
export const isSwitch = (write: string): boolean => /^\u001b\[\?\d+[hl]$/.test(write);

/** Ink begins at the top of the window where the frame before filled that. */
const FROM_HOME = /^\u001b\[1;1H\u001b\[J/;

/**
 * A terminal that gets higher shows rows of its scrollback again, some of them before Ink knows. Ink would erase
 * these; the top of its own frame is where the cursor says.
 */
export const fromOwnTop = (frame: string, above: number | undefined): string =>
  above === undefined ? frame : frame.replace(FROM_HOME, `${moved(above)}\r\u001b[J`);

/** Ink goes down from the caret to the end of its last frame before it draws the next one. */
const DOWN_FROM_CARET = /^\u001b\[\?25l\u001b\[(\d+)B/;

/**
 * A terminal that gets lower drops the rows below its cursor, some of them before Ink knows. Going down
 * would stop at the last row, and what Ink then draws upwards would cover printed text. Line feeds
 * scroll instead.
 */
export const withRowsBelow = (frame: string): string =>
  frame.replace(DOWN_FROM_CARET, (_all, rows: string) => `\u001b[?25l${'\n'.repeat(Number(rows))}`);
