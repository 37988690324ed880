import type { HookFunction } from '../entries/entry.ts';
import type { Asked } from '../handlers/index.ts';
import type { EventName } from '../vocabulary/events.ts';
import type { Field, Fields, Values } from '../vocabulary/shape.ts';
import type { ENTRY_FIELDS, GROUP_FIELDS, Remarks } from './entry-fields.ts';

/**
 * Hooks as code gives them, in the settings' shape. It follows from the table of events, the fields of every
 * entry and the list of handlers: whatever is new there is known here.
 */
export type Hooks = { readonly [E in EventName]?: readonly HookGroup<E>[] };

type HookGroup<E extends EventName> = Flat<
  Values<Omit<typeof GROUP_FIELDS, 'hooks'>> & { hooks: readonly HookEntry<E>[] } & Remarks
>;

/** One member for each handler, told apart by `type`. */
type HookEntry<E extends EventName, H = Asked> = H extends { type: infer T; fields: infer F }
  ? Flat<{ type: T } & Values<Common> & Own<E, F> & Remarks>
  : never;

type Common = Omit<typeof ENTRY_FIELDS, 'type'>;

/** A function gets the input of its event. */
type Own<E extends EventName, F> = F extends Fields
  ? { [N in Functions<F>]: HookFunction<E> } & Values<Omit<F, Functions<F>>>
  : never;

type Functions<F extends Fields> = {
  [N in keyof F]: F[N] extends Field<'function'> ? N : never;
}[keyof F];

/** Messages of the compiler show its fields, not how they came together. */
type Flat<T> = { readonly [N in keyof T]: T[N] };
