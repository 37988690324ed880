import type { Ending } from '@wavehooks/process';
import * as z from 'zod';
import { once } from '../../base/once.ts';
import { headAndTail, plural } from '../../base/text.ts';
import { absolutePath } from '../../files/paths.ts';
import {
  done,
  failed,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { type GrepInput, grepArgs, grepInput } from './grep-args.ts';
import { contentLines, fileNames } from './grep-records.ts';
import { newestFirst } from './newest.ts';

const TIME_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
const DEFAULT_LIMIT = 250;

const response = once(() =>
  z.strictObject({
    mode: z
      .enum(['content', 'files_with_matches', 'count'])
      .describe('The output_mode of the call'),
    lines: z.int().describe('How many lines the result has; 0 if nothing matches'),
  }),
);

export const grep: Tool<GrepInput> = {
  name: 'Grep',
  description:
    'Searches the content of files with ripgrep: the files that match (the newest first), the matching lines, or how many there are in each file. Leaves out what git ignores. Use this, not grep or rg in Bash.',
  get input() {
    return grepInput();
  },
  inputSchema: INPUT_SCHEMAS.Grep,
  get response() {
    return response();
  },
  paths: ['path'],
  effect: 'read',
  files: ({ path }, { cwd }) => [absolutePath(cwd, path ?? '.')],
  subject: ({ path }) => path,
  run: async (given, context) => {
    // Loaded with the first search: a start does not pay for it.
    const { rgPath } = await import('@vscode/ripgrep');
    const path = absolutePath(context.cwd, given.path ?? '.');
    const ending = await context.start({
      file: rgPath,
      args: grepArgs(given, path),
      cwd: context.projectDir,
      env: context.env,
      stdin: Buffer.alloc(0),
      timeoutMs: TIME_MS,
      maxBytes: MAX_BYTES,
      signal: context.signal,
    }).ended;
    const fault = faultOf(ending);
    return fault === undefined ? report(given, ending, context) : failed(fault);
  },
};

/** ripgrep exits 1 when it found nothing, and 2 also where it found some and could not read others. */
function faultOf({ outcome, stdout, stderr }: Ending): string | undefined {
  const why = headAndTail(stderr.trim(), 2000);
  switch (outcome.is) {
    case 'exit':
      return outcome.code > 1 && stdout === '' ? `The search failed: ${why}` : undefined;
    case 'cut':
      return undefined;
    case 'timeout':
      return `The search took longer than ${TIME_MS / 1000} s and was ended. Narrow it with path, glob or type.`;
    case 'cancelled':
      return 'The search was ended by the user before it was done.';
    default:
      return `The search could not be made: ${outcome.is === 'start' ? outcome.error : outcome.signal}`;
  }
}

async function report(given: GrepInput, ending: Ending, context: ToolContext): Promise<ToolResult> {
  const mode = given.output_mode ?? 'files_with_matches';
  const read = mode === 'files_with_matches' ? fileNames : contentLines;
  const found = read(ending.stdout, context.hides ?? (() => false));
  if (found.length === 0) return done('No matches found.', { mode, lines: 0 });
  const sorted = mode === 'files_with_matches' ? await newestFirst(found) : found;
  const shown = sorted.slice(0, given.head_limit ?? DEFAULT_LIMIT);
  const notes = [
    shown.length < sorted.length &&
      `[${plural(sorted.length - shown.length, 'more line')} omitted. Narrow the search, or raise head_limit.]`,
    ending.outcome.is === 'cut' && '[There was more than could be kept. Narrow the search.]',
    ending.stderr && `[Not all could be searched: ${headAndTail(ending.stderr.trim(), 1000)}]`,
  ];
  const text = [headAndTail(shown.join('\n')), ...notes].filter(Boolean).join('\n');
  return done(text, { mode, lines: shown.length });
}
