import { WAYS } from './memory/ways.mjs';
import { box, line, picture, text } from './svg.mjs';

/** What the chart shows: a panel each, from rows of the group `launcher`. */
const PANELS = [
  { title: 'One hook, from the event to its verdict', metric: 'time', work: 'one' },
  { title: 'The event loop stands still meanwhile', metric: 'still', work: 'one, 16 kB in' },
];

/** Bars of a light and of a dark page. */
const COLOURS = {
  raw: ['#8a8a8a', '#8b949e'],
  direct: ['#d0603a', '#e0815f'],
  launcher: ['#1a7f64', '#3fb992'],
  worker: ['#a3842c', '#c9a544'],
  function: ['#5b6fb5', '#8a9be0'],
  starting: ['#8b5a9f', '#b98acb'],
};

const PANEL = { width: 430, height: 250, left: 62, top: 44, gap: 40 };
const LEGEND_HEIGHT = 40;
/** Milliseconds at the bottom and the top of the scale, which is logarithmic. */
const SCALE = { from: 0.01, to: 1_000 };
const TITLE = 'What a hook costs, by the memory of the agent';

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
  const words = panels.map(inWords).join(' ');
  return picture({ width, height, title: TITLE, words, colours: COLOURS }, [
    ...panels.map((panel, at) => drawPanel(panel, ways, at * (PANEL.width + PANEL.left))),
    ...legend(ways, height - 14),
  ]);
}

const inWords = ({ title, rows }) =>
  `${title}: ${rows.map((row) => `${WAYS[row.way].title} at ${sizeOf(row)} ${short(msOf(row))} ms`).join(', ')}.`;

function drawPanel({ title, rows }, ways, x) {
  const sizes = [...new Set(rows.map(({ megabytes }) => megabytes))].sort((a, b) => a - b);
  const slot = PANEL.width / sizes.length;
  const barWidth = (slot - 24) / ways.length;
  const bars = rows.flatMap((row) => {
    const left = sizes.indexOf(row.megabytes) * slot + 12 + ways.indexOf(row.way) * barWidth;
    return bar(row, left, barWidth);
  });
  const names = sizes.map((megabytes, at) =>
    text((at + 0.5) * slot, PANEL.height + 18, sizeOf({ megabytes }), { anchor: 'middle' }),
  );
  const heading = { anchor: 'middle', more: 'font-weight="600"' };
  return `<g transform="translate(${x + PANEL.left} ${PANEL.top})">
${[text(PANEL.width / 2, -22, title, heading), ...grid(), ...bars, ...names].join('\n')}
</g>`;
}

function grid() {
  const lines = [];
  for (let ms = SCALE.from; ms <= SCALE.to * 1.001; ms *= 10)
    lines.push(
      line(0, heightOf(ms), PANEL.width, heightOf(ms)),
      text(-6, heightOf(ms) + 4, `${Number(ms.toPrecision(1)).toLocaleString('en')} ms`, {
        of: 'quiet',
        anchor: 'end',
        more: 'font-size="12"',
      }),
    );
  return lines;
}

function bar(row, left, width) {
  const ms = msOf(row);
  const top = heightOf(Math.min(Math.max(ms, SCALE.from * 1.1), SCALE.to));
  return [
    box(row.way, left, top, width - 2, PANEL.height - top),
    text(left + width / 2, top - 4, short(ms), { anchor: 'middle', more: 'font-size="11"' }),
  ];
}

const legend = (ways, y) =>
  ways.flatMap((way, at) => {
    const x = PANEL.left + at * 110;
    return [box(way, x, y - 10, 12, 12), text(x + 18, y, WAYS[way].title)];
  });

function heightOf(ms) {
  const part = Math.log10(ms / SCALE.from) / Math.log10(SCALE.to / SCALE.from);
  return PANEL.height * (1 - part);
}

const msOf = ({ median, unit }) => (unit === 'µs' ? median / 1_000 : median);

const sizeOf = ({ megabytes }) => `${megabytes.toLocaleString('en')} MB`;

const short = (ms) => (ms >= 10 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toPrecision(1));
