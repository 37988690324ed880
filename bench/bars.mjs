import { box, line, picture, text } from './svg.mjs';

const WIDTH = 640;
const [LEFT, RIGHT, TOP, ROW, BOTTOM] = [120, 130, 48, 30, 34];
/** About as wide as one is. */
const LETTER = 7.6;
const COLOURS = { ours: ['#1a7f64', '#3fb992'], other: ['#afb8c1', '#6e7681'] };

/**
 * One row of a comparison as a picture: { title, words, bars: [{ name, value, label, isOurs }], floor: { value, label } },
 * all from zero on one scale.
 */
export function barChart({ title, words, bars, floor }) {
  const height = TOP + bars.length * ROW + BOTTOM;
  const most = Math.max(floor.value, ...bars.map(({ value }) => value));
  const widthOf = (value) => ((WIDTH - LEFT - RIGHT) * value) / most;
  const at = LEFT + widthOf(floor.value);
  const end = TOP + bars.length * ROW;
  const weightOf = ({ isOurs }) => (isOurs ? { more: 'font-weight="600"' } : {});
  const body = [
    text(16, 28, title, { more: 'font-weight="600" font-size="15"' }),
    ...bars.map((one, n) =>
      text(LEFT - 10, TOP + n * ROW + 19, one.name, { anchor: 'end', ...weightOf(one) }),
    ),
    ...bars.map(({ value, isOurs }, n) => {
      const width = Math.max(widthOf(value), 2);
      return box(isOurs ? 'ours' : 'other', LEFT, TOP + n * ROW + 5, width, ROW - 10);
    }),
    line(at, TOP, at, end + 6, { of: 'mark', more: 'stroke-dasharray="3 3"' }),
    // The line passes behind the words.
    ...bars.flatMap((one, n) => {
      const [x, y] = [LEFT + widthOf(one.value) + 8, TOP + n * ROW];
      return [
        box('page', x - 3, y + 5, one.label.length * LETTER, ROW - 10),
        text(x, y + 19, one.label, weightOf(one)),
      ];
    }),
    text(at, end + 22, floor.label, {
      of: 'quiet',
      anchor: at > WIDTH / 2 ? 'end' : 'start',
      more: 'font-size="12"',
    }),
  ];
  return picture({ width: WIDTH, height, title, words, colours: COLOURS }, body);
}
