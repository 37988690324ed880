import { HookResultError, type Tell } from './problem.ts';
import type { HookResult } from './result.ts';

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === 'string';
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields in the order in which they are written, and what each may hold beside null. */
const FIELDS: {
  readonly [N in keyof HookResult]: readonly [expected: string, fits: (value: unknown) => boolean];
} = {
  decision: ['"allow", "deny", "ask"', (value) => isText(value) && Object.hasOwn(BLOCKS, value)],
  message: ['a text', isText],
  blocked: ['true or false', (value) => typeof value === 'boolean'],
  system_prompt: ['a text', isText],
  updated_input: ['an object', isObject],
};
const NAMES = Object.keys(FIELDS) as (keyof HookResult)[];

/** What `blocked` says when it agrees with a decision, and when it was not given. */
const BLOCKS: Readonly<Record<string, boolean>> = { allow: false, deny: true, ask: false };

/** A whole result, each field checked. An unknown field and a conflict are told. */
export function checkedResult(value: unknown, tell: Tell): HookResult {
  if (!isObject(value)) throw new HookResultError(`expected an object, got ${show(value)}`);
  checkNames(value, tell);
  const fields = Object.fromEntries(NAMES.map((name) => [name, fieldOf(value, name)]));
  const problem = unkept(fields['updated_input'], 'updated_input');
  if (problem) throw new HookResultError(problem);
  const agreed = BLOCKS[String(fields['decision'])];
  const blocked = fields['blocked'] ?? agreed ?? false;
  if (agreed !== undefined && blocked !== agreed)
    tell(
      `"blocked" is ${blocked}, but the decision is "${fields['decision']}": the decision counts`,
    );
  return { ...fields, blocked } as HookResult;
}

/** As the engine does it: an object that is not empty and has no known field is something else. */
function checkNames(value: Fields, tell: Tell): void {
  const names = Object.keys(value);
  const unknown = names.filter((name) => !Object.hasOwn(FIELDS, name));
  if (unknown.length === 0) return;
  const [got, known] = [unknown.map(show).join(', '), NAMES.join(', ')];
  if (unknown.length === names.length)
    throw new HookResultError(`expected at least one of ${known}, got only ${got}`);
  tell(`${got} is not known and was left out; the fields are ${known}`);
}

function fieldOf(value: Fields, name: keyof HookResult): unknown {
  const got = (Object.hasOwn(value, name) ? value[name] : null) ?? null;
  const [expected, fits] = FIELDS[name];
  if (got === null || fits(got)) return got;
  throw new HookResultError(`"${name}": expected ${expected} or null, got ${show(got)}`);
}

/** JSON turns a Date into a text, NaN into null, -0 into 0 and leaves undefined out, each without a word. */
export function unkept(value: unknown, path: string, above: readonly unknown[] = []): string {
  if (value === null || isText(value) || typeof value === 'boolean' || isNumber(value)) return '';
  const isLoop = above.includes(value);
  if (typeof value !== 'object' || isLoop || !isPlain(value))
    return `"${path}": expected a value that JSON keeps as it is, got ${isLoop ? 'an object that holds itself' : show(value)}`;
  const list = Array.isArray(value);
  for (const [name, one] of list ? value.entries() : Object.entries(value)) {
    const inner = unkept(one, list ? `${path}[${name}]` : `${path}.${name}`, [...above, value]);
    if (inner) return inner;
  }
  return '';
}

const isNumber = (value: unknown) => Number.isFinite(value) && !Object.is(value, -0);

function isPlain(value: object): boolean {
  const above = Object.getPrototypeOf(value);
  return Array.isArray(value) || above === null || Object.getPrototypeOf(above) === null;
}

/** A value on one short line; also one that JSON cannot write. */
export function show(value: unknown): string {
  if (isText(value)) return JSON.stringify((value as string).slice(0, 80));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return 'a list';
  return isObject(value)
    ? isPlain(value)
      ? 'an object'
      : `a ${value.constructor.name}`
    : String(value);
}
