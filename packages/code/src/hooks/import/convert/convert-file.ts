import type { Peer } from '../peers/peer.ts';
import type { Foreign } from '../peers/read-foreign.ts';
import { type Entry, short } from '../peers/rules.ts';
import { type Carried, convertEntry, leaveBehind, type Occasion } from './convert-entry.ts';
import { eventOf, groupLines, guardsIn, type MatcherFate, matcherOf } from './group.ts';
import { type Line, notCarried, pathText, type Spot } from './report.ts';
import { isSwitch, type Switches } from './switches.ts';

/** A hook that can be written, with what became of its fields. */
export interface Conversion {
  readonly carried: readonly Carried[];
  /** What is not of one hook: groups, and pieces that are no hooks. */
  readonly lines: readonly Line[];
  /** How many that may guard something are not carried over, or do not run. */
  readonly guardsLeft: number;
}

/** Takes over the hooks of one file. */
export function convertFile(
  peer: Peer,
  foreign: Foreign,
  switches: Switches,
  guards = false,
): Conversion {
  const parts = Object.entries(foreign.hooks)
    .filter(([name]) => !isSwitch(peer, ['hooks', name]))
    .map(([name, groups]) => convertEvent(peer, foreign, { ...switches, guards }, name, groups));
  return joined(parts);
}

/** What holds for all hooks of a file. */
type Holding = Switches & { readonly guards: boolean };

type Path = readonly (string | number)[];

const spotOf = (foreign: Foreign, path: Path): Spot => ({
  source: foreign.locate(path),
  at: pathText(path),
});

function convertEvent(
  peer: Peer,
  foreign: Foreign,
  switches: Holding,
  name: string,
  groups: unknown,
): Conversion {
  if (!Array.isArray(groups))
    return odd(peer, foreign, [name], groups, `expected a list of groups, got ${short(groups)}`);
  return joined(
    groups.map((group, index) => convertGroup(peer, foreign, switches, name, group, index)),
  );
}

/** Something that is no hook where one was expected. */
const odd = (
  peer: Peer,
  foreign: Foreign,
  path: Path,
  value: unknown,
  why: string,
): Conversion => ({
  carried: [],
  guardsLeft: guardsIn(peer, String(path[0])) ? 1 : 0,
  lines: [notCarried(spotOf(foreign, path), pathText(path), value, why)],
});

function convertGroup(
  peer: Peer,
  foreign: Foreign,
  switches: Holding,
  name: string,
  group: unknown,
  index: number,
): Conversion {
  const path = [name, index];
  if (!isEntry(group))
    return odd(peer, foreign, path, group, `expected a group of hooks, got ${short(group)}`);
  if (!Array.isArray(group['hooks']))
    return odd(
      peer,
      foreign,
      path,
      group,
      `"hooks": expected a list, got ${short(group['hooks'])}`,
    );
  const matcher = matcherOf(peer, name, group);
  const parts = group['hooks'].map((raw: unknown, at: number) =>
    convertHook(peer, foreign, switches, { name, matcher }, raw, [...path, 'hooks', at]),
  );
  const inner = joined(parts);
  const isCarried = inner.carried.some(({ hook }) => hook !== undefined);
  const lines = groupLines(peer, spotOf(foreign, path), group, matcher, isCarried);
  return { ...inner, lines: [...lines, ...inner.lines] };
}

function convertHook(
  peer: Peer,
  foreign: Foreign,
  switches: Holding,
  { name, matcher }: { name: string; matcher: MatcherFate },
  raw: unknown,
  path: Path,
): Conversion {
  if (!isEntry(raw)) return odd(peer, foreign, path, raw, `expected a hook, got ${short(raw)}`);
  const spot = spotOf(foreign, path);
  const event = eventOf(peer, name);
  const only = (carried: Carried) => alone(carried, guardsIn(peer, name));
  if ('why' in event) return only(leaveBehind(name, raw, spot, event.why));
  if ('why' in matcher) return only(leaveBehind(name, raw, spot, matcher.why));
  const when: Occasion = {
    ...{ name, event: event.to, matcher: matcher.to, off: switches.isOff },
    around: foreign.around,
    guards: switches.guards,
  };
  return only(convertEntry(peer, when, raw, spot));
}

const alone = (carried: Carried, guards: boolean): Conversion => ({
  carried: [carried],
  lines: [],
  guardsLeft: carried.left && guards ? 1 : 0,
});

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const joined = (parts: readonly Conversion[]): Conversion => ({
  guardsLeft: parts.reduce((sum, one) => sum + one.guardsLeft, 0),
  carried: parts.flatMap(({ carried }) => carried),
  lines: parts.flatMap(({ lines }) => lines),
});
