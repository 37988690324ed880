/** The terminals of the pictures: background, text colour, and the sixteen colours by number, the bright ones last. */
const LOOKS = {
  dark: {
    ground: '#16181d',
    ink: '#d6d9e0',
    colours:
      '#3b4048 #ef6b73 #8ccf7e #e5c76b #67b0e8 #c47fd5 #6cbfbf #b3b9b8 #5c6370 #f2777f #a5dd99 #ecd792 #8cc5ee #d595e6 #93d2d2 #ffffff',
  },
  light: {
    ground: '#fafafa',
    ink: '#383a42',
    colours:
      '#383a42 #e45649 #50a14f #c18401 #4078f2 #a626a4 #0184bc #a0a1a7 #4f525e #e45649 #50a14f #c18401 #4078f2 #a626a4 #0184bc #ffffff',
  },
};

/** The visible cells of a terminal as SVG: runs of text with their colours, one element a run. */
export function svgOf(emulator, { title, theme = 'dark', hasCursor = false }) {
  const look = { ...LOOKS[theme], colours: LOOKS[theme].colours.split(' ') };
  const rows = rowsOf(emulator, look);
  const width = emulator.cols * CELL.width + 2 * PAD;
  const height = rows.length * CELL.height + 2 * PAD + BAR;
  const body = rows.flatMap((runs, at) => runs.map((run) => drawn(run, at, look)));
  const cursor = hasCursor ? cursorOf(emulator.buffer.active, look) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${look.ground}"/>
${['#ff5f57', '#febc2e', '#28c840'].map((fill, at) => `<circle cx="${PAD + 6 + at * 18}" cy="${PAD + 2}" r="5.5" fill="${fill}"/>`).join('\n')}
${body.join('\n')}${cursor}
</svg>
`;
}

const CELL = { width: 8.43, height: 19 };
const PAD = 16;
const BAR = 20;

/** The terminal's own cursor, a bar in front of its cell. */
function cursorOf({ cursorX, cursorY }, { ink }) {
  const x = (PAD + cursorX * CELL.width).toFixed(1);
  return `\n<rect x="${x}" y="${PAD + BAR + cursorY * CELL.height}" width="2" height="${CELL.height - 2}" fill="${ink}"/>`;
}

/** Every row that has something, the empty ones at the end left out. */
function rowsOf({ buffer: { active }, cols, rows }, look) {
  const all = Array.from({ length: rows }, (_, at) =>
    runsOf(active.getLine(active.baseY + at), cols, look),
  );
  return all.slice(0, all.findLastIndex((runs) => runs.some(isSeen)) + 1);
}

const isSeen = ({ text, style }) => text.trim() !== '' || style.inverse || style.ground;

/** Cells of one look, joined; a wide cell begins a run, so that what follows stands in its column. */
function runsOf(line, cols, look) {
  const runs = [];
  for (let column = 0; column < cols; column++) {
    const cell = line?.getCell(column);
    const chars = cell?.getChars() || ' ';
    if (!cell || cell.getWidth() === 0) continue;
    const style = styleOf(cell, look);
    const last = runs.at(-1);
    const follows = last && !last.alone && isPlain(chars) && sameStyle(last.style, style);
    if (follows) last.text += chars;
    else runs.push({ column, text: chars, style, alone: !isPlain(chars) });
  }
  return runs
    .map((run) => (run.style.ground ? run : { ...run, text: run.text.trimEnd() || run.text }))
    .filter(isSeen);
}

/** Signs that fonts draw in widths of their own. */
const isPlain = (chars) => /^[\u0020-\u007e\u00a0-\u024f─│╭╮╰╯…·•]$/.test(chars);

const styleOf = (cell, look) => ({
  color: colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor(), look) ?? look.ink,
  ground: colourOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor(), look),
  bold: cell.isBold() !== 0,
  dim: cell.isDim() !== 0,
  underline: cell.isUnderline() !== 0,
  inverse: cell.isInverse() !== 0,
  struck: cell.isStrikethrough() !== 0,
});

/** One of the terminal's own, one of the 240 that all terminals share, or any; undefined for the usual one. */
function colourOf(isRgb, isPalette, value, { colours }) {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (!isPalette) return undefined;
  if (value < colours.length) return colours[value];
  const parts =
    value < 232
      ? [36, 6, 1].map((size) => (Math.floor((value - 16) / size) % 6) * 40)
      : Array.from({ length: 3 }, () => 8 + (value - 232) * 10);
  const level = (part) => (value < 232 && part > 0 ? part + 55 : part);
  return `rgb(${parts.map(level).join()})`;
}

const sameStyle = (one, other) => Object.keys(one).every((key) => one[key] === other[key]);

function drawn({ column, text, style }, row, { ground }) {
  const x = (PAD + column * CELL.width).toFixed(1);
  const top = PAD + BAR + row * CELL.height;
  const { color, ground: behind, bold, dim, underline, inverse, struck } = style;
  const box = inverse ? color : behind;
  const line = [underline && 'underline', struck && 'line-through'].filter(Boolean).join(' ');
  const length = (text.length * CELL.width).toFixed(1);
  const rect = box
    ? `<rect x="${x}" y="${top}" width="${length}" height="${CELL.height}" fill="${box}"/>`
    : '';
  const looks = [
    `fill="${inverse ? (behind ?? ground) : color}"`,
    bold ? 'font-weight="bold"' : '',
    dim ? 'opacity="0.6"' : '',
    line ? `text-decoration="${line}"` : '',
    isPlain(text.slice(0, 1)) ? `textLength="${length}" lengthAdjust="spacingAndGlyphs"` : '',
  ].filter(Boolean);
  return `${rect}<text x="${x}" y="${top + 14}" xml:space="preserve" ${looks.join(' ')}>${escaped(text)}</text>`;
}

const escaped = (text) =>
  text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char]);
