import * as z from 'zod';
import { once } from '../../base/once.ts';

const lines = (what: string) => z.int().min(0).optional().describe(what);

export const grepInput = once(() =>
  z.strictObject({
    pattern: z.string().min(1).describe('A regular expression, as ripgrep reads it'),
    path: z.string().optional().describe('A file or directory; the current directory without it'),
    glob: z.string().optional().describe('Only files that match, such as *.ts'),
    output_mode: z
      .enum(['files_with_matches', 'content', 'count'])
      .optional()
      .describe('files_with_matches without it'),
    '-i': z.boolean().optional().describe('Ignore case'),
    '-n': z.boolean().optional().describe('Line numbers, with content; true without it'),
    '-A': lines('Lines to show after a match, with content'),
    '-B': lines('Lines to show before a match, with content'),
    '-C': lines('Lines to show around a match, with content'),
    head_limit: z
      .int()
      .min(1)
      .optional()
      .describe('How many lines or files to return; 250 without it'),
    multiline: z.boolean().optional().describe('Let a match go over several lines'),
    type: z.string().optional().describe('Only files of a type, such as js, py or rust'),
  }),
);
export type GrepInput = z.infer<ReturnType<typeof grepInput>>;

/** A file's name ends with a NUL in ripgrep's output, so that no name can be taken for a match. */
export function grepArgs(given: GrepInput, path: string): readonly string[] {
  const mode = given.output_mode ?? 'files_with_matches';
  return [
    '--no-config',
    '--color=never',
    '--null',
    '--with-filename',
    '--hidden',
    '--max-columns=1000',
    '--max-columns-preview',
    ...(given.glob === undefined ? [] : [`--glob=${given.glob}`]),
    // Last, since a later glob wins over an earlier one.
    '--glob=!.git',
    ...(given.type === undefined ? [] : [`--type=${given.type}`]),
    ...(given['-i'] ? ['--ignore-case'] : []),
    ...(given.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...MODE_ARGS[mode](given),
    `--regexp=${given.pattern}`,
    '--',
    path,
  ];
}

type Mode = NonNullable<GrepInput['output_mode']>;

const MODE_ARGS: Readonly<Record<Mode, (given: GrepInput) => readonly string[]>> = {
  files_with_matches: () => ['--files-with-matches'],
  count: () => ['--count'],
  content: (given) => [
    '--no-heading',
    given['-n'] === false ? '--no-line-number' : '--line-number',
    ...(['-A', '-B', '-C'] as const).flatMap((name) =>
      given[name] === undefined ? [] : [`${name}${given[name]}`],
    ),
  ],
};
