const COLUMNS = [
  { title: 'case', of: ({ name }) => name, align: 'left' },
  { title: 'median', of: ({ median, unit }) => quantity(median, unit) },
  { title: 'floor', of: ({ floor, unit }) => (floor === undefined ? '' : quantity(floor, unit)) },
  { title: 'ratio', of: ({ ratio }) => (ratio === undefined ? '' : times(ratio)) },
  { title: 'limit', of: limitText },
  { title: 'holds', of: ({ ok }) => (ok === undefined ? '' : ok ? 'yes' : 'NO'), align: 'left' },
];

/** A column is as wide as it has to be for any group, so that the tables of a run line up. */
const NAME_WIDTH = 52;
const WIDTH = 10;

/** The rows of one group as text. */
export function table(rows) {
  const head = line(COLUMNS.map(({ title }) => title));
  const title = rows[0]?.group ?? '';
  const body = rows.map((row) => line(COLUMNS.map(({ of }) => of(row))));
  return [title, head, ...body, ...memoryOf(rows), ''].join('\n');
}

/** What the agents of a group really hold, where they are to hold a certain memory. */
function memoryOf(rows) {
  const held = new Map();
  for (const { megabytes, resident } of rows)
    if (resident !== undefined)
      held.set(megabytes, new Set(held.get(megabytes)).add(quantity(resident, 'MB')));
  const texts = [...held].map(([size, found]) => `${size} MB: ${[...found].join(' and ')}`);
  return texts.length === 0 ? [] : [`resident memory of the agents: ${texts.join('; ')}`];
}

const line = (cells) =>
  cells
    .map((cell, at) => pad(cell, at))
    .join('  ')
    .trimEnd();

function pad(cell, at) {
  const width = at === 0 ? NAME_WIDTH : WIDTH;
  return COLUMNS[at].align === 'left' ? cell.padEnd(width) : cell.padStart(width);
}

/** A row's limit in words. */
export function limitText({ limit, unit }) {
  if (!limit) return '';
  if (limit.over !== undefined) return `+ ${quantity(limit.over, unit)}`;
  return limit.ratio === undefined ? quantity(limit.median, unit) : times(limit.ratio);
}

/** What was measured, in the terms of its limit. */
export function measured({ limit, median, ratio, over, unit }) {
  if (limit.over !== undefined) return `+ ${quantity(over, unit)}`;
  return limit.ratio === undefined ? quantity(median, unit) : times(ratio);
}

const times = (ratio) => `${ratio.toFixed(2)} x`;

/** Three digits that mean something. */
function quantity(value, unit) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
