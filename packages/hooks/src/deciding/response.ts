import { isDeepStrictEqual } from 'node:util';
import type { HookEffects } from './hook-effects.ts';
import type { Merged, Remark } from './rewrite.ts';

/** What hooks answer in a tool's place. */
export type Answered = Unanswered | (Unanswered & { readonly value: unknown; readonly by: string });

interface Unanswered {
  readonly remarks: readonly Remark[];
}

export const UNANSWERED: Unanswered = { remarks: [] };

/** The last answer counts, if its hook saw the input that is in force: an answer is bound to what it answers. */
export function responseOf(asked: readonly HookEffects[], merged: Merged | undefined): Answered {
  const given = asked.flatMap(({ hook, effects }, by) =>
    effects.flatMap((effect) =>
      effect.do === 'respond' ? [{ by, hook, value: effect.value }] : [],
    ),
  );
  const last = given.at(-1);
  if (!last) return UNANSWERED;
  const { by, hook, value } = last;
  const writer = [...(merged?.writers ?? [])].find((one) => one !== by && !saw(asked, by, one));
  if (writer !== undefined)
    return { remarks: [{ by, hook, text: unbound(hook, asked[writer]?.hook ?? '') }] };
  const other = given.find((one) => !isDeepStrictEqual(one.value, value));
  return {
    value,
    by: hook,
    remarks: other ? [{ by, hook, text: conflict(other.hook, hook) }] : [],
  };
}

/** Transforms are a chain before all judges; judges do not see each other's rewrites. */
export const saw = (asked: readonly HookEffects[], one: number, writer: number): boolean =>
  asked[writer]?.phase === 'transform' && (asked[one]?.phase === 'judge' || writer < one);

const unbound = (hook: string, writer: string): string =>
  `the answer of hook "${hook}" does not count: hook "${writer}" changed the input that it answers`;

const conflict = (earlier: string, later: string): string =>
  `hooks "${earlier}" and "${later}" answered differently; "${later}" comes later, so its answer counts`;
