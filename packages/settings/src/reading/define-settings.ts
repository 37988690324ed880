import type { Hooks } from '@wavehooks/hooks';
import type { Values } from '@wavehooks/hooks/vocabulary';
import type {
  LIMIT_FIELDS,
  ModeName,
  PRICE_FIELDS,
  RuleKind,
  SERVER_FIELDS,
  SETTINGS_FIELDS,
} from './fields.ts';

/** What lies inside of the fields that are objects or lists. */
interface Inner {
  readonly hooks: Hooks;
  readonly permissions: Readonly<Partial<Record<RuleKind, readonly string[]>>> & {
    readonly defaultMode?: ModeName;
  };
  readonly env: Readonly<Record<string, string>>;
  readonly mcpServers: Readonly<Record<string, Values<typeof SERVER_FIELDS>>>;
  readonly limits: Values<typeof LIMIT_FIELDS>;
  readonly allowedHttpHookUrls: readonly string[];
  readonly plugins: readonly string[];
  readonly prices: Readonly<Record<string, Values<typeof PRICE_FIELDS>>>;
}

/** Settings as code writes them. Every field of the table is here; the compiler knows no other. */
export type GivenSettings = {
  readonly [N in keyof typeof SETTINGS_FIELDS]?: N extends keyof Inner
    ? Inner[N]
    : Values<typeof SETTINGS_FIELDS>[N];
};

/** Settings in a `.ts` file, checked by the compiler. `hooks` is always there, for `createEngine` and agents. */
export const defineSettings = (
  settings: GivenSettings,
): GivenSettings & { readonly hooks: Hooks } => ({ hooks: {}, ...settings });
