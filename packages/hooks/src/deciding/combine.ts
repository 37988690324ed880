import { type BoxProfile, stricterProfile } from '@wavehooks/process/sandbox';
import {
  type Decision,
  type Effect,
  type PermissionUpdate,
  type Phase,
  RANK,
  type RewriteTarget,
  rewriteSpec,
} from '../vocabulary/effect.ts';
import { type EventName, type Raw, specOf } from '../vocabulary/events.ts';
import { isObject } from '../vocabulary/shape.ts';
import type { Told, UserText, Verdict } from '../vocabulary/verdict.ts';
import type { HookEffects } from './hook-effects.ts';
import { responseOf, saw, UNANSWERED } from './response.ts';
import { type Merged, mergeRewrites, type Rewrite } from './rewrite.ts';

/** Folds what all hooks ask for into one verdict. Pure; the order of finishing plays no part. */
export function combine(
  event: EventName,
  input: Raw,
  asked: readonly HookEffects[],
): Omit<Verdict, 'runs'> {
  const strongest = strongestOf(asked.flatMap(({ effects }) => effects));
  const final = strongest === 'block' || strongest === 'halt';
  const { rewrites } = specOf(event);
  const happened = rewrites !== undefined && rewriteSpec(rewrites).happened === true;
  const merged = rewrites && (!final || happened) ? mergePhases(rewrites, input, asked) : undefined;
  const uncovered = strongest === 'allow' ? uncoveredWriters(asked, merged) : [];
  const decision = uncovered.length > 0 ? 'none' : strongest;
  const nameOf = (by: number) => asked[by]?.hook ?? '';
  const answered = final ? UNANSWERED : responseOf(asked, merged);
  const next = final ? [] : contexts(asked, true);
  return {
    event,
    decision,
    ...(rewrites && merged && merged.writers.size > 0 ? result(rewrites, merged) : {}),
    ...('value' in answered ? { response: answered.value, respondedBy: answered.by } : {}),
    ...granted(asked, decision),
    ...(final ? {} : sandboxed(asked)),
    decidedBy: decision === 'none' ? [] : decidersOf(asked, decision).map(nameOf),
    rewrittenBy: ownersOf(merged).map(nameOf),
    toAgent: decision === 'halt' ? [] : texts(asked, 'tell-agent', decision),
    toUser: asked.flatMap((one, by) => [
      ...texts([one], 'tell-user', decision),
      ...(merged?.remarks ?? []).filter((remark) => remark.by === by).map(asWarning),
      ...(uncovered.includes(by) ? [uncoveredNote(one.hook)] : []),
      ...answered.remarks.filter((remark) => remark.by === by).map(asWarning),
    ]),
    context: final ? [] : contexts(asked, false),
    ...(next.length > 0 ? { nextContext: next } : {}),
    erasePrompt: asked.some(({ effects }) =>
      effects.some((effect) => effect.do === 'erase-prompt'),
    ),
    ...(decision === 'halt' ? { stopReason: stopReasons(asked) } : {}),
  };
}

const asWarning = ({ text, hook }: Told): UserText => ({
  text,
  hook,
  tone: 'warning',
  named: true,
});

/** The decision that wins among these effects. */
export function strongestOf(effects: readonly Effect[]): Decision {
  return effects.reduce<Decision>(
    (best, effect) =>
      effect.do === 'decide' && RANK[effect.decision] > RANK[best] ? effect.decision : best,
    'none',
  );
}

/** Transforms were a chain, each saw the last one's result; only judges can disagree. */
function mergePhases(target: RewriteTarget, input: Raw, asked: readonly HookEffects[]): Merged {
  const chain = rewritesIn(asked, 'transform').map((rewrite) => [rewrite]);
  return [...chain, rewritesIn(asked, 'judge')].reduce<Merged>(
    (done, rewrites) => {
      const next = mergeRewrites(done.input, rewrites);
      return {
        input: next.input,
        writers: new Set([...done.writers, ...next.writers]),
        owners: new Map([...done.owners, ...next.owners]),
        remarks: [...done.remarks, ...next.remarks],
      };
    },
    { input: originalOf(target, input), writers: new Set(), owners: new Map(), remarks: [] },
  );
}

/** What is rewritten field by field, or the whole as the only field there is. */
function originalOf(target: RewriteTarget, input: Raw): Record<string, unknown> {
  const value = input[rewriteSpec(target).field];
  if (target === 'input') return isObject(value) ? { ...value } : {};
  return { [target]: value };
}

