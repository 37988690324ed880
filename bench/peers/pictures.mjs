import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart } from '../bars.mjs';
import { inWords, plain, quantity, times } from './report.mjs';

/** A picture for each row, in `dir`; the lines that show them on a page beside it. */
export function draw({ rows, agents }, dir, shownAs) {
  mkdirSync(dir, { recursive: true });
  // What is no row any more has no picture.
  for (const old of readdirSync(dir)) rmSync(join(dir, old));
  return rows.map((row) => {
    const words = inWords(row, agents);
    writeFileSync(join(dir, `${row.key}.svg`), chartOf(row, agents, words));
    return `![${words}](${shownAs}/${row.key}.svg)`;
  });
}

/** The fastest first. */
export function chartOf({ title, figures, unit, floorIs }, agents, words) {
  const bars = agents
    .filter(({ name }) => figures[name])
    .map(({ name, title: who }) => ({
      name: who,
      value: figures[name].median,
      label: `${quantity(figures[name].median, unit)} (${times(figures[name].ratio)})`,
      isOurs: name === 'wave',
    }))
    .sort((a, b) => a.value - b.value);
  const floor = { value: floorIs, label: `node -e 0: ${quantity(floorIs, unit)}` };
  return barChart({ title: capital(plain(title)), words, bars, floor });
}

const capital = (title) => title.charAt(0).toUpperCase() + title.slice(1);
