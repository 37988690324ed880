import type { HookInput } from 'wave-hooks';
import type { Call } from '../vocabulary/model.ts';
import type { ToolResult } from '../vocabulary/tool.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What hooks are told at each of the four moments, by their names on the wire. */
export const promptInput = (common: Fields, prompt: string) =>
  ({ ...common, hook_event_name: 'UserPromptSubmit', prompt }) as HookInput;

const toolFields = (common: Fields, { name, id }: Call, input: Fields) => ({
  ...common,
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
});

export const preInput = (common: Fields, call: Call, input: Fields) =>
  ({ ...toolFields(common, call, input), hook_event_name: 'PreToolUse' }) as HookInput;

export const postInput = (
  common: Fields,
  call: Call,
  input: Fields,
  { success, text, data }: ToolResult,
) =>
  ({
    ...toolFields(common, call, input),
    hook_event_name: 'PostToolUse',
    // What a tool says of itself must not hide whether it failed.
    tool_response: { output: text, ...data, success },
  }) as HookInput;

export const stopInput = (common: Fields, blocks: number, limit: number) =>
  ({
    ...common,
    hook_event_name: 'Stop',
    stop_hook_active: blocks > 0,
    stop_hook_count: blocks,
    stop_hook_limit: limit,
  }) as HookInput;
