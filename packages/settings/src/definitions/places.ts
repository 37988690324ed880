import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { markdownBelow } from '@wavehooks/process/files';
import {
  claudeHome,
  type LoadOptions,
  type SourceAgent,
  type SourceName,
} from '../reading/places.ts';
import type { FoundPlugin } from '../reading/plugins.ts';
import { isSame } from '../reading/project.ts';
import type { DefinitionKind } from './definition.ts';

/** A directory that has `agents/` and `skills/` in it. */
export interface DefinitionPlace {
  readonly agent: SourceAgent;
  readonly name: SourceName;
  readonly dir: string;
  /** The plugin whose it is; its names are the plugin's. */
  readonly plugin?: FoundPlugin & { readonly root: string };
}

/**
 * In the order in which names count: the user's own first, then plugins, then the project's. What comes
 * with a project never takes the place of what is the user's.
 */
export function definitionPlaces(
  options: LoadOptions,
  { claude, plugins }: { readonly claude: boolean; readonly plugins: readonly FoundPlugin[] },
): DefinitionPlace[] {
  const { projectDir, home = homedir(), which, only } = options;
  if (only) return [];
  const reads = (name: SourceName) => !which || which.includes(name);
  const isHome = isSame(projectDir, home);
  const of = (name: SourceName, wave: string, theirs: string): DefinitionPlace[] =>
    reads(name)
      ? [
          { agent: 'wave', name, dir: wave },
          ...(claude ? [{ agent: 'claude-code', name, dir: theirs } as const] : []),
        ]
      : [];
  return [
    ...of('user', join(home, '.wave'), claudeHome(options)),
    ...plugins.flatMap((plugin) =>
      'root' in plugin.at && reads(plugin.name)
        ? [
            {
              agent: 'claude-code',
              name: plugin.name,
              dir: plugin.at.root,
              plugin: { ...plugin, root: plugin.at.root },
            } as const,
          ]
        : [],
    ),
    ...(isHome ? [] : of('project', join(projectDir, '.wave'), join(projectDir, '.claude'))),
  ];
}

/** The files of a place that define something. A read-me beside them defines nothing. */
export const FILES_IN: Readonly<Record<DefinitionKind, (dir: string) => string[]>> = {
  agent: (dir) =>
    markdownBelow(join(dir, 'agents')).filter((file) => !/^readme\.md$/i.test(basename(file))),
  skill: (dir) =>
    namesIn(join(dir, 'skills'))
      .map((name) => join(dir, 'skills', name, 'SKILL.md'))
      .filter((file) => existsSync(file)),
};

/** Commands of Claude Code and of its plugins, each with its name: `team:review` for `team/review.md`. */
export function commandsAt({ agent, dir }: DefinitionPlace): { file: string; name: string }[] {
  const top = join(dir, 'commands');
  return (agent === 'claude-code' ? markdownBelow(top) : []).map((file) => ({
    file,
    name: relative(top, file).replace(/\.md$/, '').split(sep).join(':'),
  }));
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}