const result = (target: RewriteTarget, { input }: Merged): Partial<Verdict> =>
  target === 'input' ? { input } : { [target]: input[target] };

/** What these hooks make of the value that a target has, one after the other. */
export function rewrittenValue(
  target: RewriteTarget,
  input: Raw,
  asked: readonly HookEffects[],
): unknown {
  const { input: made } = mergePhases(target, input, asked);
  return target === 'input' ? made : made[target];
}

const rewritesIn = (asked: readonly HookEffects[], phase: Phase): Rewrite[] =>
  asked.flatMap((one, by) => (one.phase === phase ? rewritesOf(one, by) : []));

export const rewritesOf = (
  { hook, effects }: Pick<HookEffects, 'hook' | 'effects'>,
  by = 0,
): Rewrite[] =>
  effects.flatMap((effect) =>
    effect.do === 'rewrite'
      ? [
          {
            by,
            hook,
            fields: 'fields' in effect ? effect.fields : { [effect.target]: effect.value },
            ...('whole' in effect && effect.whole ? { whole: true as const } : {}),
          },
        ]
      : [],
  );

/** Only what stands beside an allow that counts. */
function granted(asked: readonly HookEffects[], decision: Decision): Pick<Verdict, 'permissions'> {
  if (decision !== 'allow') return {};
  const allowing = decidersOf(asked, 'allow').flatMap((by) => asked[by]?.effects ?? []);
  const permissions: PermissionUpdate[] = allowing.flatMap((effect) =>
    effect.do === 'grant' ? effect.permissions : [],
  );
  return permissions.length > 0 ? { permissions } : {};
}

/** The strictest counts: no hook can open what another one shut. */
function sandboxed(asked: readonly HookEffects[]): Pick<Verdict, 'sandbox'> {
  const profiles = asked.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.do === 'sandbox' ? [effect.profile] : [])),
  );
  const [first, ...rest] = profiles;
  return first === undefined
    ? {}
    : { sandbox: rest.reduce((a, b) => stricterProfile(a, b) as BoxProfile, first) };
}

/** In configuration order. */
const ownersOf = (merged: Merged | undefined): number[] =>
  [...new Set([...(merged?.owners.values() ?? [])].flat())].sort((a, b) => a - b);

const decidersOf = (asked: readonly HookEffects[], decision: Decision): number[] =>
  asked.flatMap(({ effects }, by) => (strongestOf(effects) === decision ? [by] : []));

/**
 * An allow was given for what its hook saw: whoever wrote something else into the input must have allowed
 * it too. Who did not is named for the hook that saw most.
 */
function uncoveredWriters(asked: readonly HookEffects[], merged: Merged | undefined): number[] {
  const allowing = decidersOf(asked, 'allow');
  const silent = [...(merged?.writers ?? [])].filter((writer) => !allowing.includes(writer));
  return allowing
    .map((judge) => silent.filter((writer) => !saw(asked, judge, writer)))
    .reduce((least, gaps) => (gaps.length < least.length ? gaps : least), silent);
}

const uncoveredNote = (hook: string): UserText => ({
  hook,
  tone: 'info',
  named: true,
  text: `hook "${hook}" rewrote the input without allowing it, so another hook's allow does not count`,
});

const contexts = (asked: readonly HookEffects[], isNext: boolean): Told[] =>
  asked.flatMap(({ hook, effects }) =>
    effects.flatMap((effect) =>
      effect.do === 'add-context' && (effect.next ?? false) === isNext
        ? [{ text: effect.text, hook }]
        : [],
    ),
  );

function texts(asked: readonly HookEffects[], kind: 'tell-user', decision: Decision): UserText[];
function texts(asked: readonly HookEffects[], kind: 'tell-agent', decision: Decision): Told[];
function texts(asked: readonly HookEffects[], kind: Effect['do'], decision: Decision): Told[] {
  return asked.flatMap(({ hook, effects }) =>
    effects.flatMap((effect) => {
      if (effect.do !== kind || !('text' in effect)) return [];
      if ('for' in effect && effect.for !== undefined && effect.for !== decision) return [];
      const told = { text: effect.text, hook };
      if (effect.do !== 'tell-user') return [told];
      return [{ ...told, tone: effect.tone, ...(effect.named ? { named: true } : {}) }];
    }),
  );
}

/** Only what halts gave as a reason, for the user alone. */
const stopReasons = (asked: readonly HookEffects[]): string =>
  asked
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.do === 'decide' && effect.stopReason ? [effect.stopReason] : []))
    .join('\n');
