import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './snippets.ts';

/** As strict as a project can be that uses our packages. */
const OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** What the compiler says of these files in a project that has our packages as they are built. */
export function compile(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'wave-types-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    const all = {
      ...files,
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...OPTIONS, ...options },
        files: Object.keys(files),
      }),
    };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout, stderr, error } = spawnSync(tsc, ['-p', dir, '--pretty', 'false'], {
      cwd: dir,
      encoding: 'utf8',
    });
    if (error) throw error;
    return `${stdout}${stderr}`.split('\n').filter((line) => /error TS\d+/.test(line));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
