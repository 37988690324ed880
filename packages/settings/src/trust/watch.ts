import { statSync } from 'node:fs';
import type { Entry } from 'wave-hooks';
import { isSameMark, makePinCheck, type Pin } from 'wave-hooks/scripts';
import { readTextFile } from 'wave-process/files';
import { claudeSwitch } from '../reading/claude.ts';
import type { LoadedFile } from '../reading/loaded-file.ts';
import { sourcePlaces } from '../reading/places.ts';
import type { OpenOptions } from './open.ts';
import { type Approval, readApprovals } from './store.ts';

/** Names once for each change the settings files that no longer hold what they did: a save alone is none. */
export function watchSettings(
  options: OpenOptions,
  loaded: readonly LoadedFile[],
): () => readonly string[] {
  const files = watched(options, loaded);
  const look = (before: readonly Mark[] = []) => files.map((file, at) => markOf(file, before[at]));
  let seen = look();
  return () => {
    const before = seen;
    seen = look(before);
    return seen.flatMap(({ file, text }, at) => (text === before[at]?.text ? [] : [file]));
  };
}

/** The usual places, also where there is no file yet, and all that was read beside them. */
function watched(options: OpenOptions, loaded: readonly LoadedFile[]): readonly string[] {
  const reads = claudeSwitch(loaded) === true;
  const usual = sourcePlaces(options).filter(({ agent }) => reads || agent === 'wave');
  return [...new Set([...usual, ...loaded].map(({ file }) => file))];
}

interface Mark {
  readonly file: string;
  /** Its dates: it is read only where they are others. */
  readonly stamp: string;
  readonly text: string;
}

function markOf(file: string, before: Mark | undefined): Mark {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  const stamp = stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : '';
  return before?.stamp === stamp ? before : { file, stamp, text: stat ? textOf(file, stamp) : '' };
}

/** What cannot be read may be anything: each of its dates is a change. */
function textOf(file: string, stamp: string): string {
  try {
    return `text ${readTextFile(file)}`;
  } catch {
    return stamp;
  }
}

/** The scripts that the hooks in force were approved with. */
export interface ScriptWatch {
  /** How many hooks had files that were not the approved ones at the last look. */
  readonly changed: number;
  /** Says once for each hook that its files are no longer what was approved. */
  look(): string | undefined;
}

/** What cannot be read approves nothing. */
function approvalsIn(home: string, projectDir: string): readonly Approval[] {
  try {
    return readApprovals(home, projectDir);
  } catch {
    return [];
  }
}

/** What has changed already when the watch begins is not told: whoever opens a project is asked about it. */
export function watchScripts(
  entries: () => readonly Entry[],
  { home, projectDir }: { readonly home: string; readonly projectDir: string },
): ScriptWatch {
  const check = makePinCheck();
  const isApproved = (pin: Pin) =>
    approvalsIn(home, projectDir)
      .flatMap(({ files }) => files)
      .some((own) => isSameMark(own, pin) && check(own, projectDir) === undefined);
  const find = () =>
    entries()
      .filter(({ enabled, approved }) => enabled && approved)
      .flatMap(({ label, pins }) => {
        const wrong = pins.filter((pin) => check(pin, projectDir) !== undefined);
        const [changed] = wrong.filter((pin) => !isApproved(pin));
        const so = `the hook "${label}" does not run, and blocks where it can`;
        if (changed) return [`${check(changed, projectDir)}, so ${so}`];
        return wrong
          .slice(0, 1)
          .map(
            ({ path }) =>
              `${path} was approved since this session began: review it with /hooks; until then ${so}`,
          );
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
