export {
  type DefineOptions,
  defineHook,
  type Handler,
  type Hook,
  type HookContext,
} from './define.ts';
export { encode } from './encode.ts';
export type { EventName } from './events.generated.ts';
export type { Input } from './input.ts';
export { HookResultError } from './problem.ts';
export {
  encodeHookResult,
  type HookResult,
  hookResult,
  parseHookResult,
  serializeHookResult,
} from './result.ts';
export {
  type Answer,
  allow,
  ask,
  block,
  context,
  deny,
  halt,
  rewrite,
  type Said,
  type Verb,
  type VerbsOf,
  warn,
} from './say.ts';
export { detectTarget, TARGETS, type TargetName } from './targets.ts';
export type { ToolCall, Tools } from './tools.ts';
