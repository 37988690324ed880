export type { Agent, Where } from './agents/agent.ts';
export { FALLBACKS } from './agents/fallbacks.ts';
export { AGENTS } from './agents/index.ts';
export { encode, linesOf } from './answer/encode.ts';
export { ofAll } from './answer/of-all.ts';
export { HookResultError } from './answer/problem.ts';
export {
  encodeHookResult,
  type HookResult,
  hookResult,
  parseHookResult,
  serializeHookResult,
} from './answer/result.ts';
export {
  type Answer,
  allow,
  ask,
  block,
  context,
  deny,
  halt,
  replace,
  rewrite,
  type Said,
  sandbox,
  type Verb,
  type VerbsOf,
  warn,
} from './answer/say.ts';
export { detectTarget, TARGETS, type TargetName } from './answer/targets.ts';
export { verbsOf } from './answer/verbs-of.ts';
export {
  type DefineOptions,
  defineHook,
  type Handler,
  type Hook,
} from './define.ts';
export type { EventName } from './event/events.generated.ts';
export type { HookContext, Input } from './event/input.ts';
export type { ToolCall, Tools } from './event/tools.ts';
export { inputsOf, isInParts } from './inputs-of.ts';
export { translated } from './translate.ts';
