import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { show } from '@wavehooks/hooks/vocabulary';
import { isSame } from './project.ts';
import { SettingsError } from './read.ts';

/** Whose file it is: it decides what the file may do before somebody looked at it. */
export type SourceName = 'user' | 'project' | 'local' | 'flag';

/** The agents whose files are read where they are. */
export type SourceAgent = 'wave' | 'claude-code';

export interface LoadOptions {
  readonly projectDir: string;
  readonly home?: string;
  /** Which of the usual files are read; all by default. */
  readonly which?: readonly SourceName[];
  /** Whose files are read; by default those of every agent, Claude Code's where the user said so. */
  readonly agents?: readonly SourceAgent[];
  /** A further file, added last. */
  readonly settings?: string | undefined;
  /** That file is all there is. */
  readonly only?: boolean;
  /** Says where other agents keep their files; this process's by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A file that settings may come from. */
export interface SourcePlace {
  readonly agent: SourceAgent;
  readonly name: SourceName;
  readonly file: string;
  /** Without it nothing starts. */
  readonly must: boolean;
}

interface Roots {
  readonly home: string;
  readonly claude: string;
  readonly project: string;
}

type Row = Pick<SourcePlace, 'agent' | 'name'> & { readonly at: (roots: Roots) => string };

/**
 * THE TABLE of sources, in configuration order; plugins come where the first of the project's would.
 * What comes last is a file that the user named.
 */
const SOURCES: readonly Row[] = [
  { agent: 'wave', name: 'user', at: ({ home }) => join(home, '.wave', 'settings.json') },
  { agent: 'claude-code', name: 'user', at: ({ claude }) => join(claude, 'settings.json') },
  ...(['project', 'local'] as const).flatMap((name) =>
    ([['wave', '.wave'] as const, ['claude-code', '.claude'] as const] as const).map(
      ([agent, dir]): Row => ({
        agent,
        name,
        at: ({ project }) =>
          join(project, dir, name === 'local' ? 'settings.local.json' : 'settings.json'),
      }),
    ),
  ),
];

/** Where Claude Code keeps what is the user's own. */
export const claudeHome = ({ home = homedir(), env = process.env }: LoadOptions): string =>
  env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');

/** Every file that settings may come from, in configuration order. Throws `SettingsError`. */
export function sourcePlaces(options: LoadOptions): SourcePlace[] {
  const { projectDir: project, home = homedir(), settings, only, which, agents } = options;
  const flag: SourcePlace[] =
    settings === undefined ? [] : [{ agent: 'wave', name: 'flag', file: settings, must: true }];
  if (only) return flag;
  if (!isAbsolute(home))
    throw new SettingsError(
      `HOME: expected an absolute path, got ${show(home)}, so your settings cannot be found`,
    );
  // Started in the home directory, the user's own file is not a project's as well.
  const isHome = isSame(project, home);
  const usual = SOURCES.filter(({ name }) => !(isHome && name !== 'user'))
    .filter(({ name }) => !which || which.includes(name))
    .filter(({ agent }) => !agents || agents.includes(agent))
    .map(({ agent, name, at }) => ({
      ...{ agent, name, must: false },
      file: at({ home, claude: claudeHome(options), project }),
    }));
  return [...usual, ...flag];
}
