import { checkedResult, isObject, show } from './check.ts';
import { merged } from './merge.ts';
import { HookResultError, type Tell, toStderr } from './problem.ts';

/** The flat dialect for PreToolUse. `decision` counts before `blocked`. */
export interface HookResult {
  readonly decision: 'allow' | 'deny' | 'ask' | null;
  readonly message: string | null;
  readonly blocked: boolean;
  readonly system_prompt: string | null;
  readonly updated_input: Readonly<Record<string, unknown>> | null;
}

type Fields = Readonly<Record<string, unknown>>;

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

/** All five fields in their order; what is not set is null. Throws for what would not arrive as it is. */
export const serializeHookResult = (result: Partial<HookResult>, tell: Tell = toStderr): string =>
  JSON.stringify(checkedResult(result, tell));

/** Reads a result; absent fields are null. Throws `HookResultError` for what is none. */
export const parseHookResult = (text: string, tell: Tell = toStderr): HookResult =>
  checkedResult(parsed(text), tell);

/**
 * The nested form that Claude Code accepts. There `updatedInput` replaces the whole input, so it is
 * merged over the original one here. `blocked: false` alone grants nothing.
 */
export function encodeHookResult(
  result: Partial<HookResult>,
  toolInput: Fields,
  tell: Tell = toStderr,
): Record<string, unknown> {
  const { message, blocked, system_prompt, updated_input, ...said } = checkedResult(result, tell);
  const decision = said.decision ?? (blocked ? 'deny' : undefined);
  const fields = {
    ...(decision ? { permissionDecision: decision } : {}),
    ...(decision && message ? { permissionDecisionReason: message } : {}),
    ...(updated_input && decision !== 'deny'
      ? { updatedInput: merged(original(toolInput), updated_input) }
      : {}),
    ...(system_prompt ? { additionalContext: system_prompt } : {}),
  };
  return Object.keys(fields).length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } };
}

function original(toolInput: unknown): Fields {
  if (isObject(toolInput)) return toolInput;
  throw new HookResultError(
    `"updated_input" has to be merged over the original input: expected that as the second argument, got ${show(toolInput)}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new HookResultError(`not valid JSON: ${(error as Error).message}`);
  }
}
