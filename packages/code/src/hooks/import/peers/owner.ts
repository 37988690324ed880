import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What a file of another agent's belongs to. */
export interface Owner {
  /** The project whose settings it is. */
  readonly project?: string;
  /** The root of the plugin that it is a part of. */
  readonly plugin?: string;
}

const AGENTS = ['.claude', '.gemini', '.codex'];

/** Told from where it lies: `.claude/settings.json` is a project's, `hooks/hooks.json` a plugin's. */
export function ownerOf(file: string): Owner {
  const dir = dirname(file);
  const manifest = upward(dir).find((at) => existsSync(join(at, '.claude-plugin')));
  if (basename(dir) === '.claude-plugin') return { plugin: dirname(dir) };
  if (AGENTS.includes(basename(dir))) return { project: dirname(dir) };
  if (manifest !== undefined) return { plugin: manifest };
  if (basename(dir) !== 'hooks') return {};
  const above = dirname(dir);
  return AGENTS.includes(basename(above)) ? { project: dirname(above) } : { plugin: above };
}

/** A file of a plugin lies at most so deep in it. */
const MAX_STEPS = 3;

const upward = (dir: string): string[] =>
  Array.from({ length: MAX_STEPS }).reduce<string[]>(
    (passed) => {
      const last = passed.at(-1) ?? dir;
      return [...passed, dirname(last)];
    },
    [dir],
  );
