export { checkHooks } from './checking/check.ts';
export type { Hooks } from './checking/hooks.ts';
export type { Checked, Problem } from './checking/problem.ts';
export type { Source } from './checking/source.ts';
export { strongestOf } from './deciding/combine.ts';
export { fireUnmatched } from './engine/conduct.ts';
export { createEngine, type Engine } from './engine/engine.ts';
export type { EngineOptions } from './engine/engine-options.ts';
export type { RunEvent, RunInfo } from './engine/setting.ts';
export type { Entry, HookFunction, HookReply } from './entries/entry.ts';
export type { Host, ModelQuestion, ToolAnswer, ToolCall } from './handlers/host.ts';
export {
  type Decision,
  type Effect,
  type PermissionUpdate,
  RANK,
  type Tone,
} from './vocabulary/effect.ts';
export {
  EVENT_NAMES,
  type EventInput,
  type EventName,
  type HookInput,
  isEventName,
} from './vocabulary/events.ts';
export { DEFAULT_LIMITS, type Limits } from './vocabulary/limits.ts';
export type { HookOutcome } from './vocabulary/outcome.ts';
export type { Signal } from './vocabulary/signal.ts';
export type { Run, Told, UserText, Verdict } from './vocabulary/verdict.ts';
export type { Lookup } from './web/lookup.ts';
