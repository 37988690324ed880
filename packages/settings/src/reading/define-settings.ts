import type { Hooks } from '@wavehooks/hooks';
import type { Values } from '@wavehooks/hooks/vocabulary';
import type {
  LIMIT_FIELDS,
  PRICE_FIELDS,
  RuleKind,
  SANDBOX_FIELDS,
  SANDBOX_LIMIT_FIELDS,
  SETTINGS_FIELDS,
  UNDO_FIELDS,
} from '../values/fields.ts';
import type { ModeName } from '../values/modes.ts';
import type { SERVER_FIELDS } from '../values/server-fields.ts';

/** What lies inside of the fields that are objects or lists. */
interface Inner {
  readonly hooks: Hooks;
  readonly permissions: Readonly<Partial<Record<RuleKind, readonly string[]>>> & {
    readonly defaultMode?: ModeName;
  };
  readonly env: Readonly<Record<string, string>>;
  readonly mcpServers: Readonly<Record<string, Values<typeof SERVER_FIELDS>>>;
  readonly limits: Values<typeof LIMIT_FIELDS>;
  readonly undo: Values<typeof UNDO_FIELDS>;
  readonly allowedHttpHookUrls: readonly string[];
  readonly plugins: readonly string[];
  readonly sandbox: Omit<Values<typeof SANDBOX_FIELDS>, 'network' | 'limits'> & {
    readonly network?: { readonly allow?: readonly string[] };
    readonly limits?: Values<typeof SANDBOX_LIMIT_FIELDS>;
  };
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
