import { FILES } from './files.ts';
import { GIT } from './git.ts';
import type { Program } from './program.ts';
import { TEXT } from './text.ts';

/** A part of the table: rows by the program's names, with `|` between several of one. */
export type Rows = Readonly<Record<string, Program>>;

/** The table of programs: what the options and arguments of those that agents use do. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [FILES, GIT, TEXT].flatMap((rows: Rows) =>
    Object.entries(rows).flatMap(([names, row]) =>
      names.split('|').map((name): [string, Program] => [name, row]),
    ),
  ),
);
