import { inOurFields } from './agents/fields.ts';
import { TARGETS, type TargetName } from './answer/targets.ts';
import type { EventName } from './event/events.generated.ts';
import { filesOfPatch, patchIn } from './event/patch.ts';
import { filesOfCommand } from './event/patch-command.ts';
import { translated } from './translate.ts';

/** Whether an input is one of the event, by its name here or there; one without a name may be. */
export function isNamed(
  event: EventName,
  raw: Record<string, unknown>,
  target: TargetName,
): boolean {
  const named = translated(raw, target)['hook_event_name'];
  return named === undefined || named === event || named === TARGETS[target]?.events[event];
}

/**
 * Whether each of the inputs is about a part of the call. Codex changes files by patches, and Copilot CLI with
 * some models.
 */
export const isInParts = (
  raw: Readonly<Record<string, unknown>>,
  inputs: readonly unknown[],
  target: TargetName,
): boolean =>
  inputs.length > 1 ||
  patchIn(raw) !== undefined ||
  TARGETS[target].calls?.(translated(raw, target)) !== undefined;

/** The input with our names of events, tools and parameters: several where one call changes several files. */
export function inputsOf(
  event: EventName,
  raw: Record<string, unknown>,
  target: TargetName,
): Record<string, unknown>[] {
  if (!isNamed(event, raw, target))
    throw new Error(
      `this hook is for ${event}, but the input is for ${JSON.stringify(raw['hook_event_name'])}`,
    );
  const input: Record<string, unknown> = { ...translated(raw, target), hook_event_name: event };
  const patch = patchIn(input);
  if (patch !== undefined)
    return filesOfPatch(patch, input['cwd']).map((file) => ({ ...input, ...file }));
  const calls = TARGETS[target].calls?.(input);
  if (calls !== undefined) return calls.map((call) => ({ ...input, ...call }));
  const { tool_name } = input;
  if (typeof tool_name !== 'string') return [input];
  const call = inOurFields(tool_name, input['tool_input'], TARGETS[target].ownFields);
  const whole = {
    ...input,
    tool_name: call.tool,
    ...('tool_input' in input ? { tool_input: call.input } : {}),
  };
  const { command } = Object(call.input) as Record<string, unknown>;
  // Codex takes a patch as a command, too: a guard of commands sees it, and so do guards of files.
  const files =
    target === 'codex' && call.tool === 'Bash' ? filesOfCommand(command, input['cwd']) : [];
  return [whole, ...files.map((file) => ({ ...whole, ...file }))];
}
