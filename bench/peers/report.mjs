import { readFileSync, writeFileSync } from 'node:fs';
import { busyWords } from '../measure.mjs';

const START = '<!-- printed: peers -->\n';
const END = '<!-- end printed -->';

/** The table of docs/performance.md. The best of each row stands out. */
export function markdown({ agents, rows, problems, node, rounds, machine }) {
  const busy = busyWords(machine);
  const head = ['', ...agents.map(({ title, version }) => `${title} ${version}`), '`node -e 0`'];
  const body = rows.map((row) => [
    row.title,
    ...agents.map(({ name }) => cellOf(row, name)),
    quantity(row.floorIs, row.unit),
  ]);
  return [
    ...[head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Measured in one run with Node ${node} on ${machine.processors} processors, in ${rounds === 1 ? 'one round' : `${rounds} rounds`}. In brackets: the ratio to \`node -e 0\`.`,
    ...(busy ? [`\n**${busy}.**`] : []),
    ...problems.map(({ title, what }) => `\n${title}, ${what}.`),
  ].join('\n');
}

function cellOf({ figures, unit }, name) {
  const one = figures[name];
  if (one === undefined) return '–';
  const text = `${quantity(one.median, unit)} (${times(one.ratio)})`;
  const best = Math.min(...Object.values(figures).map(({ median }) => median));
  return one.median === best ? `**${text}**` : text;
}

const times = (ratio) => `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1)} ×`;

/** As people say it. */
function quantity(value, unit) {
  if (unit === 'ms' && value >= 1_000)
    return `${(value / 1_000).toFixed(value >= 10_000 ? 0 : 1)} s`;
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} ${unit}`;
}

/** The table, where the page has its place for it. */
export function putIntoPage(file, text) {
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file}: expected ${START.trim()} and ${END}`);
  writeFileSync(file, `${page.slice(0, from + START.length)}${text}\n${page.slice(to)}`);
}
