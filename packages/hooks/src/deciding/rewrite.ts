import { isDeepStrictEqual } from 'node:util';
import type { Told } from '../vocabulary/verdict.ts';

export interface Rewrite {
  /** The place of the hook among those that ran: names need not be unique. */
  readonly by: number;
  readonly hook: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The input has these fields from now on, and no others. */
  readonly whole?: true;
}

export interface Merged {
  readonly input: Record<string, unknown>;
  /** Which hooks set a field, be it that a later one set it again. */
  readonly writers: ReadonlySet<number>;
  /** Whose value each rewritten field has. */
  readonly owners: ReadonlyMap<string, readonly number[]>;
  readonly remarks: readonly Remark[];
}

export interface Remark extends Told {
  readonly by: number;
}

type ToolInput = Readonly<Record<string, unknown>>;

/** Merges rewrites shallowly over `input`, in the order given; where two differ, the later one wins. */
export function mergeRewrites(input: ToolInput, rewrites: readonly Rewrite[]): Merged {
  const merged = new Map(Object.entries(input));
  const setBy = new Map<string, string>();
  const owners = new Map<string, readonly number[]>();
  const writers = new Set<number>();
  const remarks: Remark[] = [];
  for (const { by, hook, fields, whole } of rewrites)
    for (const [name, value] of Object.entries(
      whole ? { ...removal(merged), ...fields } : fields,
    )) {
      const earlier = setBy.get(name);
      if (UNSAFE.has(name)) {
        if (value !== undefined) remarks.push({ by, hook, text: unsafe(hook, name) });
        continue;
      }
      const agrees = isDeepStrictEqual(merged.get(name), value);
      if (earlier !== undefined && !agrees)
        remarks.push({ by, hook, text: conflict(earlier, hook, name) });
      owners.set(name, agrees ? [...(owners.get(name) ?? []), by] : [by]);
      merged.set(name, value);
      setBy.set(name, hook);
      writers.add(by);
    }
  // fromEntries defines each field, so that no name runs a setter.
  const left = [...merged].filter(([, value]) => value !== undefined);
  return { input: Object.fromEntries(left), writers, owners, remarks };
}

/** A field without a value is one that is taken out: JSON has no other use for it. */
const removal = (merged: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...merged.keys()].map((name) => [name, undefined]));

/** Names that reach a prototype when an object is built carelessly, here or further on. */
const UNSAFE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const unsafe = (hook: string, name: string) =>
  `hook "${hook}": "${name}" is not a field that can be rewritten; it was ignored`;

const conflict = (earlier: string, later: string, name: string) =>
  `hooks "${earlier}" and "${later}" rewrote "${name}" differently; "${later}" comes later, so its value counts`;
