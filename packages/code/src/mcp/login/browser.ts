import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** What opens a page, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

/** The program that would show a page here; undefined where there is no screen to show it on. */
export function browserHere(env: Env, platform = process.platform): string | undefined {
  if (env['BROWSER']) return env['BROWSER'];
  const hasScreen = platform === 'darwin' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  const isRemote = env['SSH_CONNECTION'] || env['SSH_TTY'];
  return hasScreen && !isRemote ? OPENERS[platform] : undefined;
}

/** Shows a page. Whether somebody sees it nobody can tell, so its address is always printed as well. */
export function openPage(program: string, url: string): void {
  if (!/^https?:\/\//.test(url)) return;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
