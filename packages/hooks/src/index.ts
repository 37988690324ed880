export { checkHooks } from './checking/check.ts';
export { type DeadValue, deadValue } from './checking/dead-value.ts';
export { fieldsOf, REMARK } from './checking/entry-fields.ts';
export type { Hooks } from './checking/hooks.ts';
export type { Checked, Problem } from './checking/problem.ts';
export {
  type HooksObject,
  type Misplaced,
  type Path,
  pathText,
  type Source,
  type Vouch,
} from './checking/source.ts';
export { unknownFields } from './checking/stray-fields.ts';
export { strongestOf } from './deciding/combine.ts';
export { createEngine, type Engine, type EngineOptions } from './engine/engine.ts';
export type { RunEvent } from './engine/setting.ts';
export type { Entry, HookFunction, HookReply } from './entries/entry.ts';
export type { Runs } from './handlers/handler.ts';
export type { Host, ModelQuestion, ToolAnswer, ToolCall } from './handlers/host.ts';
export {
  beyondOf,
  concealed,
  handlerOf,
  runsOf,
  timeoutOfType,
  withoutSecrets,
} from './handlers/index.ts';
export { variableFault } from './handlers/shell-fields.ts';
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
export { readUrlPattern } from './web/url-pattern.ts';
export type { Lookup } from './web/web.ts';
