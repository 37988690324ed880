import { ARCHIVES } from './archives.ts';
import { CONTAINERS } from './containers.ts';
import { DATABASES } from './databases.ts';
import { EDITORS } from './editors.ts';
import { FILES } from './files.ts';
import { GIT } from './git.ts';
import { INTERPRETERS } from './interpreters.ts';
import { NETWORK } from './network.ts';
import { PACKAGES } from './packages.ts';
import type { Program } from './program.ts';
import { SYSTEM } from './system.ts';
import { TEXT } from './text.ts';

/** A part of the table: rows by the program's names, with `|` between several of one. */
type Rows = Readonly<Record<string, Program>>;

export const PARTS: readonly Rows[] = [
  ARCHIVES,
  CONTAINERS,
  DATABASES,
  EDITORS,
  FILES,
  GIT,
  INTERPRETERS,
  NETWORK,
  PACKAGES,
  SYSTEM,
  TEXT,
];

/** The table of programs: what the options and arguments of those that agents use do. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  PARTS.flatMap((rows) =>
    Object.entries(rows).flatMap(([names, row]) =>
      names.split('|').map((name): [string, Program] => [name, row]),
    ),
  ),
);
