import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, styleText } from 'node:util';
import { type Colour, contrast, faint } from './contrast.ts';

export interface Paint {
  (role: Role, text: string): string;
  /** Whether the terminal has links. */
  readonly links?: boolean;
  /** Paints with another theme from now on, and with what the user has changed in it. */
  readonly use?: (theme: Theme, own?: Colours) => void;
  /** The theme that it paints with. */
  readonly theme?: () => Theme;
}

/** Styles of roles in the words of `util.styleText`, such as "bold cyan". */
type Colours = Readonly<Record<string, string>>;

type Style = Parameters<typeof styleText>[0];
type Styles = Readonly<Record<Role, Style>>;

/** What a text is on the screen; how it looks is the theme's business. */
export type Role = keyof typeof DARK;

/**
 * Colours by name, so that the terminal's own palette decides; no text relies on colour alone, and nothing
 * has a background. On dark palettes red and magenta are read only where they are bright.
 */
const DARK = {
  plain: 'reset',
  quiet: 'dim',
  strong: 'bold',
  accent: 'cyan',
  user: ['bold', 'cyan'],
  good: 'green',
  bad: 'redBright',
  warn: 'yellow',
  agent: 'magentaBright',
  code: 'yellow',
  link: ['underline', 'cyan'],
  italic: 'italic',
  struck: ['dim', 'strikethrough'],
  added: 'green',
  removed: 'redBright',
  'added-words': ['bold', 'underline', 'green'],
  'removed-words': ['bold', 'underline', 'redBright'],
  // What somebody has to act on. No red is read well on every palette; the terminal's own text colour is.
  failure: 'bold',
  decision: ['bold', 'yellow'],
} as const satisfies Readonly<Record<string, Style>>;

/** Where the terminal's own text is pale, as in Solarized, faint text could not be read. */
const PALE: Styles = { ...DARK, quiet: 'reset', struck: 'strikethrough' };

/**
 * On light palettes green, yellow and cyan cannot be read; red, blue and magenta can. Faint text is too
 * light there, and gray is not; on dark palettes gray may be the background itself.
 */
const LIGHT: Styles = {
  ...DARK,
  quiet: 'gray',
  struck: ['gray', 'strikethrough'],
  accent: 'blue',
  user: ['bold', 'blue'],
  good: 'blue',
  bad: 'red',
  // Texts for the agent are magenta as well: what is for the user is bold.
  warn: ['bold', 'magenta'],
  agent: 'magenta',
  code: 'magenta',
  link: ['underline', 'blue'],
  added: 'blue',
  removed: 'red',
  'added-words': ['bold', 'underline', 'blue'],
  'removed-words': ['bold', 'underline', 'red'],
  decision: ['bold', 'magenta'],
};

/** Blue and yellow are told apart by everybody who sees colours at all. */
const COLOUR_BLIND: Styles = {
  ...DARK,
  good: 'cyan',
  bad: 'yellow',
  added: 'cyan',
  removed: 'yellow',
  'added-words': ['bold', 'underline', 'cyan'],
  'removed-words': ['bold', 'underline', 'yellow'],
};

/** The eight colours that every terminal has: nothing bright, and nothing faint. */
const ANSI: Styles = {
  ...PALE,
  bad: 'red',
  agent: 'magenta',
  removed: 'red',
  italic: 'underline',
  'removed-words': ['bold', 'underline', 'red'],
};

export const THEMES = {
  dark: DARK,
  light: LIGHT,
  pale: PALE,
  ansi: ANSI,
  'colour-blind': COLOUR_BLIND,
} as const;
export type Theme = keyof typeof THEMES | 'none';

export function painterOf(theme: Theme, links = false): Paint {
  let now = theme;
  let styles = stylesOf(theme);
  const paint = (role: Role, text: string) => {
    const painted = styled(styles?.[role] ?? 'reset', text);
    return links && role === 'link' && WEB.test(text) ? linkTo(text, painted) : painted;
  };
  const use = (next: Theme, own: Colours = {}) => {
    now = next;
    styles = stylesOf(next, own);
  };
  return Object.assign(paint, { links, use, theme: () => now });
}

const stylesOf = (theme: Theme, own: Colours = {}): Styles | undefined =>
  theme === 'none' ? undefined : { ...THEMES[theme], ...mapped(own) };

/** Words that are no style are left out: settings say what is wrong with them. */
const mapped = (own: Colours): Partial<Styles> =>
  Object.fromEntries(
    Object.entries(own).map(([role, words]) => [role, words.split(/\s+/).filter(isStyle)]),
  );

const isStyle = (word: string): boolean => Object.hasOwn(inspect.colors, word);

const WEB = /^https?:\/\/[\x21-\x7e]+$/;

/** A text that leads somewhere, for a terminal that has links. It ends as those who break lines know it. */
const linkTo = (url: string, text: string): string =>
  `\u001b]8;;${url}\u0007${text}\u001b]8;;\u0007`;

/** A text that leads to a file, where the path is whole and the terminal has links. */
export const linkToFile = (path: unknown, text: string, { links }: Paint): string =>
  links && typeof path === 'string' && isAbsolute(path) && text !== ''
    ? linkTo(pathToFileURL(path).href, text)
    : text;

const styled = (style: Style, text: string): string =>
  style === 'reset' || text === ''
    ? text
    : // Each line by itself, so that lines can be moved.
      text
        .split('\n')
        .map((line) => line && styleText(style, line, { validateStream: false }))
        .join('\n');

/** What quiet text needs at the least. */
const LEGIBLE = 3;

/** The theme for what a terminal says of itself; a terminal that does not tell its text colour has a common one. */
export function themeFor(background: Colour, text: Colour | undefined): 'light' | 'pale' | 'dark' {
  const [red, green, blue] = background;
  // By how bright people see it: green counts most, blue least.
  if (0.299 * red + 0.587 * green + 0.114 * blue > 0.5) return 'light';
  const isPale = text && contrast(faint(text, background), background) < LEGIBLE;
  return isPale ? 'pale' : 'dark';
}

type Env = Readonly<Record<string, string | undefined>>;

/** What was asked for: by the environment, or by the settings. */
export function chosenTheme(env: Env, set?: string): Theme | undefined {
  return env['NO_COLOR'] ? 'none' : [env['WAVE_THEME'], set].find(isTheme);
}

/** The same, else by the terminal's variable; undefined where neither says a word. */
export function themeOf(env: Env): Theme | undefined {
  const chosen = chosenTheme(env);
  const background = env['COLORFGBG']?.split(';').at(-1);
  if (chosen || !background) return chosen;
  return background === '7' || background === '15' ? 'light' : 'dark';
}

export const isTheme = (name: string | undefined): name is Theme =>
  name !== undefined && (name === 'none' || Object.hasOwn(THEMES, name));
