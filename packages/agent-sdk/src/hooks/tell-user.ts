import type { RunEvent, Verdict } from '@wavehooks/hooks';
import type { Conversation } from '../conversation/conversation.ts';

/** What hooks say about an erased prompt may quote it, so it is shown and kept nowhere. */
export function tellUser(conversation: Conversation, verdict: Verdict): void {
  const ends = reasons.get(verdict);
  for (const [at, { tone, text, hook, named }] of verdict.toUser.entries())
    conversation.tell(tone, text, {
      hook,
      named: named === true,
      passing: verdict.erasePrompt,
      ends: ends?.[at] === true,
    });
}

/** Of a verdict that ends the turn: which of its texts say why. The effects know it. */
const reasons = new WeakMap<Verdict, readonly boolean[]>();

export function hearReasons(run: RunEvent): void {
  if (run.is === 'decided' && run.verdict.decision === 'halt')
    reasons.set(run.verdict, run.hooks.flatMap(whichSayWhy));
}

type Effects = Pick<Extract<RunEvent, { is: 'decided' }>['hooks'][number], 'effects'>;

/** In the order of the verdict. Texts that explain a decision that did not win are not in it. */
function whichSayWhy({ effects }: Effects): boolean[] {
  const isGiven = effects.some((effect) => effect.do === 'decide' && effect.stopReason);
  return effects.flatMap((effect) =>
    effect.do === 'tell-user' && (effect.for ?? 'halt') === 'halt'
      ? [isGiven && effect.for === 'halt']
      : [],
  );
}
