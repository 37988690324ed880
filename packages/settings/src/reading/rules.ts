import type { Problem } from '@wavehooks/hooks';
import { type Path, unknownFields } from '@wavehooks/hooks/entries';
import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';
import { RULE_FIELDS, RULE_KINDS, type RuleKind } from './fields.ts';
import type { LoadedFile } from './loaded-file.ts';

/** The rules of one file, and what is wrong with them. */
export interface FoundRules {
  readonly rules: Readonly<Record<RuleKind, readonly string[]>>;
  readonly problems: readonly Problem[];
}

/** How a rule begins that stands for one which could not be read. No tool has such a name, so it holds for all. */
export const UNREADABLE_RULE = 'unreadable rule';

export const rulesIn = (file: LoadedFile): FoundRules =>
  readRules(file.value['permissions'], (path) => file.locateIn(['permissions', ...path]));

/** What of deny and ask cannot be read holds for every tool: a slip must not open a guard. */
function readRules(permissions: unknown, place: PlaceOf): FoundRules {
  const value = permissions ?? {};
  if (!isObject(value))
    return foundRules([off('deny', place([]), misfit('permissions', 'an object', value))]);
  return foundRules([
    ...RULE_KINDS.flatMap((kind) => readList(kind, value[kind] ?? [], place)),
    ...readUnknown(value, place),
  ]);
}

/** Says where a piece of `permissions` stands. */
type PlaceOf = (path: Path) => string;

/** One rule of a list, or what is wrong in its place, or both. */
interface Found {
  readonly kind: RuleKind;
  readonly rule?: string;
  readonly problem?: Problem;
}

const foundRules = (found: readonly Found[]): FoundRules => {
  const rulesOf = (kind: RuleKind) =>
    found.flatMap((one) => (one.kind === kind && one.rule !== undefined ? [one.rule] : []));
  return {
    rules: { allow: rulesOf('allow'), ask: rulesOf('ask'), deny: rulesOf('deny') },
    problems: found.flatMap(({ problem }) => problem ?? []),
  };
};

function readList(kind: RuleKind, list: unknown, place: PlaceOf): readonly Found[] {
  const name = `permissions.${kind}`;
  if (!Array.isArray(list))
    return [off(kind, place([kind]), misfit(name, 'a list of texts', list))];
  return list.map((rule: unknown, at) =>
    typeof rule === 'string'
      ? { kind, rule }
      : off(kind, place([kind, at]), misfit(`${name}[${at}]`, 'a text', rule)),
  );
}

const misfit = (name: string, expected: string, value: unknown): string =>
  `"${name}": expected ${expected}, got ${show(value)};`;

const EFFECTS: Readonly<Record<RuleKind, string>> = {
  allow: 'it allows nothing until you fix it',
  ask: 'until you fix it, Wave asks about every tool',
  deny: 'until you fix it, every tool is denied',
};

const off = (kind: RuleKind, source: string, text: string): Found => ({
  kind,
  ...(kind === 'allow' ? {} : { rule: `${UNREADABLE_RULE} (${source})` }),
  problem: { level: 'error', source, hook: '', text: `${text} ${EFFECTS[kind]}` },
});

/** A name that is nearly `deny` or `ask` was meant to guard something. */
function readUnknown(value: Record<string, unknown>, place: PlaceOf): readonly Found[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(RULE_FIELDS, name))
    .map((name) => {
      const source = place([name]);
      const meant = RULE_KINDS.find((kind) => kind === suggest(name, RULE_KINDS));
      if (meant === 'deny' || meant === 'ask')
        return off(meant, source, `"permissions.${name}" is not known; did you mean "${meant}"?`);
      const text = ELSEWHERE.get(name) ?? unknownFields({ [name]: null }, RULE_KINDS).join();
      const problem = { level: 'warning', source, hook: '', text: `permissions: ${text}` } as const;
      return { kind: 'allow', problem };
    });
}

/** What users of other agents may look for here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['defaultMode', '"defaultMode" is not read from settings; start with --permission-mode instead'],
]);
