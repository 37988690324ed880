import { isObject } from '@wavehooks/hooks/vocabulary';
import type { RuleAddition } from '@wavehooks/settings';
import type { Peer } from '../peers/peer.ts';
import type { Foreign } from '../peers/read-foreign.ts';
import { short } from '../peers/rules.ts';
import type { MisplacedHooks } from './misplaced.ts';
import { imported, type Line, notCarried, pathText, type Spot } from './report.ts';
import { isSwitch } from './switches.ts';

/** What of a file beside its hooks is carried over, and what is only named. */
export interface OtherSettings {
  readonly rules: readonly RuleAddition[];
  readonly lines: readonly Line[];
  readonly guardsLeft: number;
}

const NONE: OtherSettings = { rules: [], lines: [], guardsLeft: 0 };
const KINDS = ['deny', 'ask'] as const;

/** Rules that shut something are carried over; what would open something is the user's to write. */
export function otherSettings(
  peer: Peer,
  foreign: Foreign,
  { has }: Pick<MisplacedHooks, 'has'>,
): OtherSettings {
  if (!peer.rules) return NONE;
  const { permissions } = foreign.value;
  const parts = [
    ...(permissions === undefined ? [] : [permissionsOf(foreign, permissions, has)]),
    ...Object.keys(foreign.value)
      .filter((name) => !SEEN.has(name) && !isSwitch(peer, [name]) && !has([name]))
      .map((name) => named(foreign, [name], WHY.get(name) ?? USUAL)),
  ];
  return joined(parts);
}

/** What other parts of the import look at, and what says nothing. */
const SEEN = new Set(['hooks', 'permissions', '$schema', 'description', 'enabledPlugins']);

const USUAL = "it is not about hooks; Wave's settings may have something like it";
const WHY: ReadonlyMap<string, string> = new Map([
  ['env', "a variable may change what every program does: put it into Wave's settings yourself"],
  ['statusLine', "Wave's own takes the same: put it into your settings yourself"],
  ['model', 'Wave\'s settings have their own "model"'],
]);

function permissionsOf(
  foreign: Foreign,
  permissions: unknown,
  has: MisplacedHooks['has'],
): OtherSettings {
  if (!isObject(permissions))
    return left(foreign, ['permissions'], `expected an object, got ${short(permissions)}`);
  const parts = Object.keys(permissions).map((name) => {
    const kind = KINDS.find((one) => one === name);
    const path = ['permissions', name];
    if (kind) return rulesOf(foreign, kind, permissions[kind]);
    if (has(path)) return NONE;
    return named(foreign, path, name === 'allow' ? ALLOW : USUAL);
  });
  return joined(parts);
}

const ALLOW = "a rule that opens something is yours to write: put it into Wave's settings yourself";

function rulesOf(foreign: Foreign, kind: 'deny' | 'ask', list: unknown): OtherSettings {
  const path = ['permissions', kind];
  if (!Array.isArray(list)) return left(foreign, path, `expected a list, got ${short(list)}`);
  const parts = list.map((rule: unknown, at): OtherSettings => {
    const own = [...path, at];
    return typeof rule === 'string'
      ? {
          rules: [{ kind, rule }],
          lines: [imported(spotOf(foreign, own), path.join('.'), rule)],
          guardsLeft: 0,
        }
      : left(foreign, own, `expected a text, got ${short(rule)}`);
  });
  return joined(parts);
}

const joined = (parts: readonly OtherSettings[]): OtherSettings => ({
  rules: parts.flatMap(({ rules }) => rules),
  lines: parts.flatMap(({ lines }) => lines),
  guardsLeft: parts.reduce((sum, one) => sum + one.guardsLeft, 0),
});

type Path = readonly (string | number)[];

const spotOf = ({ file, locateIn }: Foreign, path: Path): Spot => ({
  source: locateIn?.(path) ?? file,
  at: pathText(path),
});

const named = (foreign: Foreign, path: Path, why: string): OtherSettings => ({
  ...NONE,
  lines: [notCarried(spotOf(foreign, path), path.join('.'), null, why)],
});

const left = (foreign: Foreign, path: Path, why: string): OtherSettings => ({
  ...named(foreign, path, why),
  guardsLeft: 1,
});
