import type { Peer, SwitchRule } from '../peers/peer.ts';
import type { Foreign } from '../peers/read-foreign.ts';
import { type Entry, short } from '../peers/rules.ts';
import { converted, type Line, notCarried, type Spot } from './report.ts';

/** What a peer's settings around the hooks say about them. */
export interface Switches {
  readonly isOff: (entry: Entry) => boolean;
  /** To be asked when all hooks are through: only then is known which names were met. */
  readonly lines: () => Line[];
}

export const isSwitch = (peer: Peer, path: readonly string[]): boolean =>
  Object.hasOwn(peer.switches, path.join('.'));

/** A hook that one file switches off is off, whichever file it comes from. */
export function switchesOf(peer: Peer, files: readonly Foreign[]): Switches {
  const found = files.flatMap((file) => foundIn(peer, file));
  const allOff = found.some(({ rule, value }) => rule.is === 'all-off' && value === rule.when);
  const names = new Set(found.flatMap(({ rule, value }) => namesOf(rule, value)));
  const met = new Set<string>();
  return {
    isOff: (entry) => {
      // Without a name a hook goes by its command.
      const name = String(entry['name'] ?? entry['command']);
      if (names.has(name)) met.add(name);
      return allOff || names.has(name);
    },
    lines: () => found.flatMap((one) => linesOf(one, met)),
  };
}

interface Found {
  readonly path: string;
  readonly rule: SwitchRule;
  readonly value: unknown;
  readonly spot: Spot;
}

const foundIn = (peer: Peer, { file, value, locateIn }: Foreign): Found[] =>
  Object.entries(peer.switches).flatMap(([path, rule]) => {
    const names = path.split('.');
    const found = valueAt(value, names);
    return found === undefined
      ? []
      : [{ path, rule, value: found, spot: { source: locateIn?.(names) ?? file, at: path } }];
  });

function valueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return valueAt((value as Entry)[first], rest);
}

const namesOf = (rule: SwitchRule, value: unknown): string[] =>
  rule.is === 'names-off' && Array.isArray(value)
    ? value.filter((name) => typeof name === 'string')
    : [];

const OFF = '"enabled": false';

function linesOf({ path, rule, value, spot }: Found, met: ReadonlySet<string>): Line[] {
  if (rule.is === 'lost') return [notCarried(spot, path, value, rule.why)];
  if (rule.is === 'all-off') return [allOffLine({ path, value, spot }, rule.when)];
  if (!Array.isArray(value))
    return [notCarried(spot, path, value, `expected a list of names, got ${short(value)}`)];
  return value.map((name) =>
    met.has(name)
      ? converted(spot, path, name, OFF, 'the hook is written switched off')
      : notCarried(spot, path, name, 'no hook of that name was carried over'),
  );
}

function allOffLine({ path, value, spot }: Omit<Found, 'rule'>, when: boolean): Line {
  if (typeof value !== 'boolean')
    return notCarried(spot, path, value, `expected true or false, got ${short(value)}`);
  return value === when
    ? converted(spot, path, value, OFF, 'every hook is written switched off')
    : converted(spot, path, value, 'nothing', 'that is what Wave does anyway');
}
