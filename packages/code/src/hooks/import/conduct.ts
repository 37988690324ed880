import type { EventName } from 'wave-hooks';
import { convertFile } from './convert/convert-file.ts';
import { type Line, notCarried } from './convert/report.ts';
import { switchesOf } from './convert/switches.ts';
import type { Peer } from './peers/peer.ts';
import type { Foreign } from './peers/read-foreign.ts';
import { type Sorted, sortOut } from './present.ts';

/** Leads a peer's files through its tables; `hooks` are those that are here already. */
export function conduct(
  peer: Peer,
  files: readonly Foreign[],
  hooks: Readonly<Record<string, unknown>>,
): Sorted {
  const switches = switchesOf(peer, files);
  const parts = files.map((file) => convertFile(peer, file, switches));
  const carried = parts.flatMap(({ carried }) => carried);
  const sorted = sortOut(carried, hooks);
  const events = new Set(carried.flatMap(({ hook }) => hook?.event ?? []));
  return {
    ...sorted,
    lines: [
      ...sorted.lines,
      ...parts.flatMap(({ lines }) => lines),
      ...switches.lines(),
      ...differences(peer, events),
    ],
  };
}

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
