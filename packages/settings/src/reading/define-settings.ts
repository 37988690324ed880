import type { Hooks } from '@wavehooks/hooks';
import type { GivenSettings } from '../values/settings-fields.ts';

/** Settings in a `.ts` file, checked by the compiler. `hooks` is always there, for `createEngine` and agents. */
export const defineSettings = (
  settings: GivenSettings,
): GivenSettings & { readonly hooks: Hooks } => ({ hooks: {}, ...settings });
