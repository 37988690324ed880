export { assertHook, checkHook } from './assert.ts';
export {
  type Difference,
  differences,
  differenceText,
  EXPECTED_FIELDS,
  type Expected,
  fitTexts,
  type Text,
  type Texts,
} from './compare.ts';
export { type ShortInput, toEvent } from './event.ts';
export { type HookMatchers, hookMatchers } from './matchers.ts';
export { type Tried, type TryHookInput, type TryOptions, tryHook } from './try.ts';
