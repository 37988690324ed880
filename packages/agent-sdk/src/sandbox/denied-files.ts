import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { realPath } from '../files/paths.ts';
import { fileMatcher } from '../permissions/rules/file-pattern.ts';
import { parseRule } from '../permissions/rules/parse-rule.ts';
import type { Fault } from '../vocabulary/sandbox.ts';

/** What one look goes over at the most; it takes about a tenth of a second. */
const MOST_ENTRIES = 60_000;

/** Full of other people's files, and never what a rule means. */
const SKIPPED = /^(node_modules|\.git)$/;

/**
 * The files and directories that rules deny to read, as they are now: a sandbox hides what is there. What cannot
 * be looked through is a fault: a rule must not cease to hold because a project is large.
 */
export function deniedFiles(
  deny: readonly string[],
  projectDir: string,
  directories: readonly string[],
): readonly string[] | Fault {
  const patterns = deny
    .map(parseRule)
    .flatMap(({ tool, pattern }) => (tool === 'Read' && pattern !== undefined ? [pattern] : []));
  if (patterns.length === 0) return [];
  const means = fileMatcher(patterns, projectDir, 'wide');
  const hides = (path: string) => means({ path, real: path });
  const roots = [projectDir, ...directories, ...patterns.flatMap(startOf)];
  const found: string[] = [];
  const open = [...new Set(roots.flatMap((root) => realPath(root) ?? []))];
  const own = [projectDir, ...directories].map((dir) => realPath(dir));
  const vast = open.filter((dir) => isVast(dir) && !own.includes(dir));
  let left = MOST_ENTRIES;
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    for (const entry of entriesOf(dir)) {
      if (left-- <= 0)
        return {
          fault: `a rule denies to read some files, and there are too many to look through (more than ${MOST_ENTRIES}, at ${dir})`,
        };
      const path = join(dir, entry.name);
      const isDirectory = entry.isDirectory();
      if (hides(path) || (isDirectory && hides(join(path, SOME_FILE)))) found.push(path);
      else if (isDirectory && !SKIPPED.test(entry.name) && !vast.includes(dir)) open.push(path);
    }
  }
  return found;
}

/** A name that no pattern means by itself. */
const SOME_FILE = 'wave-some-file';

/** Where a pattern begins that does not begin in the project. */
function startOf(pattern: string): readonly string[] {
  const path = absolute(pattern);
  return path === undefined ? [] : [dirname(`${path.split(GLOB, 1)[0]}x`)];
}

const absolute = (pattern: string): string | undefined =>
  /^(~\/|\/)/.test(pattern) ? pattern.replace(/^~/, homedir()).replace(/^\/\//, '/') : undefined;

const GLOB = /[*?[{]/;

/** All of a machine, or of a home, is more than anybody can look through: there, only what lies in it directly. */
const isVast = (dir: string): boolean => dir === '/' || dir === realPath(homedir());

function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
