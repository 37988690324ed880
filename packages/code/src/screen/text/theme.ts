import { styleText } from 'node:util';

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
  | 'struck'
  | 'added'
  | 'removed';

export type Paint = (role: Role, text: string) => string;

type Style = Parameters<typeof styleText>[0];

/** Colours by name, so that the terminal's own palette decides; no text relies on colour alone. */
const DARK: Readonly<Record<Role, Style>> = {
  plain: 'reset',
  quiet: 'dim',
  strong: 'bold',
  accent: 'cyan',
  user: ['bold', 'cyan'],
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  agent: 'magenta',
  code: 'yellow',
  link: ['underline', 'cyan'],
  struck: ['dim', 'strikethrough'],
  added: 'green',
  removed: 'red',
};

/** Yellow and cyan cannot be read on white; black on yellow can, and is no other role's. */
const LIGHT: typeof DARK = {
  ...DARK,
  accent: 'blue',
  user: ['bold', 'blue'],
  warn: ['black', 'bgYellow'],
  code: 'magenta',
  link: ['underline', 'blue'],
};

export const THEMES = { dark: DARK, light: LIGHT } as const;
export type Theme = keyof typeof THEMES | 'none';

export function painterOf(theme: Theme): Paint {
  if (theme === 'none') return (_role, text) => text;
  const styles = THEMES[theme];
  return (role, text) =>
    role === 'plain' || text === ''
      ? text
      : // Each line by itself, so that lines can be moved.
        text
          .split('\n')
          .map((line) => line && styleText(styles[role], line, { validateStream: false }))
          .join('\n');
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
