import { basename, join } from 'node:path';
import type { EventName } from '@wavehooks/hooks';
import { specOf as eventSpec } from '@wavehooks/hooks/vocabulary';
import type { Addition } from '@wavehooks/settings';
import type { Started } from './starter.ts';
import { type Language, specOf, type Templates } from './templates.ts';

export interface Wanted {
  readonly name: string;
  readonly event: EventName;
  readonly language: Language;
  /** What it looks at, and which tools it is for. */
  readonly started: Started;
  /** Where the hook goes, and how its command and its next steps name that place. */
  readonly place: HookPlace;
  readonly hasKit: boolean;
  /** How to call Wave here. */
  readonly wave: string;
}

export interface HookPlace {
  readonly dir: string;
  readonly inCommand: string;
  readonly inText: string;
  /** A project's hook runs once it is approved; a hook of the user's own does at once. */
  readonly needsApproval: boolean;
}

export interface PlannedFile {
  readonly path: string;
  readonly what: string;
  readonly content: string;
  readonly mode: number;
  /** May be there from another hook, and stays as it is. */
  readonly shared?: true;
}

/** A step that makes the file that is started. */
export interface Build {
  readonly step: string;
  readonly makes: string;
}

/** What will be written, before anything is. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly addition: Addition;
  /** What is left to do by hand. */
  readonly next: readonly string[];
  /** Where what is started is made of what is written. */
  readonly build?: Build;
}

export function planOf(wanted: Wanted, templates: Templates): Plan {
  const { name, event, place, started } = wanted;
  const { dir } = place;
  const language = specOf(wanted.language);
  const file = `${name}.${language.started}`;
  const [build] = language.shared;
  const [program = ''] = language.runs.split(' ');
  const command = `${language.runs} ${place.inCommand}/${file}`;
  const scenario = join(dir, `${name}.scenario.json`);
  const inScenario = `${language.runs} "$SCENARIO_DIR"/${file}`;
  return {
    files: [
      {
        path: join(dir, `${name}.${language.written}`),
        what: 'the hook',
        content: templates.hook(started.starter, event, wanted.language, wanted.hasKit),
        mode: 0o755,
      },
      ...language.shared.map(({ file, what }) => ({
        ...{ path: join(dir, file), what, content: templates.shared(file) },
        ...{ mode: 0o644, shared: true as const },
      })),
      {
        path: scenario,
        what: 'its scenario',
        content: templates.scenario(event, started, inScenario, program),
        mode: 0o644,
      },
    ],
    addition: additionOf(wanted, command),
    next: [
      ...language.next.map((line) => line.replaceAll('DIR', place.inText)),
      `${wanted.wave} hooks test ${place.inText}/${basename(scenario)}`,
      ...(place.needsApproval
        ? [`${wanted.wave} hooks approve        then it runs in this project`]
        : []),
    ],
    ...(build ? { build: { step: join(dir, build.file), makes: join(dir, file) } } : {}),
  };
}

/** A guard that breaks keeps the gate shut; the others only tell. */
function additionOf({ name, event, started: { matcher } }: Wanted, command: string): Addition {
  return {
    event,
    ...(matcher === undefined ? {} : { matcher }),
    entry: {
      type: 'command',
      name,
      command,
      timeout: 10,
      ...(eventSpec(event).decides === 'permission' ? { onError: 'block' } : {}),
    },
  };
}
