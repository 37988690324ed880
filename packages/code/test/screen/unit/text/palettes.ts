import type { Colour } from '../../../../src/screen/text/contrast.ts';

/** The background, the text colour, gray (bright black), and the six colours from red to cyan, as they are, and bright. */
export interface Palette {
  readonly name: string;
  readonly theme: 'light' | 'dark' | 'pale';
  readonly background: string;
  readonly text: string;
  readonly gray: string;
  readonly colours: readonly string[];
  readonly bright: readonly string[];
}

const xterm = {
  gray: '#7f7f7f',
  colours: ['#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd'],
  bright: ['#ff0000', '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff'],
};
const solarized = {
  gray: '#002b36',
  colours: ['#dc322f', '#859900', '#b58900', '#268bd2', '#d33682', '#2aa198'],
  bright: ['#cb4b16', '#586e75', '#657b83', '#839496', '#6c71c4', '#93a1a1'],
};
const tango = {
  gray: '#555753',
  colours: ['#cc0000', '#4e9a06', '#c4a000', '#3465a4', '#75507b', '#06989a'],
  bright: ['#ef2929', '#8ae234', '#fce94f', '#729fcf', '#ad7fa8', '#34e2e2'],
};
const one = {
  background: '#fafafa',
  text: '#383a42',
  colours: ['#e45649', '#50a14f', '#c18401', '#4078f2', '#a626a4', '#0184bc'],
};
const light = (name: string, rest: Omit<Palette, 'name' | 'theme'>): Palette => ({
  name,
  theme: 'light',
  ...rest,
});
const dark = (name: string, rest: Omit<Palette, 'name' | 'theme'>): Palette => ({
  name,
  theme: 'dark',
  ...rest,
});

/**
 * FACTS: what common terminals have by default, or by their best known themes. Campbell, One Half, One Light,
 * VS Code, Tango and Solarized are as published; xterm, iTerm2, Terminal and Dracula as widely copied.
 */
export const PALETTES: readonly Palette[] = [
  light('xterm on white', { background: '#ffffff', text: '#000000', ...xterm }),
  light('Solarized light', { background: '#fdf6e3', text: '#657b83', ...solarized }),
  light('GNOME Tango light', { background: '#eeeeec', text: '#2e3436', ...tango }),
  light('macOS Terminal Basic', {
    background: '#ffffff',
    text: '#000000',
    gray: '#666666',
    colours: ['#990000', '#00a600', '#999900', '#0000b2', '#b200b2', '#00a6b2'],
    bright: ['#e60000', '#00d900', '#e6e600', '#0000ff', '#e600e6', '#00e6e6'],
  }),
  light('One Light', { ...one, gray: '#383a42', bright: one.colours }),
  light('One Half Light', {
    ...one,
    gray: '#4f525d',
    colours: ['#e45649', '#50a14f', '#c18301', '#0184bc', '#a626a4', '#0997b3'],
    bright: ['#df6c75', '#98c379', '#e4c07a', '#61afef', '#c577dd', '#56b5c1'],
  }),
  light('VS Code light', {
    background: '#ffffff',
    text: '#333333',
    gray: '#666666',
    colours: ['#cd3131', '#00bc00', '#949800', '#0451a5', '#bc05bc', '#0598bc'],
    bright: ['#cd3131', '#14ce14', '#b5ba00', '#0451a5', '#bc05bc', '#0598bc'],
  }),
  dark('xterm on black', { background: '#000000', text: '#e5e5e5', ...xterm }),
  { name: 'Solarized dark', theme: 'pale', background: '#002b36', text: '#839496', ...solarized },
  dark('GNOME Tango dark', { background: '#2e3436', text: '#d3d7cf', ...tango }),
  dark('Dracula', {
    background: '#282a36',
    text: '#f8f8f2',
    gray: '#6272a4',
    colours: ['#ff5555', '#50fa7b', '#f1fa8c', '#bd93f9', '#ff79c6', '#8be9fd'],
    bright: ['#ff6e6e', '#69ff94', '#ffffa5', '#d6acff', '#ff92df', '#a4ffff'],
  }),
  dark('Windows Terminal Campbell', {
    background: '#0c0c0c',
    text: '#cccccc',
    gray: '#767676',
    colours: ['#c50f1f', '#13a10e', '#c19c00', '#0037da', '#881798', '#3a96dd'],
    bright: ['#e74856', '#16c60c', '#f9f1a5', '#3b78ff', '#b4009e', '#61d6d6'],
  }),
  dark('One Half Dark', {
    background: '#282c34',
    text: '#dcdfe4',
    gray: '#5a6374',
    colours: ['#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2'],
    bright: ['#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2'],
  }),
  dark('VS Code dark', {
    background: '#1e1e1e',
    text: '#cccccc',
    gray: '#666666',
    colours: ['#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd'],
    bright: ['#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db'],
  }),
  dark('iTerm2', {
    background: '#000000',
    text: '#c7c7c7',
    gray: '#686868',
    colours: ['#c91b00', '#00c200', '#c7c400', '#0225c7', '#ca30c7', '#00c5c7'],
    bright: ['#ff6e67', '#5ffa68', '#fffc67', '#6871ff', '#ff77ff', '#60fdff'],
  }),
];

/** A colour as it is written. */
export function rgb(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return [red, green, blue];
}
