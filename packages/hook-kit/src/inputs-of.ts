import { FOREIGN_TOOLS, TARGETS, type TargetName } from './answer/targets.ts';
import type { EventName } from './event/events.generated.ts';
import { filesOfPatch } from './event/patch.ts';

/** Whether an input is one of the event, by its name here or there; one without a name may be. */
export function isNamed(
  event: EventName,
  raw: Record<string, unknown>,
  target: TargetName,
): boolean {
  const named = raw['hook_event_name'];
  return named === undefined || named === event || named === TARGETS[target]?.events[event];
}

/** Codex changes files by patches. */
export const isPatch = (raw: { tool_name?: unknown }): boolean => raw.tool_name === 'apply_patch';

/** The input with our names of events and tools: several where one call changes several files. */
export function inputsOf(
  event: EventName,
  raw: Record<string, unknown>,
  target: TargetName,
): Record<string, unknown>[] {
  if (!isNamed(event, raw, target))
    throw new Error(
      `this hook is for ${event}, but the input is for ${JSON.stringify(raw['hook_event_name'])}`,
    );
  const { tool_name: tool, tool_input: call } = raw;
  const input = { ...raw, hook_event_name: event };
  if (isPatch(raw))
    return filesOfPatch((call as { command?: unknown } | undefined)?.command, raw['cwd']).map(
      (file) => ({
        ...input,
        ...file,
      }),
    );
  return typeof tool === 'string' && Object.hasOwn(FOREIGN_TOOLS, tool)
    ? [{ ...input, tool_name: FOREIGN_TOOLS[tool] }]
    : [input];
}
