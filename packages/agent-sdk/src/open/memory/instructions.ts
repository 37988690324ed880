import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';
import { whole } from '../../base/text.ts';
import { isWithin, realPath } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { importsIn } from './imports.ts';

/** Files whose text the agent follows; what is the user's own in a project comes last. */
const NAMES = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md'] as const;
const MAX_CHARS = 40_000;
/** How far an import may lead to another, and how many files there are at the most. */
const MAX_DEPTH = 5;
const MAX_FILES = 50;

export interface Instruction {
  readonly file: string;
  readonly text: string;
}

export interface Instructions {
  readonly all: readonly Instruction[];
  /** What is not read, in words that follow the file. */
  readonly faults: readonly { readonly file: string; readonly text: string }[];
}

interface From {
  readonly user?: string | undefined;
  readonly project: boolean;
  /** What a rule keeps from the agent. */
  readonly hides?: (path: string) => boolean;
}

/**
 * What the user and the project tell every agent, the most general first: the user's own file, then
 * those from the top of the repository down to where the agent works. What a file imports follows it.
 */
export function readInstructions({ projectDir, cwd }: Place, from: From): Instructions {
  const { user, project, hides = () => false } = from;
  const dirs = project ? treeOf(projectDir, cwd) : [];
  const [top = projectDir] = dirs;
  const roots = [
    ...(user ? [{ file: join(user, 'AGENTS.md'), top: user }] : []),
    ...dirs.flatMap((dir) => NAMES.map((name) => ({ file: join(dir, name), top }))),
  ];
  const faults: { file: string; text: string }[] = [];
  const seen = new Set<string>();
  const follow = (file: string, within: string, depth: number): Instruction[] => {
    const key = realPath(file) ?? file;
    if (seen.has(key) || seen.size >= MAX_FILES) return [];
    const found = read(file, within);
    if (!found) return [];
    seen.add(key);
    if ('fault' in found) {
      faults.push({ file, text: `it is not read: ${found.fault}` });
      return [];
    }
    if (depth >= MAX_DEPTH) return [found];
    const imports = importsIn(found.text, file, { top: within, hides });
    for (const one of imports)
      if ('fault' in one) faults.push({ file, text: `@${one.named} is not read: ${one.fault}` });
    return [
      found,
      ...imports.flatMap((one) => ('file' in one ? follow(one.file, within, depth + 1) : [])),
    ];
  };
  const found = roots.flatMap(({ file, top: within }) => follow(file, within, 0));
  // The same text under two names, or linked, counts once.
  const all = found.filter(({ text }, at) => found.findIndex((one) => one.text === text) === at);
  return { all, faults };
}

export const instructionsOf = (place: Place, from: From): readonly Instruction[] =>
  readInstructions(place, from).all;

/** Directories from the repository's root down to `cwd`; without a repository, from the project's. */
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
function read(file: string, top: string): Instruction | { readonly fault: string } | undefined {
  try {
    const real = realPath(file);
    if (!real || !isWithin(realPath(top) ?? top, real) || !statSync(real).isFile())
      return undefined;
  } catch {
    return undefined;
  }
  try {
    const text = readTextFile(file, MOST_WRITTEN).trim();
    return text === '' ? undefined : { file, text: shortened(text) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

const shortened = (text: string) =>
  text.length > MAX_CHARS ? `${whole(text.slice(0, MAX_CHARS))}\n[cut]` : text;
