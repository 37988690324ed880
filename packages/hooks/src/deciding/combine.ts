import { type Decision, type Effect, type Phase, RANK } from '../vocabulary/effect.ts';
import type { EventName } from '../vocabulary/events.ts';
import type { Told, UserText, Verdict } from '../vocabulary/verdict.ts';
import { type Merged, mergeRewrites, type Rewrite } from './rewrite.ts';

/** What one hook asks for; the list is in configuration order. */
export interface Asked {
  readonly hook: string;
  readonly phase: Phase;
  readonly effects: readonly Effect[];
}

/** Folds what all hooks ask for into one verdict. Pure; the order of finishing plays no part. */
export function combine(
  event: EventName,
  toolInput: Readonly<Record<string, unknown>> | undefined,
  asked: readonly Asked[],
): Omit<Verdict, 'runs'> {
  const strongest = strongestOf(asked.flatMap(({ effects }) => effects));
  const final = strongest === 'block' || strongest === 'halt';
  const merged = toolInput && !final ? mergePhases(toolInput, asked) : undefined;
  const uncovered = strongest === 'allow' ? uncoveredWriters(asked, merged) : [];
  const decision = uncovered.length > 0 ? 'none' : strongest;
  const nameOf = (by: number) => asked[by]?.hook ?? '';
  return {
    event,
    decision,
    ...(merged && merged.writers.size > 0 ? { input: merged.input } : {}),
    decidedBy: decision === 'none' ? [] : decidersOf(asked, decision).map(nameOf),
    rewrittenBy: ownersOf(merged).map(nameOf),
    toAgent: decision === 'halt' ? [] : texts(asked, 'tell-agent', decision),
    toUser: asked.flatMap((one, by) => [
      ...texts([one], 'tell-user', decision),
      ...(merged?.remarks ?? []).filter((remark) => remark.by === by).map(asWarning),
      ...(uncovered.includes(by) ? [uncoveredNote(one.hook)] : []),
    ]),
    context: final ? [] : texts(asked, 'add-context', decision),
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
function mergePhases(
  toolInput: Readonly<Record<string, unknown>>,
  asked: readonly Asked[],
): Merged {
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
    { input: { ...toolInput }, writers: new Set(), owners: new Map(), remarks: [] },
  );
}

const rewritesIn = (asked: readonly Asked[], phase: Phase): Rewrite[] =>
  asked.flatMap((one, by) => (one.phase === phase ? rewritesOf(one, by) : []));

export const rewritesOf = ({ hook, effects }: Pick<Asked, 'hook' | 'effects'>, by = 0): Rewrite[] =>
  effects.flatMap((effect) =>
    effect.do === 'rewrite' ? [{ by, hook, fields: effect.fields }] : [],
  );

/** In configuration order. */
const ownersOf = (merged: Merged | undefined): number[] =>
  [...new Set([...(merged?.owners.values() ?? [])].flat())].sort((a, b) => a - b);

const decidersOf = (asked: readonly Asked[], decision: Decision): number[] =>
  asked.flatMap(({ effects }, by) => (strongestOf(effects) === decision ? [by] : []));

/**
 * An allow was given for what its hook saw: whoever wrote something else into the input must have allowed
 * it too. Who did not is named for the hook that saw most.
 */
function uncoveredWriters(asked: readonly Asked[], merged: Merged | undefined): number[] {
  const allowing = decidersOf(asked, 'allow');
  const silent = [...(merged?.writers ?? [])].filter((writer) => !allowing.includes(writer));
  return allowing
    .map((judge) => silent.filter((writer) => !saw(asked, judge, writer)))
    .reduce((least, gaps) => (gaps.length < least.length ? gaps : least), silent);
}

/** Transforms are a chain before all judges; judges do not see each other's rewrites. */
const saw = (asked: readonly Asked[], one: number, writer: number): boolean =>
  asked[writer]?.phase === 'transform' && (asked[one]?.phase === 'judge' || writer < one);

const uncoveredNote = (hook: string): UserText => ({
  hook,
  tone: 'info',
  named: true,
  text: `hook "${hook}" rewrote the input without allowing it, so another hook's allow does not count`,
});

function texts(asked: readonly Asked[], kind: 'tell-user', decision: Decision): UserText[];
function texts(
  asked: readonly Asked[],
  kind: 'tell-agent' | 'add-context',
  decision: Decision,
): Told[];
function texts(asked: readonly Asked[], kind: Effect['do'], decision: Decision): Told[] {
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
const stopReasons = (asked: readonly Asked[]): string =>
  asked
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.do === 'decide' && effect.stopReason ? [effect.stopReason] : []))
    .join('\n');
