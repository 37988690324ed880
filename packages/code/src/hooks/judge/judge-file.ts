import { isObject } from 'wave-hooks/vocabulary';
import { eventOf } from '../import/convert/group.ts';
import type { Peer } from '../import/peers/peer.ts';
import { short } from '../import/peers/rules.ts';
import { shown } from '../import/peers/shown.ts';
import { entryNotes } from './entry-notes.ts';
import { eventNotes, isEventOf } from './event-notes.ts';
import { type Judged, type JudgedPlace, type Note, never, verdictOf } from './judged.ts';
import { matcherNotes } from './matcher-notes.ts';

type Path = readonly (string | number)[];

/** A file of another agent's, as far as it could be read. */
export interface JudgedFile {
  /** All of it. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Where its hooks stand in it. */
  readonly at: Path;
  readonly hooks: unknown;
  readonly locateIn: (path: Path) => string;
  readonly place: JudgedPlace;
  /** Names at its top that are no hooks. */
  readonly isOther?: (name: string) => boolean;
}

/** Every hook of a file, in its order: it fires, or a note says why not. */
export function judgeFile(peer: Peer, file: JudgedFile): Judged[] {
  const { hooks, value, at } = file;
  const events = isObject(hooks)
    ? Object.entries(hooks)
        .filter(([name]) => !Object.hasOwn(peer.switches, [...at, name].join('.')))
        .flatMap(([name, groups]) => judgeEvent(peer, file, name, groups))
    : hooks === undefined
      ? []
      : leaves(peer, file, '', hooks, at, [
          never(`"hooks": expected an object of events, got ${short(hooks)}`, EVENTS_FIX),
        ]);
  const top = at.length === 1 ? Object.entries(value).filter(([name]) => name !== at[0]) : [];
  const misplaced = top
    .filter(([name, inner]) => isEventOf(peer, name) && isList(inner))
    .flatMap(([name, inner]) =>
      leaves(
        peer,
        file,
        name,
        inner,
        [name],
        [never(`"${name}" stands at the top of the file`, 'put it inside "hooks": { ... }')],
      ),
    );
  return [...events, ...misplaced];
}

const EVENTS_FIX = 'write "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ ... ] } ] }';
const FLAT_FIX = 'wrap it: { "matcher": "...", "hooks": [ { "type": "command", ... } ] }';

const isList = (value: unknown): boolean => Array.isArray(value) || isObject(value);

function judgeEvent(peer: Peer, file: JudgedFile, name: string, groups: unknown): Judged[] {
  const path = [...file.at, name];
  const notes = eventNotes(peer, name);
  if (!Array.isArray(groups))
    return leaves(peer, file, name, groups, path, [
      ...notes,
      never(`expected a list of groups, got ${short(groups)}`, EVENTS_FIX),
    ]);
  return groups.flatMap((group, index) =>
    judgeGroup(peer, file, name, group, [...path, index], notes),
  );
}

function judgeGroup(
  peer: Peer,
  file: JudgedFile,
  name: string,
  group: unknown,
  path: Path,
  before: readonly Note[],
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
  const notes = [...before, ...matcherNotes(peer, ourName(peer, name), group['matcher'])];
  return group['hooks'].flatMap((raw: unknown, index: number) =>
    judgeHook(peer, file, name, raw, [...path, 'hooks', index], notes),
  );
}

const ourName = (peer: Peer, name: string) => {
  const rule = eventOf(peer, name);
  return 'to' in rule ? rule.to : undefined;
};

const isHook = (value: Readonly<Record<string, unknown>>): boolean =>
  ['command', 'type', 'url', 'prompt'].some((field) => typeof value[field] === 'string');

function judgeHook(
  peer: Peer,
  file: JudgedFile,
  name: string,
  raw: unknown,
  path: Path,
  before: readonly Note[],
): Judged[] {
  if (!isObject(raw))
    return leaves(peer, file, name, raw, path, [
      ...before,
      never(`expected a hook, got ${short(raw)}`, 'write { "type": "command", "command": "..." }'),
    ]);
  const event = ourName(peer, name);
  const notes = [...before, ...entryNotes({ peer, event, raw, place: file.place })];
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

interface Found {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly path: Path;
}

const MAX_DEPTH = 6;

function hooksBelow(piece: unknown, path: Path, depth = 0): Found[] {
  if (depth > MAX_DEPTH || !isList(piece)) return [];
  if (isObject(piece) && isHook(piece) && !isList(piece['hooks'])) return [{ raw: piece, path }];
  return Object.entries(piece as object).flatMap(([name, inner]) =>
    hooksBelow(inner, [...path, Array.isArray(piece) ? Number(name) : name], depth + 1),
  );
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
