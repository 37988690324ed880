import { EVENT_NAMES } from '@wavehooks/hooks';
import { isObject, suggest } from '@wavehooks/hooks/vocabulary';
import type { Peer } from '../peers/peer.ts';
import type { Foreign } from '../peers/read-foreign.ts';
import { guardsIn } from './group.ts';
import { type Line, notCarried, pathText } from './report.ts';
import { isSwitch } from './switches.ts';

type Path = readonly (string | number)[];

/** Hooks of a file that stand where its agent does not look for them. */
export interface MisplacedHooks {
  readonly lines: readonly Line[];
  readonly guardsLeft: number;
  /** Whether such hooks are at a place, or below it. */
  readonly has: (path: Path) => boolean;
}

export function misplacedHooks(peer: Peer, foreign: Foreign): MisplacedHooks {
  const { whole, value, locateIn, file } = foreign;
  const found = below(peer, whole ?? value, []);
  const why = `misplaced: ${peer.title} looks for events inside of "hooks" at the top of the file, so this is off there and here`;
  return {
    lines: found.map(({ path, piece }) => {
      const at = pathText(path);
      return notCarried({ source: locateIn?.(path) ?? file, at }, at, piece, why);
    }),
    guardsLeft: found.filter(({ guards }) => guards).length,
    has: (path) => found.some((one) => path.every((part, at) => one.path[at] === part)),
  };
}

interface Found {
  readonly path: Path;
  readonly piece: unknown;
  readonly guards: boolean;
}

const MAX_DEPTH = 4;

function below(peer: Peer, piece: Readonly<Record<string, unknown>>, path: Path): Found[] {
  if (path.length > MAX_DEPTH) return [];
  return Object.entries(piece).flatMap(([name, inner]): Found[] => {
    const own = [...path, name];
    // Behind a sign they are put aside on purpose: JSON has no other way.
    if (!/^[a-z]/i.test(name) || isSwitch(peer, own.map(String))) return [];
    if (path.length === 0 && name === 'hooks') return isObject(inner) ? inHooks(peer, inner) : [];
    if (isEvents(peer, name, inner, path)) return [eventAt(peer, name, inner, own)];
    if (isNearlyHooks(name, path)) {
      const odd = nearlyHooks(peer, inner, own);
      // The same beside the real ones.
      return path.length === 0 && isObject(piece['hooks'])
        ? odd.map((one) => ({ ...one, guards: false }))
        : odd;
    }
    return isObject(inner) ? below(peer, inner, own) : [];
  });
}

/** What is an event there is taken over elsewhere; another name may hold one level too many. */
const inHooks = (peer: Peer, hooks: Readonly<Record<string, unknown>>): Found[] =>
  Object.entries(hooks).flatMap(([name, inner]) =>
    isObject(inner) && !isEvent(peer, name) && !isSwitch(peer, ['hooks', name])
      ? below(peer, inner, ['hooks', name])
      : [],
  );

const eventAt = (peer: Peer, name: string, piece: unknown, path: Path): Found => ({
  path,
  piece,
  guards: guardsIn(peer, name),
});

const isEvent = (peer: Peer, name: string): boolean => namesOf(peer).includes(name);

const namesOf = (peer: Peer): string[] => [...Object.keys(peer.events), ...EVENT_NAMES];

/** Deep inside of other settings only an event's very name with a list says enough. */
function isEvents(peer: Peer, name: string, inner: unknown, path: Path): boolean {
  const isTop = path.length === 0;
  if (isEvent(peer, name)) return holdsSome(inner) && (isTop || Array.isArray(inner));
  return isTop && holdsHooks(inner) && suggest(name, namesOf(peer)) !== undefined;
}

const isNearlyHooks = (name: string, path: Path): boolean =>
  name === 'hooks' || (path.length === 0 && suggest(name, ['hooks']) !== undefined);

/** By its events; a list may be for any of them. */
function nearlyHooks(peer: Peer, inner: unknown, path: Path): Found[] {
  if (!isObject(inner)) return holdsHooks(inner) ? [{ path, piece: inner, guards: true }] : [];
  return Object.entries(inner)
    .filter(([, groups]) => holdsHooks(groups))
    .map(([name, groups]) => eventAt(peer, name, groups, [...path, name]));
}

const holdsSome = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value);

const MARKS = ['hooks', 'command', 'url', 'prompt'];

const holdsHooks = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).some(
    (one) => isObject(one) && MARKS.some((mark) => one[mark] !== undefined),
  );
