import { expect, test } from 'vitest';
import { type Colour, contrast, faint } from '../../../../src/screen/text/contrast.ts';
import {
  chosenTheme,
  painterOf,
  type Role,
  THEMES,
  themeFor,
} from '../../../../src/screen/text/theme.ts';
import { PALETTES, type Palette, rgb } from './palettes.ts';

/** What somebody has to act on: it needs more. */
const URGENT: readonly Role[] = ['warn', 'failure', 'decision'];
const FAINT = 2;

const ROLES = Object.keys(THEMES.dark) as Role[];

const codesOf = (theme: keyof typeof THEMES, role: Role): number[] =>
  [...painterOf(theme)(role, 'x').matchAll(/\u001b\[([\d;]+)m(?=.*x)/g)].flatMap(([, codes]) =>
    (codes ?? '').split(';').map(Number),
  );

/** The colour that a role has on a palette, as a terminal draws it. */
function inkOf(palette: Palette, role: Role): Colour {
  const codes = codesOf(palette.theme, role);
  const code = codes.find((one) => (one >= 30 && one < 38) || one >= 90) ?? 0;
  const ink = rgb(hexOf(palette, code));
  return codes.includes(FAINT) ? faint(ink, rgb(palette.background)) : ink;
}

function hexOf({ text, gray, colours, bright }: Palette, code: number): string {
  if (code >= 91) return bright[code - 91] ?? 'none';
  if (code === 90) return gray;
  return code >= 31 ? (colours[code - 31] ?? 'none') : text;
}

const contrastOf = (palette: Palette, role: Role) =>
  contrast(inkOf(palette, role), rgb(palette.background));

const CELLS = PALETTES.flatMap((palette) =>
  ROLES.map((role) => ({ palette, role, name: palette.name })),
);

test.each(CELLS)('$name: $role can be read', ({ palette, role }) => {
  expect(contrastOf(palette, role)).toBeGreaterThanOrEqual(3);
});

test.each(PALETTES)('$name: what is urgent stands out, if any colour can', (palette) => {
  const ground = rgb(palette.background);
  const most = Math.max(...palette.colours.map((colour) => contrast(rgb(colour), ground)));
  const wanted = Math.min(4.5, most, contrast(rgb(palette.text), ground));
  expect(URGENT.filter((role) => contrastOf(palette, role) < wanted)).toEqual([]);
});

test.each(PALETTES)('$name: the theme follows from what the terminal says', (palette) => {
  expect(themeFor(rgb(palette.background), rgb(palette.text))).toBe(palette.theme);
});

test('a terminal that does not tell its text colour has a common one', () => {
  expect(themeFor(rgb('#002b36'), undefined)).toBe('dark');
  expect(themeFor(rgb('#fdf6e3'), undefined)).toBe('light');
});

test.each(['light', 'dark', 'pale', 'ansi', 'colour-blind'] as const)(
  '%s: no role has a background',
  (theme) => {
    const isGround = (code: number) => code === 7 || (code >= 40 && code < 50) || code >= 100;
    expect(ROLES.filter((role) => codesOf(theme, role).some(isGround))).toEqual([]);
  },
);

test('contrast: black on white is all there can be', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21);
  expect(contrast(rgb('#777777'), rgb('#ffffff'))).toBeCloseTo(4.48, 2);
});

test('colour-blind: nothing is told apart by red and green', () => {
  const redGreen = (role: Role) =>
    codesOf('colour-blind', role).some((code) => [31, 32, 91, 92].includes(code));
  expect(ROLES.filter(redGreen)).toEqual([]);
});

test('ansi: the eight colours, nothing bright and nothing faint', () => {
  const beyond = (role: Role) => codesOf('ansi', role).some((code) => code >= 90 || code === FAINT);
  expect(ROLES.filter(beyond)).toEqual([]);
});

test("the user's own styles, and the rest of the theme", () => {
  const paint = painterOf('dark');
  paint.use?.('light', { bad: 'bold cyan', good: 'glitter' });
  expect([paint('bad', 'x'), paint('good', 'x'), paint('warn', 'x')]).toEqual([
    '\u001b[1m\u001b[36mx\u001b[39m\u001b[22m',
    'x',
    painterOf('light')('warn', 'x'),
  ]);
});

test.each([
  [{}, undefined, undefined],
  [{}, 'light', 'light'],
  [{ WAVE_THEME: 'ansi' }, 'light', 'ansi'],
  [{ WAVE_THEME: 'neon' }, 'light', 'light'],
  [{ NO_COLOR: '1', WAVE_THEME: 'ansi' }, 'light', 'none'],
] as const)('%o and "%s" in the settings: %s', (env, set, theme) => {
  expect(chosenTheme(env, set)).toBe(theme);
});
