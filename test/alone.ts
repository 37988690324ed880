import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf, VALUES } from './sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export const TESTS = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

/** What changes or measures the whole process that a test runs in: a file after it would notice. */
const OF_PROCESS = [
  // Vitest's own clocks, mocks and changed environments. What only waits or listens changes nothing.
  /\bvi\.(?!waitFor|waitUntil|fn\b)/,
  /\bprocess\.(env|execPath|exitCode|argv)\b(\[[^\]]*\]|\.\w+)? *=(?!=)/,
  /\bdelete process\.env\b/,
  /\((process|process\.env), /,
  /\bprocess\.(chdir|umask|memoryUsage|resourceUsage|on|once|setuid|setgid)\(/,
  /\bsyncBuiltinESMExports\b/,
  /\bglobalThis\.\w+ *=(?!=)/,
];
/** The subject of these is what a process has only one of: its launcher, its warden, its children. */
const ABOUT_PROCESSES = 'packages/process/test/';

/**
 * What a helper does where it is loaded, it does once for each worker: a hook is that of the first file alone, and
 * what it has made is gone for the others.
 */
const ONCE = [/^(before|after)(All|Each)\(/m, /^(export )?let /m, /^(export )?const .*\bmkdtemp/m];

/** It puts back what it changed before a test goes on. */
const PUTS_BACK = 'test/surround.ts';

export const changesProcess = (text: string): boolean =>
  OF_PROCESS.some((pattern) => pattern.test(text));

export const doesOnce = (text: string): boolean => ONCE.some((pattern) => pattern.test(text));

/**
 * The test files that need a worker to themselves. Every other one shares its worker with those before and after
 * it: to start a worker and to load its modules takes longer than most files do.
 */
export function aloneIn(dir: string = root): string[] {
  const files = new Map<string, { readonly changes: boolean; readonly helpers: string[] }>();
  const read = (file: string) => {
    const known = files.get(file);
    if (known) return known;
    const text = readFileSync(file, 'utf8');
    const isHelper = !file.endsWith('.test.ts');
    const changes =
      !file.endsWith(PUTS_BACK) && (changesProcess(text) || (isHelper && doesOnce(text)));
    const made = { changes, helpers: helpersOf(file) };
    files.set(file, made);
    return made;
  };
  const changes = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    return read(file).changes || read(file).helpers.some((helper) => changes(helper, seen));
  };
  return globSync(TESTS, { cwd: dir })
    .filter((file) => file.startsWith(ABOUT_PROCESSES) || changes(join(dir, file)))
    .sort();
}

/** What starts the built command line, a terminal or a browser: tests that cost seconds each. */
const STARTS_COMMAND = /\b(built|need-build)\.ts|node-pty|playwright|wave\.cjs/;

/** The test files that start the command line or a terminal, themselves or by a helper. `npm run quick` skips them. */
export function commandLineIn(dir: string = root): string[] {
  const known = new Map<string, boolean>();
  const starts = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false);
    const found = STARTS_COMMAND.test(readFileSync(file, 'utf8')) || helpersOf(file).some(starts);
    known.set(file, found);
    return found;
  };
  return globSync(TESTS, { cwd: dir })
    .filter((file) => starts(join(dir, file)))
    .sort();
}

/** What a file imports from folders of tests. Sources are used in one process, over and over, by every user. */
const helpersOf = (file: string): string[] =>
  importsOf(file, VALUES)
    .filter((from) => from.startsWith('.'))
    .map((from) => join(dirname(file), from))
    .filter((path) => /\/test\/.*\.ts$/.test(path) && existsSync(path));
