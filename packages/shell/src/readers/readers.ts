import { FILTER } from './filter.ts';
import { GIT_LOOK } from './git-look.ts';
import { LOOK_AT } from './look-at.ts';
import { NPM_LOOK, PIP_LOOK } from './managers.ts';
import type { Reader } from './reader.ts';
import { SHOW } from './show.ts';
import { TELL } from './tell.ts';

/** The rows in groups, each with what its programs do. */
export const READER_GROUPS: readonly (readonly [
  title: string,
  Readonly<Record<string, Reader>>,
])[] = [
  ['list files', LOOK_AT],
  ['show and compare files', SHOW],
  ['search, sort and cut', FILTER],
  ['print, and tell of the machine', TELL],
  [
    'tell of a repository or of packages',
    {
      git: {
        options: `-C=reads -c=code.git -P|--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs
          --glob-pathspecs --noglob-pathspecs --icase-pathspecs`,
        verbs: GIT_LOOK,
      },
      npm: { options: '--json', verbs: NPM_LOOK },
      'pip|pip3': { verbs: PIP_LOOK },
    },
  ],
];

/** The programs that may only read, by name. */
export const READERS: ReadonlyMap<string, Reader> = new Map(
  READER_GROUPS.flatMap(([, rows]) =>
    Object.entries(rows).flatMap(([names, row]) =>
      names.split('|').map((name): [string, Reader] => [name, row]),
    ),
  ),
);
