import { expect, test } from 'vitest';
import { hasLinks } from '../../../../src/screen/terminal/links.ts';
import { reflows } from '../../../../src/screen/terminal/reflow.ts';

test.each([
  [{ FORCE_HYPERLINK: '0', TERM_PROGRAM: 'iTerm.app' }, false],
  [{ FORCE_HYPERLINK: '1', TERM: 'dumb' }, true],
  [{ TERM: 'linux', KITTY_WINDOW_ID: '1' }, false],
  [{ STY: '1.tty', KITTY_WINDOW_ID: '1' }, false],
  [{ TMUX: '/tmp/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [{ TMUX: '/tmp/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
  [{ TERM_PROGRAM: 'vscode' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ VTE_VERSION: '7200' }, true],
  [{ VTE_VERSION: '4000' }, false],
  [{ KITTY_WINDOW_ID: '3' }, true],
  [{ WT_SESSION: 'abc' }, true],
  [{ KONSOLE_VERSION: '220401' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
])('links: %o', (env, has) => {
  expect(hasLinks(env)).toBe(has);
});

test.each([
  [{ TERM: 'xterm-256color' }, true],
  [{ XTERM_VERSION: 'XTerm(390)' }, false],
  [{ XTERM_VERSION: 'XTerm(390)', TMUX: '/tmp/x' }, true],
  [{ STY: '1.tty' }, false],
  [{ TERM: 'linux' }, false],
  [{ TERM: 'rxvt-unicode-256color' }, false],
])('lines are broken anew: %o', (env, breaks) => {
  expect(reflows(env)).toBe(breaks);
});
