import type { Problem } from '@wavehooks/hooks';
import { variableFault } from '@wavehooks/hooks/entries';
import { isForbidden } from '../values/forbidden.ts';
import type { ModeName } from '../values/modes.ts';
import type { RuleKind } from '../values/permission-fields.ts';
import { type MergedSettings, SETTINGS_FIELDS } from '../values/settings-fields.ts';
import { isProjects, type LoadedFile, objectIn } from './loaded-file.ts';
import { defaultModeOf, type FoundRule, rulesIn } from './rules.ts';
import { problemsOf } from './settings-problems.ts';

/** What settings say beside their hooks, checked: the user's files in full, a project's within bounds. */
export interface Settings extends MergedSettings {
  readonly permissions: { readonly [K in RuleKind]: readonly string[] };
  /** The mode to start in; undefined where no file said one. */
  readonly defaultMode: ModeName | undefined;
  readonly env: Readonly<Record<string, string>>;
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
      ...mergedOf(files),
      permissions: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
      defaultMode: defaultModeOf(files, (mode) => mayCount('mode', mode)),
      env: validEnv(env),
    },
  };
}

/** Every field of the table that adds up, by the files that may set it. */
function mergedOf(files: readonly LoadedFile[]): MergedSettings {
  const users = files.filter((file) => !isProjects(file));
  const all = Object.entries(SETTINGS_FIELDS).flatMap(([name, field]) => {
    const from = field.owner === 'user' ? users : files;
    return 'merge' in field ? [[name, field.merge(from.map(({ value }) => value[name]))]] : [];
  });
  return Object.fromEntries(all);
}

const validEnv = (env: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (pair): pair is [string, string] => variableFault(...pair) === undefined,
    ),
  );
