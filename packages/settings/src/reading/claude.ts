import type { EventName, Problem, Source } from '@wavehooks/hooks';
import type { HooksObject, Misplaced, Path } from '@wavehooks/hooks/entries';
import { isElsewhere, isObject, show, suggest, wrongEvent } from '@wavehooks/hooks/vocabulary';
import type { NotTaken } from './loaded-file.ts';
import { misplacedIn } from './misplaced.ts';
import type { SourceName, SourcePlace } from './places.ts';
import { parseObject, SettingsError, type SettingsFile } from './read.ts';

/** What Wave takes of a file of Claude Code's. */
export interface Taken extends SettingsFile, Required<Pick<Source, 'timeoutOf'>> {
  readonly misplaced: readonly Misplaced[];
  readonly notTaken: readonly NotTaken[];
  /** The whole file: what it says of plugins, and whether its hooks are off. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/** Seconds that Claude Code gives a hook that says nothing: no gate opens because ours is shorter. */
export const CLAUDE_TIMEOUTS: { readonly usual: number } & Partial<Record<EventName, number>> = {
  usual: 600,
  UserPromptSubmit: 30,
};

export const claudeTimeout = (event: EventName): number =>
  CLAUDE_TIMEOUTS[event] ?? CLAUDE_TIMEOUTS.usual;

/** What of a file counts here, and what steers that; everything else is named as not taken. */
const TAKEN = [
  'hooks',
  'permissions',
  '$schema',
  'disableAllHooks',
  'enabledPlugins',
  'description',
];
const TAKEN_RULES = ['deny', 'ask'];

/**
 * Whether the user said that Claude Code's files are to be read; undefined when nobody asked yet. Only
 * the user's own files are heard.
 */
export function claudeSwitch(
  files: readonly { readonly name: string; readonly value: Readonly<Record<string, unknown>> }[],
): boolean | undefined {
  const said = files
    .filter(({ name }) => name === 'user' || name === 'flag')
    .map(({ value }) => value['readClaudeCode'])
    .filter((value) => typeof value === 'boolean');
  return said.at(-1);
}

/** Reads hooks, deny and ask; a file that is no JSON may hold either, so nothing starts without it. */
export function takenFrom({ file }: Pick<SourcePlace, 'file'>, text: string): Taken {
  const { value, locateIn } = parseObject(file, text);
  const { hooks: all, problems } = hooksIn(value, locateIn);
  const { hooks, notTaken } = momentsIn(all, (event) => locateIn(['hooks', event]));
  const [wrong] = problems;
  // There may be a guard among them.
  if (wrong) throw new SettingsError(`${wrong.source}: ${wrong.text}`);
  const misplaced = misplacedIn({ value, locateIn });
  const aside = misplaced.map(({ under }) => under);
  const rules = rulesIn(value['permissions']);
  const others = Object.keys(value).filter(
    (name) => !TAKEN.includes(name) && !aside.includes(name),
  );
  return {
    file,
    text,
    whole: value,
    value: { hooks, ...(rules.taken === undefined ? {} : { permissions: rules.taken }) },
    hooks,
    locateIn,
    locate: (path) => locateIn(['hooks', ...path]),
    timeoutOf: claudeTimeout,
    misplaced,
    notTaken: [
      ...notTaken,
      ...rules.left.map((name) => ({
        field: `permissions.${name}`,
        source: locateIn(['permissions', name]),
      })),
      ...others.map((field) => ({ field, source: locateIn([field]) })),
    ],
  };
}

/** Hooks of another kind switch themselves off, and nothing else of the file. */
export function hooksIn(
  value: Readonly<Record<string, unknown>>,
  locateIn: (path: Path) => string,
): { readonly hooks: HooksObject; readonly problems: readonly Problem[] } {
  const hooks = value['hooks'] ?? {};
  if (isObject(hooks)) return { hooks, problems: [] };
  const text = `"hooks": expected an object of events, got ${show(hooks)}; none of them runs`;
  return {
    hooks: {},
    problems: [{ level: 'error', source: locateIn(['hooks']), hook: '', text }],
  };
}

/** The hooks of moments that Wave has; the others wait for nothing, and are named where files are listed. */
export function momentsIn(
  hooks: HooksObject,
  locate: (event: string) => string,
): { readonly hooks: HooksObject; readonly notTaken: readonly NotTaken[] } {
  const names = Object.keys(hooks);
  const elsewhere = names.filter(isElsewhere);
  return {
    hooks: Object.fromEntries(Object.entries(hooks).filter(([name]) => !isElsewhere(name))),
    notTaken: elsewhere.map((name) => ({
      field: `hooks.${name}`,
      source: locate(name),
      why: wrongEvent(name),
    })),
  };
}

/** What is nearly `deny` or `ask` is left in: it was meant to guard something. */
function rulesIn(permissions: unknown): { taken?: unknown; left: readonly string[] } {
  if (permissions === undefined) return { left: [] };
  if (!isObject(permissions)) return { taken: permissions, left: [] };
  const isRule = (name: string) =>
    TAKEN_RULES.includes(name) || TAKEN_RULES.includes(suggest(name, TAKEN_RULES) ?? '');
  const names = Object.keys(permissions);
  return {
    taken: Object.fromEntries(Object.entries(permissions).filter(([name]) => isRule(name))),
    left: names.filter((name) => !isRule(name)),
  };
}

/** Why a hook of a file is off, by whose file it is. */
export type Off = (name: SourceName) => (entry: unknown) => string | undefined;

/** A project can switch off its own hooks, and never the user's. */
export function offOf(files: readonly { readonly name: SourceName; readonly taken: Taken }[]): Off {
  const saying = files.filter(({ taken }) => taken.whole['disableAllHooks'] === true);
  return (name) => {
    const found = saying.find((one) => one.name === 'user' || name !== 'user')?.taken;
    const all = found && `"disableAllHooks" is true (${found.locateIn(['disableAllHooks'])})`;
    return (entry) => all ?? (runsGuard(entry) ? GUARD : undefined);
  };
}

const GUARD = 'it runs "wave guard", which asks the same hooks: Wave runs them itself';

/** Whether an entry would have Wave ask Wave. */
export function runsGuard(entry: unknown): boolean {
  const { command, args } = isObject(entry) ? entry : {};
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return /(^|[\s;&|("'/])(wave(\.cjs)?["']?\s+["']?guard\b|wave-guard["']?\s|\.wave\/guard\.sh["']?\s)/.test(
    words.join(' '),
  );
}
