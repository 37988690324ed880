import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { faultText } from '../../base/error-text.ts';
import { once } from '../../base/once.ts';
import { plural } from '../../base/text.ts';
import { absolutePath } from '../../files/paths.ts';
import { done, failed, type Place, type Tool, type ToolContext } from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { newestFirst } from './newest.ts';

const input = once(() =>
  z.strictObject({
    pattern: z.string().min(1).describe('Such as **/*.ts or src/{a,b}/*.json'),
    path: z.string().optional().describe('The directory to search; the current one without it'),
    directories: z
      .boolean()
      .optional()
      .describe('Also directories, marked with /; with the pattern * also links, marked with @'),
  }),
);
type Input = z.infer<ReturnType<typeof input>>;

const response = once(() =>
  z.strictObject({
    filenames: z.array(z.string()).describe('The paths, absolute, the newest first'),
  }),
);

const MAX_FILES = 100;
const TIME_MS = 30_000;
/** Left out unless the pattern names them. */
export const ASIDE: readonly string[] = ['.git', 'node_modules'];

export const glob: Tool<Input> = {
  name: 'Glob',
  description:
    'Finds files by a pattern on their path, the newest first, at most 100. Leaves out .git and node_modules unless the pattern names them.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.Glob,
  get response() {
    return response();
  },
  paths: ['path'],
  effect: 'read',
  files: (given, place) => [searchOf(given, place).dir],
  subject: ({ path, pattern }) => path ?? pattern,
  run: async (given, context) => {
    const { dir, rest } = searchOf(given, context);
    const fault = faultOf(dir, rest);
    if (fault !== undefined) return failed(fault);
    try {
      const found =
        given.directories && rest === '*'
          ? entriesOf(dir, context)
          : await search(dir, rest, given, context);
      const mark = (path: string) => path + (found.get(path) ?? '');
      return report((await newestFirst([...found.keys()])).map(mark));
    } catch (error) {
      return failed(`The search in ${dir} did not come to an end: ${faultText(error)}`);
    }
  },
};

/** The part of a pattern before its first wildcard is a directory: there the search starts. */
function searchOf({ pattern, path = '.' }: Input, { cwd }: Place) {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
  const fixed = parts.slice(0, first < 0 ? -1 : first);
  const start = pattern.startsWith('/') || pattern.startsWith('~/') ? cwd : absolutePath(cwd, path);
  const dir = fixed.length === 0 ? start : resolve(absolutePath(start, `${fixed.join('/')}/`));
  return { dir, rest: parts.slice(fixed.length).join('/') };
}

function faultOf(dir: string, rest: string): string | undefined {
  if (/(^|[/{,(|])\.\.([/},)|]|$)/.test(rest))
    return `"${rest}" climbs with .. after a wildcard. Name the directory in path instead.`;
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found === undefined) return `There is no directory ${dir}.`;
  return found.isDirectory() ? undefined : `${dir} is not a directory.`;
}

/** What was found, each with its mark. */
type Found = ReadonlyMap<string, '' | '/' | '@'>;

/** All that is in one directory. */
function entriesOf(dir: string, { hides = () => false }: ToolContext): Found {
  const entries = readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !ASIDE.includes(name))
    .map((entry) => [join(dir, entry.name), markOf(entry)] as const);
  return new Map(entries.filter(([path]) => !hides(path)));
}

const markOf = (entry: Dirent) => (entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : '');

async function search(
  dir: string,
  rest: string,
  { pattern, directories = false }: Input,
  { signal, hides = () => false }: ToolContext,
): Promise<Found> {
  const { glob: find } = await import('tinyglobby');
  const found = await find(rest, {
    cwd: dir,
    absolute: true,
    dot: true,
    expandDirectories: false,
    onlyFiles: !directories,
    // Links may lead out of the project, and in circles.
    followSymbolicLinks: false,
    ignore: ASIDE.filter((name) => !pattern.includes(name)).map((name) => `**/${name}/**`),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]),
  });
  const marked = found.map(
    (path) => [path.replace(/\/$/, ''), path.endsWith('/') ? '/' : ''] as const,
  );
  return new Map(marked.filter(([path]) => !hides(path)));
}

function report(paths: readonly string[]) {
  if (paths.length === 0) return done('No files found.', { filenames: [] });
  const shown = paths.slice(0, MAX_FILES);
  const omitted = paths.length - shown.length;
  const note =
    omitted > 0 ? [`[${plural(omitted, 'older file')} omitted. Narrow the pattern.]`] : [];
  return done([...shown, ...note].join('\n'), { filenames: shown });
}
