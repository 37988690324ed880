import { statSync } from 'node:fs';
import type { Entry } from '@wavehooks/hooks';
import { isSameMark, makePinCheck, type Pin } from '@wavehooks/hooks/scripts';
import { readTextFile } from '@wavehooks/process/files';
import { isDefinition } from '../definitions/definition.ts';
import type { FileWritten } from '../editing/set-user.ts';
import { claudeSwitch } from '../reading/claude.ts';
import type { LoadedFile } from '../reading/loaded-file.ts';
import { type SourceName, sourcePlaces } from '../reading/places.ts';
import type { OpenOptions } from './open.ts';
import { type Approval, readApprovals } from './store.ts';

/** Something on disk that hooks are made of and that is another now. */
export interface Changed {
  readonly source:
    | 'user_settings'
    | 'project_settings'
    | 'local_settings'
    | 'skills'
    | 'hook_script';
  readonly file: string;
  /** What it means for the session, for the user. */
  readonly text: string;
}

/** A file that was named on the command line is the user's own. */
const SOURCES = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  flag: 'user_settings',
} as const satisfies Record<SourceName, Changed['source']>;

export interface SettingsWatch {
  /** Names once for each change the files that no longer hold what they did: a save alone does not count. */
  look(): readonly Omit<Changed, 'text'>[];
  /** A change of our own is none, if the file held what we last saw. */
  wrote(written: FileWritten): void;
}

export function watchSettings(options: OpenOptions, loaded: readonly LoadedFile[]): SettingsWatch {
  const files = watched(options, loaded);
  const look = (before: readonly Mark[] = []) =>
    files.map(({ source, file }, at) => ({ source, ...markOf(file, before[at]) }));
  let seen = look();
  return {
    look: () => {
      const before = seen;
      seen = look(before);
      return seen
        .filter(({ text }, at) => text !== before[at]?.text)
        .map(({ source, file }) => ({ source, file }));
    },
    wrote: ({ file, before, after }) => {
      const old = before === undefined ? '' : held(before);
      seen = seen.map((mark) =>
        mark.file === file && mark.text === old ? { ...mark, stamp: '', text: held(after) } : mark,
      );
    },
  };
}

const held = (text: string): string => `text ${text}`;

/** The usual places, also where there is no file yet, and all that was read beside them. */
function watched(options: OpenOptions, loaded: readonly LoadedFile[]): readonly Watched[] {
  const reads = claudeSwitch(loaded) === true;
  const usual = sourcePlaces(options).filter(({ agent }) => reads || agent === 'wave');
  const all = [
    ...usual.map(({ name, file }) => ({ source: SOURCES[name], file })),
    ...loaded.map((one) => ({
      source: isSkill(one) ? 'skills' : SOURCES[one.name],
      file: one.file,
    })),
  ].map((one) => [one.file, one as Watched] as const);
  return [...new Map(all).values()];
}

const isSkill = (file: LoadedFile) => isDefinition(file) && file.definition.kind === 'skill';

interface Watched {
  readonly source: Changed['source'];
  readonly file: string;
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
    return held(readTextFile(file));
  } catch {
    return stamp;
  }
}

/** The scripts that the hooks in force were approved with. */
export interface ScriptWatch {
  /** How many hooks had files that were not the approved ones at the last look. */
  readonly changed: number;
  /** Says once for each hook that its files are no longer what was approved. */
  look(): readonly Changed[];
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
        const script = (file: string, text: string): Changed => ({
          source: 'hook_script',
          file,
          text,
        });
        const paused = `The hook "${label}" is paused and blocks its calls`;
        if (changed)
          return [
            script(
              changed.path,
              `${check(changed, projectDir)}. ${paused} until you review it: /hooks`,
            ),
          ];
        return wrong
          .slice(0, 1)
          .map(({ path }) =>
            script(
              path,
              `You approved ${path} in another terminal. Accept it here too with /hooks. ${paused} until then.`,
            ),
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
      const isNew = ({ text }: Changed) => !before.some((one) => one.text === text);
      return seen.filter(isNew);
    },
  };
}
