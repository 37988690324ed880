import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const launcher = join(root, 'packages/process/src/launcher');
/** A command that a test runs from its sources finds beside it what it finds as built. */
const COMMANDS = ['code', 'ccc'].map((name) => join(root, 'packages', name));

/** Where it lies. */
export const LAUNCHER_DIR = join(root, 'node_modules/.wave-launcher');

/**
 * Tests import the sources, so each of their agents would start the launcher from its sources, and Node would take
 * the types out of all its modules, every time: five times the work. They get it as users have it: in one file.
 * It is made of the sources as they are now, and the module that starts it is told where it lies.
 */
export function bundledLauncher(): Plugin {
  const { outputFiles } = buildSync({
    entryPoints: [join(launcher, 'program.ts')],
    ...{ bundle: true, minify: true, platform: 'node', format: 'cjs', write: false },
  });
  mkdirSync(LAUNCHER_DIR, { recursive: true });
  // Another run may be starting one.
  const part = join(LAUNCHER_DIR, `${process.pid}`);
  writeFileSync(part, outputFiles?.[0]?.contents ?? '');
  renameSync(part, join(LAUNCHER_DIR, 'launcher.cjs'));
  const starter = join(launcher, 'helper.ts');
  return {
    name: 'bundled-launcher',
    enforce: 'pre',
    transform: (code, id) => {
      const command = COMMANDS.find((one) => id.startsWith(join(one, 'src/')));
      const lies = id === starter ? LAUNCHER_DIR : command && join(command, 'dist');
      return lies && code.replaceAll('import.meta.dirname', JSON.stringify(lies));
    },
  };
}
