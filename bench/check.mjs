import { PROMISES, unkept } from './limits.mjs';
import { limitText, measured } from './table.mjs';

/** What does not hold: each row with its figures, each group that did not come to its end, each promise that no row keeps. */
export function faults(rows, broken, promises = PROMISES) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return [
    ...rows
      .filter(({ ok }) => ok === false)
      .map((row) => `${row.group}: ${row.name}: ${measured(row)}, limit ${limitText(row)}`),
    ...broken.map(({ group, problem }) => `${group}: ${problem}`),
    ...unkept(promises, groups, rows),
  ];
}

export function summary(rows, broken, promises = PROMISES) {
  const limited = rows.filter(({ ok }) => ok !== undefined);
  const held = limited.filter(({ ok }) => ok).length;
  const wrong = faults(rows, broken, promises);
  return [
    `${held} of ${limited.length} limits hold`,
    ...(wrong.length > 0 ? ['does not hold:', ...wrong.map((one) => `  ${one}`)] : []),
  ].join('\n');
}
