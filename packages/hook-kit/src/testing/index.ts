export { assertHook, checkHook } from './assert.ts';
export {
  differences,
  EXPECTED_FIELDS,
  type Expected,
  type Text,
  type Texts,
  textsDiffer,
} from './compare.ts';
export { type ShortInput, toEvent } from './event.ts';
export { type HookMatchers, hookMatchers } from './matchers.ts';
export { type Tried, type TryHookInput, type TryOptions, tryHook } from './try.ts';
