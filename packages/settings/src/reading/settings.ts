import type { Limits, Problem } from '@wavehooks/hooks';
import { type Path, unknownFields, variableFault } from '@wavehooks/hooks/entries';
import { isObject, misfit, show, type Values } from '@wavehooks/hooks/vocabulary';
import {
  EFFORT_WORDS,
  LIMIT_FIELDS,
  type ModeName,
  OWNERS_ONLY,
  PRICE_FIELDS,
  type RuleKind,
  SETTINGS_FIELDS,
} from './fields.ts';
import { isForbidden } from './forbidden.ts';
import { isProjects, type LoadedFile } from './loaded-file.ts';
import { defaultModeOf, type FoundRule, modeProblems, rulesIn } from './rules.ts';
import { urlProblems, urlsIn } from './urls.ts';

/** What settings say beside their hooks, checked: the user's files in full, a project's within bounds. */
export interface Settings {
  readonly limits: Partial<Limits>;
  readonly permissions: { readonly [K in RuleKind]: readonly string[] };
  /** The mode to start in; undefined where nobody said. */
  readonly defaultMode: ModeName | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly model: string | undefined;
  readonly effort: (typeof EFFORT_WORDS)[number] | undefined;
  /** Which addresses hooks may call; undefined where nobody said. */
  readonly allowedHttpHookUrls: readonly string[] | undefined;
  readonly contextWindow: number | undefined;
  readonly prices: Readonly<Record<string, Price>>;
}

/** In US dollars for a million tokens. */
export type Price = Values<typeof PRICE_FIELDS>;

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
  const limits = files.filter((file) => !isProjects(file)).map((file) => objectAt(file, 'limits'));
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
        Object.entries(objectAt(file, 'env')).filter(
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
      limits: validLimits(Object.assign({}, ...limits)),
      permissions: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
      defaultMode: defaultModeOf(files, (mode) => mayCount('mode', mode)),
      env: validEnv(env),
      model: own('model').findLast((name) => typeof name === 'string') as string | undefined,
      effort: own('effort').findLast(isEffort),
      allowedHttpHookUrls: urlsIn(own('allowedHttpHookUrls')),
      contextWindow: own('contextWindow').findLast(isLimit) as number | undefined,
      prices: validPrices(Object.assign({}, ...own('prices').filter(isObject))),
    },
  };
}

function problemsOf(file: LoadedFile): Problem[] {
  const warn = (path: Path, text: string): Problem => ({
    level: 'warning',
    source: file.locateIn(path),
    hook: '',
    text,
  });
  // Hooks in the wrong place are told with the hooks.
  const misplaced = (file.misplaced ?? []).map(({ under }) => under);
  const unknown = Object.keys(file.value)
    .filter((name) => !misplaced.includes(name))
    .flatMap((name) =>
      unknownFields({ [name]: null }, Object.keys(SETTINGS_FIELDS)).map((text) =>
        warn([name], text),
      ),
    );
  const { permissions: _, ...fields } = SETTINGS_FIELDS;
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const value = file.value[name];
    const expected = value == null ? undefined : misfit(field, value);
    return expected
      ? [warn([name], `"${name}": expected ${expected}, got ${show(value)}; ignored`)]
      : [];
  });
  return [
    ...(file.problems ?? []),
    ...unknown,
    ...wrong,
    ...rulesIn(file).problems,
    ...modeProblems(file),
    ...envProblems(file, warn),
    ...limitProblems(file, warn),
    ...modelProblems(file, warn),
    ...urlProblems(file.value['allowedHttpHookUrls'], warn),
    ...ownerProblems(file, warn),
  ];
}

type Warn = (path: Path, text: string) => Problem;

const envProblems = (file: LoadedFile, warn: Warn): Problem[] =>
  Object.entries(objectAt(file, 'env')).flatMap(([name, value]) => {
    const fault = variableFault(name, value);
    return fault === undefined ? [] : [warn(['env', name], `${fault}; ignored`)];
  });

function limitProblems(file: LoadedFile, warn: Warn): Problem[] {
  const limits = objectAt(file, 'limits');
  const unknown = unknownFields(limits, Object.keys(LIMIT_FIELDS)).map((text) =>
    warn(['limits'], `limits: ${text}`),
  );
  const wrong = Object.keys(LIMIT_FIELDS).flatMap((name) =>
    limits[name] === undefined || isLimit(limits[name])
      ? []
      : [
          warn(
            ['limits', name],
            `"limits.${name}": expected a whole number above 0, got ${show(limits[name])}; ignored`,
          ),
        ],
  );
  return [...unknown, ...wrong];
}

/** A price that is wrong in a part is not used at all: a wrong sum is worse than none. */
function modelProblems(file: LoadedFile, warn: Warn): Problem[] {
  const { contextWindow: window, effort } = file.value;
  const wrong = Object.entries(objectAt(file, 'prices')).filter(([, price]) => !isPrice(price));
  const expected = `expected ${Object.keys(PRICE_FIELDS).join(', ')} as numbers from 0 on, the first two at least`;
  return [
    ...(typeof window !== 'number' || isLimit(window)
      ? []
      : [
          warn(
            ['contextWindow'],
            `"contextWindow": expected a whole number above 0, got ${show(window)}; ignored`,
          ),
        ]),
    ...(typeof effort !== 'string' || isEffort(effort)
      ? []
      : [
          warn(
            ['effort'],
            `"effort": expected ${EFFORT_WORDS.join(', ')}, got ${show(effort)}; ignored`,
          ),
        ]),
    ...wrong.map(([name, price]) =>
      warn(['prices', name], `"prices.${name}": ${expected}, got ${show(price)}; ignored`),
    ),
  ];
}

const isEffort = (value: unknown): value is (typeof EFFORT_WORDS)[number] =>
  EFFORT_WORDS.some((word) => word === value);

const isPrice = (value: unknown): value is Price =>
  isObject(value) &&
  Object.entries(PRICE_FIELDS).every(([name, { required }]) =>
    value[name] === undefined ? !required : isAmount(value[name]),
  ) &&
  Object.keys(value).every((name) => name in PRICE_FIELDS);

const isAmount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const validPrices = (prices: Record<string, unknown>): Record<string, Price> =>
  Object.fromEntries(
    Object.entries(prices).filter((pair): pair is [string, Price] => isPrice(pair[1])),
  );

/** Wave reports it if a project sets what only the user may set. */
function ownerProblems(file: LoadedFile, warn: Warn): Problem[] {
  if (!isProjects(file)) return [];
  const fields = OWNERS_ONLY.filter((name) => file.value[name] !== undefined).map((name) =>
    warn([name], `"${name}" is never read from a project's file; set it in ~/.wave/settings.json`),
  );
  const variables = Object.keys(objectAt(file, 'env')).filter((name) => isForbidden(name));
  return [
    ...fields,
    ...variables.map((name) =>
      warn(['env', name], `"env.${name}" is never read from a project's file; it was ignored`),
    ),
  ];
}

const isLimit = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

const validLimits = (limits: Record<string, unknown>): Partial<Limits> =>
  Object.fromEntries(
    Object.entries(limits).filter(([name, value]) => name in LIMIT_FIELDS && isLimit(value)),
  );

function objectAt(file: LoadedFile, name: string): Record<string, unknown> {
  const value = file.value[name];
  return isObject(value) ? value : {};
}

const validEnv = (env: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (pair): pair is [string, string] => variableFault(...pair) === undefined,
    ),
  );
