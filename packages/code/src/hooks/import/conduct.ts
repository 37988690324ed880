import type { EventName } from '@wavehooks/hooks';
import type { RuleAddition } from '@wavehooks/settings';
import type { Carried } from './convert/convert-entry.ts';
import { convertFile } from './convert/convert-file.ts';
import { misplacedHooks } from './convert/misplaced.ts';
import { otherSettings } from './convert/other-settings.ts';
import { type Line, notCarried } from './convert/report.ts';
import { switchesOf } from './convert/switches.ts';
import type { Level, Peer } from './peers/peer.ts';
import type { Foreign } from './peers/read-foreign.ts';
import { type Sorted, sortOut } from './present.ts';

/** What one of our files gets. */
export interface Part extends Omit<Sorted, 'lines'> {
  readonly level: Level;
  readonly rules: readonly RuleAddition[];
}

export interface Conducted {
  readonly parts: readonly Part[];
  readonly lines: readonly Line[];
  /** How many that may guard something do not run here. */
  readonly guardsLeft: number;
}

export interface Wanted {
  /** Where what a file holds belongs. */
  readonly levelOf: (file: Foreign) => Level;
  /** The hooks that are in our file already. */
  readonly present: (level: Level) => Readonly<Record<string, unknown>>;
  /** Whether a failure of what can block shall block. */
  readonly guards?: boolean;
}

/** Leads a peer's files through its tables. */
export function conduct(peer: Peer, files: readonly Foreign[], wanted: Wanted): Conducted {
  const switches = switchesOf(peer, files);
  const done = files.map((file) => {
    const misplaced = misplacedHooks(peer, file);
    return {
      level: wanted.levelOf(file),
      hooks: convertFile(peer, file, switches, wanted.guards),
      misplaced,
      others: otherSettings(peer, file, misplaced),
    };
  });
  const levels = [...new Set(done.map(({ level }) => level))];
  const sorted = levels.map((level) => {
    const own = done.filter((one) => one.level === level);
    const carried = own.flatMap(({ hooks }) => hooks.carried);
    const rules = own.flatMap(({ others }) => others.rules);
    return { level, rules, ...sortOut(carried, wanted.present(level)) };
  });
  const events = eventsOf(done.flatMap(({ hooks }) => hooks.carried));
  return {
    parts: sorted.map(({ lines: _, ...part }) => part),
    lines: [
      ...sorted.flatMap(({ lines }) => lines),
      ...done.flatMap(({ hooks }) => hooks.lines),
      ...done.flatMap(({ misplaced }) => misplaced.lines),
      ...done.flatMap(({ others }) => others.lines),
      ...switches.lines(),
      ...differences(peer, events),
    ],
    guardsLeft: done.reduce(
      (sum, { hooks, misplaced, others }) =>
        sum + hooks.guardsLeft + misplaced.guardsLeft + others.guardsLeft,
      0,
    ),
  };
}

const eventsOf = (carried: readonly Carried[]): ReadonlySet<EventName> =>
  new Set(carried.flatMap(({ hook }) => hook?.event ?? []));

/** What scripts may count on: told once, for the events that have hooks now. */
function differences(peer: Peer, events: ReadonlySet<EventName>): Line[] {
  const all = [...events].flatMap((event) =>
    (peer.differences[event] ?? []).map((difference) => ({ event, difference })),
  );
  return [...Map.groupBy(all, ({ difference }) => difference)].map(([{ field, why }, own]) => {
    const at = own.map(({ event }) => event).join(', ');
    return notCarried({ source: peer.title, at }, field, null, why);
  });
}
