import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { type Colour, contrast, faint } from './contrast.ts';

/** What a text is on the screen; how it looks is the theme's business. */
export type Role =
  | 'plain'
  | 'quiet'
  | 'strong'
  | 'accent'
  | 'user'
  | 'good'
  | 'bad'
  | 'warn'
  | 'agent'
  | 'code'
  | 'link'
  | 'italic'
  | 'struck'
  | 'added'
  | 'removed'
  | 'added-words'
  | 'removed-words'
  /** What somebody has to act on: it has the weight of a prompt. */
  | 'failure'
  | 'decision';

export interface Paint {
  (role: Role, text: string): string;
  /** Whether the terminal has links. */
  readonly links?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/**
 * Colours by name, so that the terminal's own palette decides; no text relies on colour alone, and nothing
 * has a background. On dark palettes red and magenta are read only where they are bright.
 */
const DARK: Readonly<Record<Role, Style>> = {
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
  // No red is read well on every palette; the terminal's own text colour is.
  failure: 'bold',
  decision: ['bold', 'yellow'],
};

/** Where the terminal's own text is pale, as in Solarized, faint text could not be read. */
const PALE: typeof DARK = { ...DARK, quiet: 'reset', struck: 'strikethrough' };

/**
 * On light palettes green, yellow and cyan cannot be read; red, blue and magenta can. Faint text is too
 * light there, and gray is not; on dark palettes gray may be the background itself.
 */
const LIGHT: typeof DARK = {
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

export const THEMES = { dark: DARK, light: LIGHT, pale: PALE } as const;
export type Theme = keyof typeof THEMES | 'none';

export function painterOf(theme: Theme, links = false): Paint {
  const painted = stylerOf(theme);
  if (!links) return painted;
  const paint = (role: Role, text: string) =>
    role === 'link' && WEB.test(text) ? linkTo(text, painted(role, text)) : painted(role, text);
  return Object.assign(paint, { links });
}

const WEB = /^https?:\/\/[\x21-\x7e]+$/;

/** A text that leads somewhere, for a terminal that has links. It ends as those who break lines know it. */
const linkTo = (url: string, text: string): string =>
  `\u001b]8;;${url}\u0007${text}\u001b]8;;\u0007`;

/** A text that leads to a file, where the path is whole and the terminal has links. */
export const linkToFile = (path: unknown, text: string, { links }: Paint): string =>
  links && typeof path === 'string' && isAbsolute(path) && text !== ''
    ? linkTo(pathToFileURL(path).href, text)
    : text;

function stylerOf(theme: Theme): (role: Role, text: string) => string {
  if (theme === 'none') return (_role, text) => text;
  const styles = THEMES[theme];
  return (role, text) =>
    styles[role] === 'reset' || text === ''
      ? text
      : // Each line by itself, so that lines can be moved.
        text
          .split('\n')
          .map((line) => line && styleText(styles[role], line, { validateStream: false }))
          .join('\n');
}

/** What quiet text needs at the least. */
const LEGIBLE = 3;

/** The theme for what a terminal says of itself; a terminal that does not tell its text colour has a common one. */
export function themeFor(background: Colour, text: Colour | undefined): keyof typeof THEMES {
  const [red, green, blue] = background;
  // By how bright people see it: green counts most, blue least.
  if (0.299 * red + 0.587 * green + 0.114 * blue > 0.5) return 'light';
  const isPale = text && contrast(faint(text, background), background) < LEGIBLE;
  return isPale ? 'pale' : 'dark';
}

type Env = Readonly<Record<string, string | undefined>>;

/** `WAVE_THEME` decides, else the terminal's variable; undefined where neither says a word. */
export function themeOf(env: Env): Theme | undefined {
  if (env['NO_COLOR']) return 'none';
  const asked = env['WAVE_THEME'];
  if (asked === 'light' || asked === 'dark' || asked === 'none') return asked;
  const background = env['COLORFGBG']?.split(';').at(-1);
  if (!background) return undefined;
  return background === '7' || background === '15' ? 'light' : 'dark';
}
