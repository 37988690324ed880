import type { EventName, Events } from './events.generated.ts';
import type { ToolCall } from './tools.ts';

/** What a hook of an event gets. Where there is a tool, `tool_name` tells its parameters. */
export type Input<E extends EventName> = { hook_event_name: E } & (Events[E]['input'] extends {
  tool_name: string;
}
  ? Omit<Events[E]['input'], 'tool_name' | 'tool_input'> & ToolCall
  : Events[E]['input']);

export interface HookContext {
  /** Aborted when the time is up, in a function and a worker; a process of its own is ended. */
  readonly signal: AbortSignal;
}
