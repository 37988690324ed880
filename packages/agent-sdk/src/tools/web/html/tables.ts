import type { Writer } from './writer.ts';

/** The tables that are open, the innermost last. */
export interface Tables {
  begin(): void;
  end(): void;
  row(): void;
  endRow(): void;
  cell(): void;
}

/** More columns have no line under their names. */
const MAX_COLUMNS = 100;

export function createTables(writer: Writer): Tables {
  const open: { rows: number; cells: number; isLayout: boolean }[] = [];
  return {
    /** A table in the cell of another one: the outer one is there for the layout. */
    begin: () => {
      for (const outer of open) outer.isLayout = true;
      writer.oneLine(false);
      open.push({ rows: 0, cells: 0, isLayout: false });
    },
    end: () => {
      open.pop();
      writer.oneLine(false);
    },
    row: () => {
      const table = open.at(-1);
      writer.oneLine(false);
      writer.break(1);
      if (table) table.cells = 0;
    },
    cell: () => {
      const table = open.at(-1);
      if (!table || table.isLayout) {
        writer.break(1);
        return;
      }
      table.cells++;
      writer.text(table.cells > 1 ? ' | ' : '| ');
      writer.oneLine(true);
    },
    endRow: () => {
      const table = open.at(-1);
      writer.oneLine(false);
      if (table && !table.isLayout && table.cells > 0) {
        writer.text(' |');
        writer.break(1);
        // The first row holds the names.
        if (table.rows++ === 0)
          writer.text(`|${' --- |'.repeat(Math.min(table.cells, MAX_COLUMNS))}`);
      }
      writer.break(1);
    },
  };
}
