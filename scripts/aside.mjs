// Tools that one command alone needs are installed apart, when it first runs: nobody else's install pays for them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of those tools. `tools` names exact versions: `{ publint: '0.3.25' }`. `flags` are npm's, for
 * tools that need another way of installing.
 */
export function installAside(root, name, tools, flags = []) {
  const aside = join(root, 'node_modules', `.${name}`);
  const manifest = join(aside, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: tools }, null, 2);
  if (existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) return aside;
  mkdirSync(aside, { recursive: true });
  console.error(`Installing ${Object.keys(tools).join(', ')}, once, in node_modules/.${name}`);
  // The project's .npmrc counts here, too.
  writeFileSync(join(aside, '.npmrc'), readFileSync(join(root, '.npmrc')));
  writeFileSync(manifest, '{}');
  const args = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', ...flags];
  const specs = Object.entries(tools).map(([tool, version]) => `${tool}@${version}`);
  const { status } = spawnSync('npm', [...args, ...specs], { cwd: aside, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`${name}: npm install failed, see above`);
    process.exit(1);
  }
  // Written last: an install that broke off is not one.
  writeFileSync(manifest, wanted);
  return aside;
}
