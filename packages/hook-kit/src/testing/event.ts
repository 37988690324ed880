import type { HookInput } from 'wave-hooks';

/** An event as people write it: the parts that matter. A whole input is taken as it is. */
export interface ShortInput {
  readonly event?: string;
  /** PreToolUse and PostToolUse: the tool's name and its parameters. */
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** PostToolUse: what the tool returned. */
  readonly response?: unknown;
  /** UserPromptSubmit. */
  readonly prompt?: string;
  readonly [field: string]: unknown;
}

/** The whole event. The engine checks it and fills in what is missing. */
export function toEvent(short: ShortInput): HookInput {
  const { event, tool, input, response, ...rest } = short;
  const name = rest['hook_event_name'] ?? event ?? guess(short);
  return {
    ...rest,
    hook_event_name: name,
    ...(tool === undefined ? {} : { tool_name: tool, tool_input: input ?? {} }),
    ...(response === undefined ? {} : { tool_response: response }),
    ...(name === 'PostToolUse' && response === undefined && !('tool_response' in rest)
      ? { tool_response: {} }
      : {}),
  } as unknown as HookInput;
}

/** What is there tells which event is meant. */
function guess({ tool, response, prompt }: ShortInput): string {
  if (prompt !== undefined) return 'UserPromptSubmit';
  if (response !== undefined) return 'PostToolUse';
  if (tool !== undefined) return 'PreToolUse';
  throw new TypeError('which event? expected "event", "tool", "response" or "prompt"');
}
