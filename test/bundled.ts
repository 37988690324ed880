import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { LAUNCHER_DIR } from './bundled-launcher.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = join(root, 'node_modules/.wave-programs');

/** Our packages by their sources: as built they might be older. */
const alias = Object.fromEntries(
  globSync('packages/*/src/*.ts', { cwd: root }).map((file) => {
    const [, name, door] = /^packages\/([\w-]+)\/src\/([\w-]+)\.ts$/.exec(file) ?? [];
    const path = door === 'index' ? name : `${name}/${door}`;
    return [`@wavehooks/${path}`, join(root, file)] as const;
  }),
);

const made = new Map<string, string>();

/**
 * A program that a test starts, in one file. From the sources, Node would look for some hundred modules and take the
 * types out of each, at every start. The launcher is found as tests have it: in one file as well.
 */
export function bundled(program: string): string {
  const known = made.get(program);
  if (known !== undefined) return known;
  const name = relative(root, program).replaceAll('/', '-');
  const file = join(dir, `${basename(name, '.ts')}.mjs`);
  const { outputFiles } = buildSync({
    entryPoints: [program],
    alias,
    packages: 'external',
    define: { 'import.meta.dirname': JSON.stringify(LAUNCHER_DIR) },
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', write: false },
  });
  mkdirSync(dir, { recursive: true });
  // Another worker may be starting one.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, outputFiles?.[0]?.contents ?? '');
  renameSync(part, file);
  made.set(program, file);
  return file;
}
