import type { Limits, Problem } from '@wavehooks/hooks';
import { variableFault } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { boundsIn, isCount } from '../values/bounds.ts';
import { LIMIT_FIELDS, type RuleKind } from '../values/fields.ts';
import { isForbidden } from '../values/forbidden.ts';
import type { ModeName } from '../values/modes.ts';
import { type Price, validPrices } from '../values/prices.ts';
import { urlsIn } from '../values/urls.ts';
import { type Effort, isEffort, isNotify, type Notify } from '../values/words.ts';
import { isProjects, type LoadedFile, objectIn } from './loaded-file.ts';
import { defaultModeOf, type FoundRule, rulesIn } from './rules.ts';
import { type SandboxSettings, sandboxOf } from './sandbox.ts';
import { problemsOf } from './settings-problems.ts';
import { type UndoSettings, undoIn } from './undo.ts';

/** What settings say beside their hooks, checked: the user's files in full, a project's within bounds. */
export interface Settings {
  readonly limits: Partial<Limits>;
  readonly permissions: { readonly [K in RuleKind]: readonly string[] };
  /** The mode to start in; undefined where nobody said. */
  readonly defaultMode: ModeName | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly model: string | undefined;
  readonly effort: Effort | undefined;
  /** Which addresses hooks may call; undefined where nobody said. */
  readonly allowedHttpHookUrls: readonly string[] | undefined;
  readonly contextWindow: number | undefined;
  /** What is noted for undo; only what is said. */
  readonly undo: UndoSettings;
  readonly parallelCommands: number | undefined;
  readonly prices: Readonly<Record<string, Price>>;
  readonly sandbox: SandboxSettings;
  /** How the screen calls whoever is away; undefined where nobody said. */
  readonly notify: Notify | undefined;
  readonly title: boolean | undefined;
}

/** Says whether a project's piece may count: its kind and its content. */
export type MayCount = (kind: 'allow' | 'env' | 'mode', content: unknown) => boolean;

/** A rule of a settings file. */
export interface RuleEntry extends FoundRule {
  readonly file: string;
  readonly from: LoadedFile['name'];
  readonly agent: LoadedFile['agent'];
  /** False for an allow of the project's that nobody approved: it permits nothing. */
  readonly counts: boolean;
}

export interface CheckedSettings {
  readonly settings: Settings;
  /** Every rule of every file, in their order. */
  readonly rules: readonly RuleEntry[];
  readonly problems: readonly Problem[];
}

/** Adds up all files in their order. Until it is approved, a project's file can only forbid. */
export function checkSettings(files: readonly LoadedFile[], mayCount: MayCount): CheckedSettings {
  const problems = files.flatMap(problemsOf);
  const limits = files.filter((file) => !isProjects(file)).map((file) => objectIn(file, 'limits'));
  const own = (name: string) =>
    files.filter((file) => !isProjects(file)).map((file) => file.value[name]);
  const counts = (file: LoadedFile, kind: Parameters<MayCount>[0], content: unknown) =>
    !isProjects(file) || mayCount(kind, content);
  const entries = files.flatMap((file) =>
    rulesIn(file).rules.map((found) => ({
      ...found,
      file: file.file,
      from: file.name,
      agent: file.agent,
      counts: found.list !== 'allow' || counts(file, 'allow', found.rule),
    })),
  );
  const rules = (kind: RuleKind) =>
    entries.flatMap(({ list, rule, counts: isOn }) => (isOn && list === kind ? [rule] : []));
  const env = Object.assign(
    {},
    ...files.map((file) =>
      Object.fromEntries(
        Object.entries(objectIn(file, 'env')).filter(
          ([name, value]) =>
            counts(file, 'env', { [name]: value }) && !(isProjects(file) && isForbidden(name)),
        ),
      ),
    ),
  );
  return {
    problems,
    rules: entries,
    settings: {
      limits: boundsIn(LIMIT_FIELDS, Object.assign({}, ...limits)),
      permissions: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
      defaultMode: defaultModeOf(files, (mode) => mayCount('mode', mode)),
      env: validEnv(env),
      model: own('model').findLast((name) => typeof name === 'string') as string | undefined,
      effort: own('effort').findLast(isEffort),
      allowedHttpHookUrls: urlsIn(own('allowedHttpHookUrls')),
      contextWindow: own('contextWindow').findLast(isCount),
      undo: undoIn(own('undo')),
      parallelCommands: own('parallelCommands').findLast(isCount),
      prices: validPrices(Object.assign({}, ...own('prices').filter(isObject))),
      sandbox: sandboxOf(own('sandbox')),
      notify: own('notify').findLast(isNotify),
      title: own('title').findLast((value) => typeof value === 'boolean'),
    },
  };
}

const validEnv = (env: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (pair): pair is [string, string] => variableFault(...pair) === undefined,
    ),
  );
