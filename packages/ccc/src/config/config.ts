import { suggest } from '@wavehooks/hooks/vocabulary';
import { readSettingsFile, type SettingsFile } from '@wavehooks/settings';
import {
  type Check,
  FIELDS,
  MAX_REVIEW_SECONDS,
  REVIEWERS,
  SECTIONS,
  show,
  sorted,
} from './fields.ts';

/** Who reviews. */
export type ReviewerConfig =
  | { readonly type: 'agent' }
  | { readonly type: 'claude' }
  | { readonly type: 'command'; readonly command: string };

export interface Config {
  readonly maxIterations: number;
  readonly timeoutMs: number;
  readonly model: string | undefined;
  readonly onError: 'allow' | 'block';
  readonly reviewer: ReviewerConfig;
}

export const DEFAULTS: Config = {
  maxIterations: 20,
  timeoutMs: 600_000,
  model: undefined,
  onError: 'allow',
  reviewer: { type: 'agent' },
};

/** A configuration that is not one: the text names file, line, what was expected and what came. */
export class ConfigError extends Error {}

/** Reads `ccc.json`. Everything works without one. Throws `ConfigError`. */
export function readConfig(file: string): Config {
  const read = readFile(file);
  if (!read) return DEFAULTS;
  const fail = failIn(read);
  checkFields(read.value, SECTIONS, [], fail);
  const section = read.value['supervisor'];
  if (section === undefined) return DEFAULTS;
  const fields = objectAt(section, ['supervisor'], fail);
  checkFields(fields, FIELDS, ['supervisor'], fail);
  const { max_iterations, timeout_seconds, model, on_error, reviewer } = fields;
  return {
    maxIterations: (max_iterations as number | undefined) ?? DEFAULTS.maxIterations,
    timeoutMs:
      timeout_seconds === undefined
        ? DEFAULTS.timeoutMs
        : Math.min(Number(timeout_seconds), MAX_REVIEW_SECONDS) * 1000,
    model: model as string | undefined,
    onError: (on_error as Config['onError'] | undefined) ?? DEFAULTS.onError,
    reviewer: reviewer === undefined ? DEFAULTS.reviewer : readReviewer(reviewer, fail),
  };
}

function readFile(file: string): SettingsFile | undefined {
  try {
    return readSettingsFile(file);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

type Path = readonly string[];
type Fail = (path: Path, expected: string, got: unknown) => never;

const failIn =
  (read: SettingsFile): Fail =>
  (path, expected, got) => {
    throw new ConfigError(
      `${read.locateIn(path)}: ${path.join('.')}: expected ${expected}, got ${show(got)}`,
    );
  };

function readReviewer(value: unknown, fail: Fail): ReviewerConfig {
  const path = ['supervisor', 'reviewer'];
  const fields = objectAt(value, path, fail);
  const type = fields['type'];
  const checks = typeof type === 'string' && Object.hasOwn(REVIEWERS, type) && REVIEWERS[type];
  if (!checks) return fail([...path, 'type'], sorted(REVIEWERS), type);
  checkFields(fields, checks, path, fail);
  if (type === 'command' && fields['command'] === undefined)
    fail([...path, 'command'], 'the command that reviews', undefined);
  return fields as unknown as ReviewerConfig;
}

function objectAt(value: unknown, path: Path, fail: Fail): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : fail(path, 'an object', value);
}

function meant(name: string, checks: Readonly<Record<string, Check>>): string {
  // A field of the section that stands beside it was forgotten to be put into it.
  if (checks === SECTIONS && Object.hasOwn(FIELDS, name))
    return ` ("${name}" belongs into "supervisor")`;
  const near = suggest(name, Object.keys(checks));
  return near === undefined ? '' : ` (did you mean "${near}"?)`;
}

function checkFields(
  fields: Record<string, unknown>,
  checks: Readonly<Record<string, Check>>,
  path: Path,
  fail: Fail,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check)
      fail([...path, name], `one of the fields ${sorted(checks)}${meant(name, checks)}`, name);
    else if (!check.fits(value)) fail([...path, name], check.expected, value);
  }
}
