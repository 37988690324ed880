import { merged } from './merge.ts';

/** The flat dialect for PreToolUse. `decision` counts before `blocked`. */
export interface HookResult {
  readonly decision: 'allow' | 'deny' | 'ask' | null;
  readonly message: string | null;
  readonly blocked: boolean;
  readonly system_prompt: string | null;
  readonly updated_input: Readonly<Record<string, unknown>> | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A text that holds no HookResult; the message says what was expected and what came. */
export class HookResultError extends Error {}

const NOTHING: HookResult = {
  decision: null,
  message: null,
  blocked: false,
  system_prompt: null,
  updated_input: null,
};

/** Constructors. `blocked` says the same as the decision, for readers that know only that. */
export const hookResult = {
  allow: (message: string | null = null, updated_input: Fields | null = null): HookResult => ({
    ...NOTHING,
    decision: 'allow',
    message,
    updated_input,
  }),
  deny: (message: string): HookResult => ({
    ...NOTHING,
    decision: 'deny',
    message,
    blocked: true,
  }),
  ask: (message: string | null = null, updated_input: Fields | null = null): HookResult => ({
    ...NOTHING,
    decision: 'ask',
    message,
    updated_input,
  }),
  /** Without a decision, as before there was one. */
  blocked: (blocked: boolean, message: string | null = null): HookResult => ({
    ...NOTHING,
    blocked,
    message,
  }),
} as const;

/** All five fields in their order; what is not set is null. A conflict is told. */
export function serializeHookResult(result: Partial<HookResult>, tell: Tell = toStderr): string {
  const { decision, message, blocked, system_prompt, updated_input } = { ...NOTHING, ...result };
  tellConflict({ decision, blocked }, tell);
  return JSON.stringify({ decision, message, blocked, system_prompt, updated_input });
}

/** Reads a result; absent fields are null. Throws `HookResultError` for what is none. */
export function parseHookResult(text: string, tell: Tell = toStderr): HookResult {
  const value = objectOf(text);
  const result: HookResult = {
    decision: field(value, 'decision', isDecision, '"allow", "deny", "ask" or null'),
    message: field(value, 'message', isText, 'a text or null'),
    blocked: field(value, 'blocked', isFlag, 'true or false') ?? false,
    system_prompt: field(value, 'system_prompt', isText, 'a text or null'),
    updated_input: field(value, 'updated_input', isObject, 'an object or null'),
  };
  tellConflict(result, tell);
  return result;
}

/**
 * The nested form that Claude Code accepts. There `updatedInput` replaces the whole input, so it is
 * merged over the original one here. `blocked: false` alone grants nothing.
 */
export function encodeHookResult(result: HookResult, toolInput: Fields): Record<string, unknown> {
  const decision = result.decision ?? (result.blocked ? 'deny' : undefined);
  const fields = {
    ...(decision ? { permissionDecision: decision } : {}),
    ...(decision && result.message ? { permissionDecisionReason: result.message } : {}),
    ...(result.updated_input && decision !== 'deny'
      ? { updatedInput: merged(toolInput, result.updated_input) }
      : {}),
    ...(result.system_prompt ? { additionalContext: result.system_prompt } : {}),
  };
  return Object.keys(fields).length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } };
}

type Tell = (warning: string) => void;

const toStderr: Tell = (warning) => {
  process.stderr.write(`wave-hook-kit: ${warning}\n`);
};

function tellConflict({ decision, blocked }: Pick<HookResult, 'decision' | 'blocked'>, tell: Tell) {
  if (blocked && (decision === 'allow' || decision === 'ask'))
    tell(`"blocked" is true, but the decision is "${decision}": the decision counts`);
}

function objectOf(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new HookResultError(`HookResult: not valid JSON: ${(error as Error).message}`);
  }
  if (isObject(value)) return value;
  throw new HookResultError(`HookResult: expected an object, got ${JSON.stringify(value)}`);
}

function field<T>(
  value: Fields,
  name: keyof HookResult,
  fits: (value: unknown) => value is T,
  expected: string,
): T | null {
  const got = value[name] ?? null;
  if (got === null || fits(got)) return got;
  throw new HookResultError(
    `HookResult: "${name}": expected ${expected}, got ${JSON.stringify(got)}`,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isDecision = (value: unknown): value is 'allow' | 'deny' | 'ask' =>
  value === 'allow' || value === 'deny' || value === 'ask';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
