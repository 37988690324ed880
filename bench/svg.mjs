/** Colours by their role, for a light and for a dark page. */
const SCHEMES = {
  light: { page: '#ffffff', text: '#24292f', quiet: '#57606a', line: '#d8dee4' },
  dark: { page: '#0d1117', text: '#e6edf3', quiet: '#9da7b3', line: '#30363d' },
};

/**
 * A picture that says in words what it shows, and follows the reader's colour scheme. It brings its own
 * background, so that it can be read on any page. `colours` are classes of its own: { name: [light, dark] }.
 */
export function picture({ width, height, title, words, colours }, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title words" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${escaped(title)}</title>
<desc id="words">${escaped(words)}</desc>
<style>
${rules(SCHEMES.light, colours, 0)}
@media (prefers-color-scheme: dark) {
${rules(SCHEMES.dark, colours, 1)}
}
</style>
<rect class="page" width="100%" height="100%" rx="6"/>
${body.join('\n')}
</svg>
`;
}

const rules = ({ line, ...fills }, colours, at) =>
  [
    ...Object.entries(fills).map(([name, fill]) => `.${name} { fill: ${fill} }`),
    `.line { stroke: ${line} }`,
    `.mark { stroke: ${fills.quiet} }`,
    ...Object.entries(colours).map(([name, pair]) => `.${name} { fill: ${pair[at]} }`),
  ].join('\n');

export const text = (x, y, words, { of = 'text', anchor = 'start', more = '' } = {}) =>
  `<text class="${of}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more && ` ${more}`}>${escaped(words)}</text>`;

export const box = (of, x, y, width, height) =>
  `<rect class="${of}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;

export const line = (x1, y1, x2, y2, { of = 'line', more = '' } = {}) =>
  `<line class="${of}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"${more && ` ${more}`}/>`;

const round = (value) => Number(value.toFixed(1));

const NAMES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (words) => words.replace(/[&<>"]/g, (one) => NAMES[one]);
