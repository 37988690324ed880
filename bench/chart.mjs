import { WAYS } from './memory/ways.mjs';

/** What the chart shows: a panel each, from rows of the group `launcher`. */
const PANELS = [
  { title: 'One hook, from the event to its verdict', metric: 'time', work: 'one' },
  { title: 'The event loop stands still meanwhile', metric: 'still', work: 'one, 16 kB in' },
];

const COLOURS = {
  raw: '#8a8a8a',
  direct: '#d0603a',
  launcher: '#2f7d6b',
  worker: '#a3842c',
  function: '#5b6fb5',
};
const SPARE = ['#8b5a9f', '#4f7f9f'];

const PANEL = { width: 430, height: 250, left: 58, top: 44, gap: 40 };
const LEGEND_HEIGHT = 40;
/** Milliseconds at the bottom and the top of the scale, which is logarithmic. */
const SCALE = { from: 0.01, to: 1_000 };

/** The rows as a picture; undefined when they have nothing for it. */
export function chart(rows) {
  const panels = PANELS.map((panel) => ({
    ...panel,
    rows: rows.filter(({ metric, work }) => metric === panel.metric && work === panel.work),
  })).filter((panel) => panel.rows.length > 0);
  if (panels.length === 0) return undefined;
  const ways = [...new Set(panels.flatMap((panel) => panel.rows.map(({ way }) => way)))];
  const width = panels.length * (PANEL.width + PANEL.left) + PANEL.gap;
  const height = PANEL.top + PANEL.height + 40 + LEGEND_HEIGHT;
  const body = [
    ...panels.map((panel, at) => drawPanel(panel, ways, at * (PANEL.width + PANEL.left))),
    legend(ways, height - 14),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>What a hook costs, by the memory of the agent</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${body.join('\n')}
</svg>
`;
}

function drawPanel({ title, rows }, ways, x) {
  const sizes = [...new Set(rows.map(({ megabytes }) => megabytes))].sort((a, b) => a - b);
  const slot = PANEL.width / sizes.length;
  const barWidth = (slot - 24) / ways.length;
  const bars = rows.map((row) => {
    const left = sizes.indexOf(row.megabytes) * slot + 12 + ways.indexOf(row.way) * barWidth;
    return bar(row, ways, left, barWidth);
  });
  const names = sizes.map((size, at) =>
    label((at + 0.5) * slot, PANEL.height + 18, `${size.toLocaleString('en')} MB`),
  );
  return `<g transform="translate(${x + PANEL.left} ${PANEL.top})">
${label(PANEL.width / 2, -22, title, 'font-weight="bold"')}
${[...grid(), ...bars, ...names].join('\n')}
</g>`;
}

function grid() {
  const lines = [];
  for (let ms = SCALE.from; ms <= SCALE.to * 1.001; ms *= 10)
    lines.push(
      `<line x1="0" x2="${PANEL.width}" y1="${heightOf(ms)}" y2="${heightOf(ms)}" stroke="#e2e2e2"/>`,
      label(-6, heightOf(ms) + 4, `${Number(ms.toPrecision(1))} ms`, 'text-anchor="end"'),
    );
  return lines;
}

function bar(row, ways, left, width) {
  const ms = row.unit === 'µs' ? row.median / 1_000 : row.median;
  const top = heightOf(Math.min(Math.max(ms, SCALE.from * 1.1), SCALE.to));
  const [x, y, h] = [left, top, PANEL.height - top].map((value) => value.toFixed(1));
  return `<rect x="${x}" y="${y}" width="${(width - 2).toFixed(1)}" height="${h}" fill="${colourOf(row.way, ways)}"/>
${label(left + width / 2, top - 4, short(ms), 'font-size="10"')}`;
}

function legend(ways, y) {
  return ways
    .map((way, at) => {
      const x = PANEL.left + at * 110;
      return `<rect x="${x}" y="${y - 10}" width="12" height="12" fill="${colourOf(way, ways)}"/>
${label(x + 18, y, WAYS[way].title, 'text-anchor="start"')}`;
    })
    .join('\n');
}

function heightOf(ms) {
  const part = Math.log10(ms / SCALE.from) / Math.log10(SCALE.to / SCALE.from);
  return Number((PANEL.height * (1 - part)).toFixed(1));
}

const colourOf = (way, ways) => COLOURS[way] ?? SPARE[ways.indexOf(way) % SPARE.length];

const short = (ms) => (ms >= 10 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toPrecision(1));

function label(x, y, text, more = '') {
  const anchor = more.includes('text-anchor') ? '' : 'text-anchor="middle"';
  return `<text x="${Number(x.toFixed(1))}" y="${y}" fill="#333333" ${anchor} ${more}>${text}</text>`;
}
