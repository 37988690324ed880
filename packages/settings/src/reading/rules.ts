import type { Problem } from '@wavehooks/hooks';
import { type Path, unknownFields } from '@wavehooks/hooks/entries';
import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';
import { isModeName, isWider, MODE_NAMES, type ModeName } from '../values/modes.ts';
import { PERMISSION_FIELDS, RULE_KINDS, type RuleKind } from '../values/permission-fields.ts';
import { isProjects, type LoadedFile } from './loaded-file.ts';

/** The rules of one file, and what is wrong with them. */
export interface FoundRules {
  readonly rules: readonly FoundRule[];
  readonly problems: readonly Problem[];
}

/** A rule as it is written, and where. */
export interface FoundRule {
  readonly list: RuleKind;
  readonly rule: string;
  /** `file:line`. */
  readonly source: string;
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
  const count = RULE_KINDS.reduce((sum, kind) => sum + lengthOf(value[kind]), 0);
  if (count > MOST_RULES) {
    const text = `"permissions": expected at most ${MOST_RULES} rules, got ${count};`;
    return foundRules([off('deny', place([]), text)]);
  }
  return foundRules([
    ...RULE_KINDS.flatMap((kind) => readList(kind, value[kind] ?? [], place)),
    ...readUnknown(value, place),
  ]);
}

/** Each is looked at for each call. */
const MOST_RULES = 5_000;

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Says where a piece of `permissions` stands. */
type PlaceOf = (path: Path) => string;

/** One rule of a list, or what is wrong in its place, or both. */
interface Found {
  readonly kind: RuleKind;
  readonly rule?: string;
  readonly source: string;
  readonly problem?: Problem;
}

const foundRules = (found: readonly Found[]): FoundRules => ({
  rules: found.flatMap(({ kind, rule, source }) =>
    rule === undefined ? [] : [{ list: kind, rule, source }],
  ),
  problems: found.flatMap(({ problem }) => problem ?? []),
});

function readList(kind: RuleKind, list: unknown, place: PlaceOf): readonly Found[] {
  const name = `permissions.${kind}`;
  if (!Array.isArray(list))
    return [off(kind, place([kind]), misfit(name, 'a list of texts', list))];
  return list.map((rule: unknown, at) =>
    typeof rule === 'string'
      ? { kind, rule, source: place([kind, at]) }
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
  source,
  ...(kind === 'allow' ? {} : { rule: `${UNREADABLE_RULE} (${source})` }),
  problem: { level: 'error', source, hook: '', text: `${text} ${EFFECTS[kind]}` },
});

/** A name that is nearly `deny` or `ask` was meant to guard something. */
function readUnknown(value: Record<string, unknown>, place: PlaceOf): readonly Found[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(PERMISSION_FIELDS, name))
    .map((name) => {
      const source = place([name]);
      const meant = RULE_KINDS.find((kind) => kind === suggest(name, RULE_KINDS));
      if (meant === 'deny' || meant === 'ask')
        return off(meant, source, `"permissions.${name}" is not known; did you mean "${meant}"?`);
      const known = Object.keys(PERMISSION_FIELDS);
      const text = unknownFields({ [name]: null }, known).join();
      const problem = { level: 'warning', source, hook: '', text: `permissions: ${text}` } as const;
      return { kind: 'allow', source, problem };
    });
}

/** Where the mode to start in stands, and what is there; undefined where a file names none. */
function modeIn({ value, locateIn }: Pick<LoadedFile, 'value' | 'locateIn'>) {
  const { permissions } = value;
  const mode = isObject(permissions) ? (permissions['defaultMode'] ?? undefined) : undefined;
  return mode === undefined
    ? undefined
    : { mode, source: locateIn(['permissions', 'defaultMode']) };
}

/** The modes of a project's file that count only once somebody approved them: no others let more run. */
const TO_APPROVE: readonly ModeName[] = ['acceptEdits', 'sandboxed'];

export function modeToApprove(
  file: Pick<LoadedFile, 'value' | 'locateIn'>,
): { readonly mode: ModeName; readonly source: string } | undefined {
  const found = modeIn(file);
  const mode = TO_APPROVE.find((one) => one === found?.mode);
  return found && mode ? { mode, source: found.source } : undefined;
}

/**
 * The mode that settings start a session in; the last file that may say so wins. A project's file may be
 * stricter than the files before it, and only with an approval wider; never without any question.
 */
export function defaultModeOf(
  files: readonly LoadedFile[],
  isApproved: (mode: ModeName) => boolean,
): ModeName | undefined {
  return files.reduce<ModeName | undefined>((now, file) => {
    const mode = modeIn(file)?.mode;
    if (!isModeName(mode)) return now;
    if (!isProjects(file)) return mode;
    const counts = !isWider(mode, now ?? 'default') || (modeToApprove(file) && isApproved(mode));
    return counts ? mode : now;
  }, undefined);
}

export function modeProblems(file: LoadedFile): readonly Problem[] {
  const found = modeIn(file);
  if (!found) return [];
  const { mode, source } = found;
  const name = '"permissions.defaultMode"';
  const told = (level: Problem['level'], text: string) => [{ level, source, hook: '', text }];
  if (!isModeName(mode))
    return told(
      'error',
      `${name}: expected one of ${MODE_NAMES.join(', ')}, got ${show(mode)}; it is ignored`,
    );
  if (mode === 'bypassPermissions' && isProjects(file))
    return told(
      'warning',
      `${name} "bypassPermissions" is never read from a project's file; it is ignored`,
    );
  return [];
}
