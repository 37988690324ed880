import type { PermissionUpdate } from '../vocabulary/effect.ts';
import { isObject, list, show } from '../vocabulary/shape.ts';

/** What of `updatedPermissions` holds, for this session; the rest is dropped, each with a remark. */
export function readPermissions(
  updates: readonly unknown[],
  remarks: string[],
): PermissionUpdate[] {
  return updates.flatMap((update, at) => {
    const read = readUpdate(update);
    if (typeof read !== 'string') return [read];
    remarks.push(`"updatedPermissions[${at}]" was ignored: ${read}`);
    return [];
  });
}

function readUpdate(update: unknown): PermissionUpdate | string {
  if (!isObject(update)) return expected('an object with "type"', update);
  const { type } = update;
  const destination = update['destination'] ?? 'session';
  const read = TYPES[type as keyof typeof TYPES];
  if (!Object.hasOwn(TYPES, String(type)) || !read)
    return expected(`"type" ${list(Object.keys(TYPES))}`, type);
  if (destination !== 'session')
    return `Wave changes permissions for this session only: expected "destination" "session", got ${show(destination)}`;
  return read(update);
}

type Raw = Readonly<Record<string, unknown>>;

const BEHAVIORS = ['allow', 'deny', 'ask'] as const;

const TYPES = {
  addRules: ({ rules, behavior }: Raw): PermissionUpdate | string => {
    const word = BEHAVIORS.find((one) => one === behavior);
    if (word === undefined) return expected(`"behavior" ${list(BEHAVIORS)}`, behavior);
    if (!isListOf(rules, isRule))
      return expected('"rules": a list of { toolName, ruleContent }', rules);
    const kept = rules.map(({ toolName, ruleContent }) => ({
      toolName,
      ...(ruleContent == null ? {} : { ruleContent }),
    }));
    return { type: 'addRules', rules: kept, behavior: word, destination: 'session' };
  },
  addDirectories: ({ directories }: Raw): PermissionUpdate | string =>
    isListOf(directories, isText)
      ? { type: 'addDirectories', directories: [...directories], destination: 'session' }
      : expected('"directories": a list of paths', directories),
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isRule = (value: unknown): value is { toolName: string; ruleContent?: string | null } =>
  isObject(value) &&
  isText(value['toolName']) &&
  (value['ruleContent'] == null || isText(value['ruleContent']));

const isListOf = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.length > 0 && value.every(is);

const expected = (what: string, got: unknown) => `expected ${what}, got ${show(got)}`;
