import { hookEnvironment } from '@wavehooks/process';
import type { Entry } from '../../entries/entry.ts';
import { directoryOf, runsOf } from '../../handlers/index.ts';
import type { Variables } from '../../scripts/names/commands.ts';
import { missingFile } from '../../scripts/of-runs.ts';

/** Where hooks run. */
export interface Around {
  readonly cwd: string;
  /** For those that outlive an event. */
  readonly root: string;
  readonly projectDir: string;
  readonly env: Variables;
}

/**
 * The files that hooks are to start and that are not there, in words. Some interpreters exit 2 for
 * that: what is no guard at all then blocks like one.
 */
export const missingFiles = (entries: readonly Entry[], around: Around): string[] =>
  entries.flatMap((entry) => {
    const runs = runsOf(entry);
    if (!runs) return [];
    const variables = hookEnvironment(around.env, around.projectDir, runs.env, entry.plugin);
    const file = missingFile(runs, directoryOf(entry, around), variables);
    return file === undefined ? [] : [`hook "${entry.label}": there is no ${file}`];
  });
