import { REMARK } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { eventOf } from '../import/convert/group.ts';
import type { Peer } from '../import/peers/peer.ts';
import { short } from '../import/peers/rules.ts';
import { shown } from '../import/peers/shown.ts';
import { entryNotes } from './entry-notes.ts';
import { eventNotes } from './event-notes.ts';
import { hooksBelow, isHook } from './hooks-below.ts';
import { type Judged, type JudgedFile, type Note, never, type Path, verdictOf } from './judged.ts';
import { matcherNotes } from './matcher-notes.ts';
import { placeNotes } from './place-notes.ts';
import { strayHooks } from './stray-hooks.ts';
import { type OffNotes, offNotes } from './switched-off.ts';

/** Every hook of a file, in its order: it fires, or a note says why not. `files` are all that are judged. */
export function judgeFile(
  peer: Peer,
  file: JudgedFile,
  files: readonly JudgedFile[] = [file],
): Judged[] {
  const { hooks, at } = file;
  const off = offNotes(peer, file, files);
  const events = isObject(hooks)
    ? Object.entries(hooks)
        .filter(([name]) => !Object.hasOwn(peer.switches, [...at, name].join('.')))
        .flatMap(([name, groups]) => judgeEvent(peer, file, name, groups, off))
    : hooks === undefined
      ? []
      : leaves(peer, file, '', hooks, at, [
          never(`"hooks": expected an object of events, got ${short(hooks)}`, EVENTS_FIX),
        ]);
  const strays = strayHooks(peer, file).flatMap(({ event, piece, path, note }) =>
    leaves(peer, file, event, piece, path, [note]),
  );
  return [...events, ...strays];
}

const EVENTS_FIX = 'write "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ ... ] } ] }';
const FLAT_FIX = 'wrap it: { "matcher": "...", "hooks": [ { "type": "command", ... } ] }';

function judgeEvent(
  peer: Peer,
  file: JudgedFile,
  name: string,
  groups: unknown,
  off: OffNotes,
): Judged[] {
  const path = [...file.at, name];
  if (REMARK.test(name))
    return hooksBelow(groups, path).length === 0
      ? []
      : leaves(peer, file, name, groups, path, [
          never(`"${name}" is a remark, not an event`, 'its hooks are put aside'),
        ]);
  const notes = eventNotes(peer, name);
  if (!Array.isArray(groups))
    return leaves(peer, file, name, groups, path, [
      ...notes,
      never(`expected a list of groups, got ${short(groups)}`, EVENTS_FIX),
    ]);
  return groups.flatMap((group, index) =>
    judgeGroup(peer, file, name, group, [...path, index], notes, off),
  );
}

function judgeGroup(
  peer: Peer,
  file: JudgedFile,
  name: string,
  group: unknown,
  path: Path,
  before: readonly Note[],
  offOf: OffNotes,
): Judged[] {
  const off = (text: string, fix: string) =>
    leaves(peer, file, name, group, path, [...before, never(text, fix)]);
  if (!isObject(group)) return off(`expected a group of hooks, got ${short(group)}`, FLAT_FIX);
  if (group['hooks'] === undefined)
    return isHook(group)
      ? off('a hook stands where a group belongs, so it is not read', FLAT_FIX)
      : off('the group has no "hooks"', FLAT_FIX);
  if (!Array.isArray(group['hooks']))
    return off(`"hooks": expected a list, got ${short(group['hooks'])}`, FLAT_FIX);
  const notes = [...before, ...matcherNotes(peer, name, ourName(peer, name), group['matcher'])];
  return group['hooks'].flatMap((raw: unknown, index: number) =>
    judgeHook(peer, file, name, group['matcher'], raw, [...path, 'hooks', index], notes, offOf),
  );
}

const ourName = (peer: Peer, name: string) => {
  const rule = eventOf(peer, name);
  return 'to' in rule ? rule.to : undefined;
};

function judgeHook(
  peer: Peer,
  file: JudgedFile,
  name: string,
  matcher: unknown,
  raw: unknown,
  path: Path,
  before: readonly Note[],
  off: OffNotes,
): Judged[] {
  if (!isObject(raw))
    return leaves(peer, file, name, raw, path, [
      ...before,
      never(`expected a hook, got ${short(raw)}`, 'write { "type": "command", "command": "..." }'),
    ]);
  const event = ourName(peer, name);
  const spot = { peer, event, matcher, raw, place: file.place };
  const entry = [...off(raw), ...entryNotes(spot)];
  const own = [...before, ...entry];
  const isSaid = own.some(({ is }) => is === 'never') || entry.some(({ is }) => is === 'elsewhere');
  const here = isSaid ? [] : placeNotes(spot);
  // That it cannot start is said once; that it never runs is more.
  const fresh = own.some(({ is }) => is === 'fails')
    ? here.filter(({ is }) => is === 'never')
    : here;
  const notes = [...own, ...fresh];
  return [judged(file, name, raw, path, notes, event !== undefined)];
}

/** What is wrong with a piece is wrong with every hook in it; a piece without any stands for itself. */
function leaves(
  peer: Peer,
  file: JudgedFile,
  name: string,
  piece: unknown,
  path: Path,
  notes: readonly Note[],
): Judged[] {
  const found = hooksBelow(piece, path);
  const all = found.length > 0 ? found : [{ raw: {}, path }];
  const inWave = ourName(peer, name) !== undefined;
  return all.map((one) => judged(file, name, one.raw, one.path, notes, inWave));
}

const judged = (
  file: JudgedFile,
  event: string,
  raw: Readonly<Record<string, unknown>>,
  path: Path,
  notes: readonly Note[],
  inWave: boolean,
): Judged => ({
  source: file.locateIn(path),
  event,
  hook: labelOf(shown(raw) as typeof raw),
  verdict: verdictOf(notes, inWave),
  notes,
});

const LABEL_CHARS = 80;

function labelOf(raw: Readonly<Record<string, unknown>>): string {
  const text = ['name', 'command', 'url', 'prompt', 'tool'].map((field) => raw[field]);
  const found = text.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return [...(found ?? '')].slice(0, LABEL_CHARS).join('');
}
