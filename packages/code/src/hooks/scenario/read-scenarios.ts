import type { Expected, ShortInput, Text } from '@wavehooks/hook-kit/testing';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { readSettingsFile, SettingsError, type SettingsFile } from '@wavehooks/settings';
import { type Fault, faultIn, incomplete, type Path } from './check.ts';

/** Which scenario it is. */
export interface Named {
  readonly file: string;
  /** `file:line`. */
  readonly at: string;
  readonly name: string;
}

/** One scenario, with what its file says for all of them filled in. */
export interface Case extends Named {
  /** A command or an entry; or the settings file that holds the hooks. */
  readonly hook?: string | Readonly<Record<string, unknown>>;
  readonly settings?: string;
  readonly event: ShortInput;
  /** Further fields of the event, also such as only other agents send. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  /** Files that are there when the hook starts. */
  readonly files: Readonly<Record<string, string>>;
  /** Programs without which it is skipped. */
  readonly needs: readonly string[];
  readonly expect: Expected & { readonly files?: Readonly<Record<string, Text>> };
}

/** A scenario, or a whole file of them, that cannot be run: what was expected and what came. */
export interface Misread extends Named {
  readonly problem: string;
}

/** Reads a scenario file. What is wrong with one scenario keeps no other from being run. */
export function readScenarios(file: string): (Case | Misread)[] {
  try {
    const read = readSettingsFile(file);
    return read ? scenariosOf(read) : [unreadable(file, 'there is no such file')];
  } catch (error) {
    if (error instanceof SettingsError)
      return [unreadable(file, error.fault?.text ?? error.message, error.fault?.at)];
    throw error;
  }
}

const WHOLE = 'the file can be read';

const unreadable = (file: string, problem: string, at = file): Misread => ({
  ...{ file, at, name: WHOLE, problem },
});

function scenariosOf({ file, value, locateIn }: SettingsFile): (Case | Misread)[] {
  const { scenarios, ...shared } = value;
  const misread = (name: string, { path, text }: Fault): Misread => ({
    ...{ file, at: locateIn(path), name },
    problem: text,
  });
  const wrong = faultIn(shared, []) ?? listFault(scenarios);
  if (wrong) return [misread(WHOLE, wrong)];
  return (scenarios as unknown[]).map((one, index) => {
    const path: Path = ['scenarios', index];
    const fault = scenarioFault(one, shared, path);
    const all = { ...shared, ...(isObject(one) ? one : {}) };
    const { name } = all;
    if (!fault) return caseOf(file, locateIn(path), all);
    return misread(typeof name === 'string' ? name : `scenario ${index + 1}`, fault);
  });
}

function listFault(scenarios: unknown): Fault | undefined {
  const path = ['scenarios'];
  if (!Array.isArray(scenarios))
    return { path, text: `"scenarios": expected a list, got ${show(scenarios)}` };
  return scenarios.length > 0 ? undefined : { path, text: '"scenarios": expected at least one' };
}

function scenarioFault(one: unknown, shared: object, path: Path): Fault | undefined {
  if (!isObject(one)) return { path, text: `expected a scenario, got ${show(one)}` };
  const text = incomplete({ ...shared, ...one });
  return faultIn(one, path) ?? (text === undefined ? undefined : { path, text });
}

/** Everything in it has been checked. */
function caseOf(file: string, at: string, all: Readonly<Record<string, unknown>>): Case {
  const { hook, settings, event, tool, input, response, prompt, expect } = all;
  const { fields = {}, env = {}, files = {}, needs = [], name } = all;
  return {
    ...{ file, at, name, fields, env, files, needs },
    ...(hook === undefined ? { settings } : { hook }),
    event: defined({ event, tool, input, response, prompt }),
    expect: typeof expect === 'string' ? { decision: expect } : expect,
  } as Case;
}

const defined = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
