const NAME_WIDTH = 52;
const WIDTH = 10;

/** The rows of one group as text. A column is as wide in any group, so that the tables of a run line up. */
export function table(rows) {
  const line = ([name, ...cells]) =>
    [name.padEnd(NAME_WIDTH), ...cells.map((cell) => cell.padStart(WIDTH))].join('  ').trimEnd();
  const body = rows.map(({ name, median, unit, floor, ratio, limit, ok }) =>
    [
      line([
        name,
        quantity(median, unit),
        floor === undefined ? '' : quantity(floor, unit),
        ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
        ok === undefined ? '' : ok ? 'yes' : 'NO',
      ]),
      limit,
    ]
      .filter(Boolean)
      .join('   at most '),
  );
  const head = line(['case', 'median', 'floor', 'ratio', 'holds']);
  return [rows[0]?.group ?? '', head, ...body, ''].join('\n');
}

/** Three digits that mean something. */
function quantity(value, unit) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

/** What does not hold: each row with its figures, and each group that did not come to its end. */
export const faults = (rows, broken) => [
  ...rows
    .filter(({ ok }) => ok === false)
    .map(({ group, name, median, unit, floor, limit }) => {
      const beside = floor === undefined ? '' : ` beside ${quantity(floor, unit)}`;
      return `${group}: ${name}: ${quantity(median, unit)}${beside}, limit ${limit}`;
    }),
  ...broken.map(({ group, problem }) => `${group}: ${problem}`),
];

export function summary(rows, broken) {
  const limited = rows.filter(({ ok }) => ok !== undefined);
  const wrong = faults(rows, broken);
  return [
    `${limited.filter(({ ok }) => ok).length} of ${limited.length} limits hold`,
    ...(wrong.length > 0 ? ['does not hold:', ...wrong.map((one) => `  ${one}`)] : []),
  ].join('\n');
}
