import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How each package manager runs a program of the project. */
const RUNNERS: Readonly<Record<string, string>> = {
  npm: 'npx wave',
  pnpm: 'pnpm exec wave',
  yarn: 'yarn wave',
};

/**
 * How to call `wave` from a directory: through the package manager where the project has it installed. Never
 * elsewhere: npm would fetch a stranger's package of that name.
 */
export function calledAs(
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (!isInstalled(cwd)) return 'wave';
  const [, manager = 'npm'] = /^([\w-]+)\//.exec(env['npm_config_user_agent'] ?? '') ?? [];
  return (Object.hasOwn(RUNNERS, manager) && RUNNERS[manager]) || 'npx wave';
}

function isInstalled(dir: string): boolean {
  if (existsSync(join(dir, 'node_modules/.bin/wave'))) return true;
  const above = dirname(dir);
  return above !== dir && isInstalled(above);
}
