import { join, relative } from 'node:path';
import { readSettingsFile } from '@wavehooks/settings';

/** The first Node that can take types out. */
export const BUILD_NODE = '22.13';

/** With this line begins the build step of `examples/first`, also one of another version or with something added. */
const FIRST_LINE =
  '// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.';

export const isBuildStep = (text: string): boolean => text.split('\n', 1)[0] === FIRST_LINE;

/** A compiler whose project names no sources takes every file below it: the hooks would become part of its output. */
export function compilesAll(projectDir: string, dir: string): boolean {
  const [top = ''] = relative(projectDir, dir).split('/', 1);
  const isOut = (name: unknown) => String(name).replace(/^\.\//, '').split('/', 1)[0] === top;
  try {
    const { value } = readSettingsFile(join(projectDir, 'tsconfig.json')) ?? {};
    // What begins with a dot, no compiler looks for; and above the project it looks for nothing.
    if (top.startsWith('.') || !value || 'include' in value || 'files' in value) return false;
    return ![value['exclude']].flat().some(isOut);
  } catch {
    // It is the compiler's to say what is wrong with it.
    return false;
  }
}
