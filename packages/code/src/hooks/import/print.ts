import { exactLine, exactly, homeShort, type Paint, painter, type Style } from '../../cli/style.ts';
import type { Line } from './convert/report.ts';
import { short } from './peers/rules.ts';

const LISTS: { list: Line['list']; title: string; style: Style }[] = [
  { list: 'imported', title: 'carried over as it is', style: 'green' },
  { list: 'converted', title: 'converted', style: 'cyan' },
  { list: 'notCarried', title: 'not carried over', style: 'yellow' },
];

/** The three lists for people: every field with its place. */
export function printLines(lines: readonly Line[], { color }: { color: boolean }): string {
  const paint = painter(color);
  return LISTS.map(({ list, title, style }) => {
    const own = lines.filter((line) => line.list === list);
    if (own.length === 0) return '';
    return `${paint(['bold', style].flat() as Style, title)}\n${printPlaces(own, paint)}\n`;
  }).join('');
}

/** Lines of one place stand together under it. */
function printPlaces(lines: readonly Line[], paint: Paint): string {
  const places = Map.groupBy(lines, (line) => placeOf(line));
  return [...places].map(([place, own]) => `  ${paint('dim', place)}\n${printAll(own)}`).join('');
}

const placeOf = ({ source, at, already }: Line) =>
  exactly(`${homeShort(source)}  ${at}${already ? '  (there already)' : ''}`);

/** Fields that share a reason share a line. */
const printAll = (lines: readonly Line[]): string =>
  [...Map.groupBy(lines, (line) => (line.list === 'notCarried' ? line.why : line))]
    .map(([why, own]) =>
      typeof why === 'string' ? `${own.map(named).join(', ')}: ${why}` : own.map(said).join(),
    )
    .map((text) => `    ${exactLine(text)}\n`)
    .join('');

const named = (line: Line): string =>
  line.list === 'notCarried' && line.value !== null
    ? `${line.field} ${short(line.value)}`
    : line.field;

function said(line: Line): string {
  if (line.list !== 'converted')
    return named(line).concat(line.list === 'imported' ? ` ${short(line.value)}` : '');
  const to = typeof line.to === 'string' && !isValue(line) ? line.to : short(line.to);
  return `${line.field} ${short(line.from)} → ${to} (${line.how})`;
}

/** What stands in the settings now is shown as it stands there; the rest is a sentence. */
const isValue = ({ field }: Line) => ['event', 'matcher', 'command'].includes(field);
