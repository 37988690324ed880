import { homedir } from 'node:os';
import { join } from 'node:path';
import { MCP_FILE, projectDirOf } from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';
import { exactly } from '../../cli/style.ts';
import type { OptionRows } from '../../cli/usage.ts';

/** The files that servers can stand in, by the flag that means them. */
export const PLACES = ['user', 'project', 'project-settings', 'local'] as const;
export type Place = (typeof PLACES)[number];

export const PLACE_FLAGS = {
  user: { type: 'boolean', about: 'in your own settings' },
  project: { type: 'boolean', about: 'in .mcp.json of the project' },
  'project-settings': { type: 'boolean', about: "in the project's .wave/settings.json" },
  local: { type: 'boolean', about: "in the project's .wave/settings.local.json" },
  scope: { type: 'string', short: 's', value: 'SCOPE', about: 'the same by name, e.g. project' },
} as const satisfies OptionRows;

type Values = { readonly [P in Place]?: boolean | undefined } & {
  readonly scope?: string | undefined;
};

export interface Files {
  readonly home: string;
  readonly projectDir: string;
  readonly paths: Record<Place, string>;
}

export function filesOf(io: Io): Files {
  const [home, projectDir] = [homedir(), projectDirOf(io.cwd)];
  return {
    home,
    projectDir,
    paths: {
      user: join(home, '.wave', 'settings.json'),
      project: join(projectDir, MCP_FILE),
      'project-settings': join(projectDir, '.wave', 'settings.json'),
      local: join(projectDir, '.wave', 'settings.local.json'),
    },
  };
}

/** The place that the flags name; undefined without one. */
export function placeOf(values: Values): Place | undefined {
  const { scope } = values;
  if (scope !== undefined && !PLACES.some((place) => place === scope))
    throw new UsageError(`--scope: expected ${PLACES.join(', ')}, got "${exactly(scope)}"`);
  const named = PLACES.filter((place) => values[place] || scope === place);
  if (named.length > 1) throw new UsageError(`expected one place, got ${named.join(' and ')}`);
  return named[0];
}
