import { TARGETS, type TargetName } from './answer/targets.ts';
import type { EventName } from './event/events.generated.ts';
import { inOurFields } from './event/fields.ts';
import { filesOfPatch, patchIn } from './event/patch.ts';
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

/** Codex changes files by patches, and Copilot CLI with some models. */
export const isPatch = (raw: object): boolean => patchIn(raw) !== undefined;

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
  const { tool_name } = input;
  if (typeof tool_name !== 'string') return [input];
  const call = inOurFields(tool_name, input['tool_input']);
  return [
    {
      ...input,
      tool_name: call.tool,
      ...('tool_input' in input ? { tool_input: call.input } : {}),
    },
  ];
}
