import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whole } from '../base/text.ts';
import { isWithin, realPath } from '../files/paths.ts';
import type { Place } from '../vocabulary/tool.ts';

/** Files whose text the agent follows. */
const NAMES = ['AGENTS.md', 'CLAUDE.md'] as const;
const MAX_CHARS = 40_000;

export interface Instruction {
  readonly file: string;
  readonly text: string;
}

/**
 * What the user and the project tell every agent, the most general first: the user's own file, then
 * those from the top of the repository down to where the agent works.
 */
export function instructionsOf(
  { projectDir, cwd }: Place,
  { user, project }: { user?: string | undefined; project: boolean },
): Instruction[] {
  const dirs = project ? treeOf(projectDir, cwd) : [];
  const [top = projectDir] = dirs;
  const found = [
    ...(user ? read(join(user, 'AGENTS.md'), user) : []),
    ...dirs.flatMap((dir) => NAMES.flatMap((name) => read(join(dir, name), top))),
  ];
  // The same text under two names, or linked, counts once.
  return found.filter(({ text }, at) => found.findIndex((one) => one.text === text) === at);
}

/** Directories from the repository's root, or the project's where there is none, down to `cwd`. */
function treeOf(projectDir: string, cwd: string): string[] {
  const passed: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    passed.unshift(at);
    if (existsSync(join(at, '.git'))) return passed;
    if (dirname(at) === at) break;
  }
  const from = passed.indexOf(projectDir);
  return from === -1 ? [projectDir] : passed.slice(from);
}

/** A link out of the tree is not followed: its target is not part of the project. */
function read(file: string, top: string): Instruction[] {
  try {
    const real = realPath(file);
    if (!real || !isWithin(realPath(top) ?? top, real) || !statSync(real).isFile()) return [];
    const text = readFileSync(real, 'utf8').trim();
    return text === '' ? [] : [{ file, text: shortened(text) }];
  } catch {
    return [];
  }
}

const shortened = (text: string) =>
  text.length > MAX_CHARS ? `${whole(text.slice(0, MAX_CHARS))}\n[cut]` : text;
