type Env = Readonly<Record<string, string | undefined>>;

const atLeast = (found: string | undefined, least: number): boolean =>
  Number.parseFloat(found ?? '') >= least;

/** THE TABLE of how it is known whether a terminal has links (OSC 8); the first row that fits counts. */
const LINKS: readonly (readonly [fits: (env: Env) => boolean, has: boolean])[] = [
  [(env) => env['FORCE_HYPERLINK'] === '0', false],
  [(env) => !!env['FORCE_HYPERLINK'], true],
  [(env) => /^(dumb|linux)$/.test(env['TERM'] ?? ''), false],
  // A multiplexer stands between; what is around it says nothing.
  [(env) => !!env['STY'], false],
  [(env) => isTmux(env) && atLeast(env['TERM_PROGRAM_VERSION'], 3.4), true],
  [(env) => isTmux(env), false],
  [(env) => PROGRAMS.has(env['TERM_PROGRAM'] ?? ''), true],
  [(env) => atLeast(env['VTE_VERSION'], 5000), true],
  [(env) => !!env['KITTY_WINDOW_ID'] || !!env['WT_SESSION'], true],
  [(env) => atLeast(env['KONSOLE_VERSION'], 201200), true],
  [(env) => /^(xterm-kitty|xterm-ghostty|alacritty|foot)/.test(env['TERM'] ?? ''), true],
];

const isTmux = (env: Env): boolean => !!env['TMUX'] || env['TERM_PROGRAM'] === 'tmux';

const PROGRAMS: ReadonlySet<string> = new Set([
  'iTerm.app',
  'WezTerm',
  'vscode',
  'ghostty',
  'Hyper',
  'rio',
  'Tabby',
]);

export const hasLinks = (env: Env): boolean => LINKS.find(([fits]) => fits(env))?.[1] ?? false;
