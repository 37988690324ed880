import { rowOptions } from '../../src/look-up/row-options.ts';
import type { Option, Program } from '../../src/programs/program.ts';
import { PROGRAMS } from '../../src/programs/table.ts';

/** A row of the table, with the words that lead to it. */
export interface Row {
  readonly path: readonly string[];
  readonly row: Program;
}

/** Every row: programs, and each of their verbs. */
export const rows: readonly Row[] = [...PROGRAMS].flatMap(([name, row]) => below([name], row));

function below(path: readonly string[], row: Program): readonly Row[] {
  const verbs = Object.entries(row.verbs ?? {}).flatMap(([names, inner]) => {
    const verb = names.split('|')[0] ?? '';
    const everywhere = row.everywhere ?? inner.everywhere ?? '';
    return below([...path, verb === '*' ? 'other' : verb], { ...inner, everywhere });
  });
  return [{ path, row }, ...verbs];
}

/** The options of a row, each with all its spellings. */
export function optionsIn(row: Program): readonly (readonly [Option, readonly string[]])[] {
  const spellings = Map.groupBy(rowOptions(row), ([, option]) => option);
  return [...spellings].map(([option, list]) => [option, list.map(([name]) => name)]);
}
