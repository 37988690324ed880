import { suggest } from '@wavehooks/hooks/vocabulary';
import type { Peer } from '../import/peers/peer.ts';
import { type Note, never, word } from './judged.ts';

/** What is wrong with the name of an event. */
export function eventNotes(peer: Peer, name: string): Note[] {
  const rule = Object.hasOwn(peer.events, name) ? peer.events[name] : undefined;
  if (!rule) return [unknownEvent(peer, name)];
  return 'why' in rule ? [word(rule.why, `it fires in ${peer.title} alone`)] : [];
}

function unknownEvent(peer: Peer, name: string): Note {
  const meant = suggest(name, Object.keys(peer.events));
  return never(
    `${peer.title} has no event "${name}"`,
    meant ? `did you mean "${meant}"?` : `its events are ${Object.keys(peer.events).join(', ')}`,
  );
}

/** An event's name, whatever it stands for: events at the top of a file belong inside "hooks". */
export const isEventOf = (peer: Peer, name: string): boolean =>
  Object.hasOwn(peer.events, name) || suggest(name, Object.keys(peer.events)) !== undefined;
