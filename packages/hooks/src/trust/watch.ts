import { statSync } from 'node:fs';
import { settingsPaths } from '../config/load.ts';
import type { Entry } from '../entry.ts';
import type { OpenOptions } from './open.ts';
import { makePinCheck } from './pin.ts';

/** Names once for each change the settings files that are no longer what they were. */
export function watchSettings(options: OpenOptions): () => readonly string[] {
  let seen = marksOf(options);
  return () => {
    const now = marksOf(options);
    const changed = now.filter(({ stamp }, at) => stamp !== seen[at]?.stamp);
    seen = now;
    return changed.map(({ file }) => file);
  };
}

/** Each settings file with its dates. */
const marksOf = (options: OpenOptions): { file: string; stamp: string }[] =>
  settingsPaths(options).map(({ file }) => {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    const stamp = stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : '';
    return { file, stamp };
  });

/** The scripts that the hooks in force were approved with. */
export interface ScriptWatch {
  /** How many hooks had files that were not the approved ones at the last look. */
  readonly changed: number;
  /** Says once for each hook that its files are no longer what was approved. */
  look(): string | undefined;
}

/** What has changed already when the watch begins is not told: whoever opens a project is asked about it. */
export function watchScripts(entries: () => readonly Entry[], projectDir: string): ScriptWatch {
  const check = makePinCheck();
  const find = () =>
    entries()
      .filter(({ enabled, approved }) => enabled && approved)
      .flatMap(({ label, pins }) => {
        const wrong = pins.map((pin) => check(pin, projectDir)).find((text) => text);
        return wrong
          ? [`${wrong}, so the hook "${label}" does not run, and blocks where it can`]
          : [];
      });
  let seen = find();
  return {
    get changed() {
      return seen.length;
    },
    look: () => {
      const before = seen;
      seen = find();
      return seen.filter((text) => !before.includes(text)).join('; ') || undefined;
    },
  };
}
