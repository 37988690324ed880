import type { Said, Verb } from '@wavehooks/hook-kit';
import type { Verdict } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';

type Part = Said<Verb>['parts'][number];

/** A verdict as an answer of the kit, which knows how each agent wants it. */
export function saidBy(verdict: Verdict): Said<Verb> | undefined {
  const { decision, decidedBy, toUser, context, input } = verdict;
  // Why it is allowed or asked for goes with the decision, everything else to the user by itself.
  const isWhy = ({ hook }: { hook: string }) =>
    (decision === 'ask' || decision === 'allow') && decidedBy.includes(hook);
  const parts: Part[] = [
    ...decided(verdict, textOf(toUser.filter(isWhy))),
    ...(input ? [{ is: 'rewrite', fields: input } as const] : []),
    ...replaced(verdict),
    ...spoken('context', textOf(context)),
    ...spoken('warn', textOf(toUser.filter((one) => !isWhy(one)))),
  ];
  return parts.length > 0 ? { verbs: parts.map(({ is }) => is), parts } : undefined;
}

function decided({ event, decision, toAgent, stopReason }: Verdict, why: string): Part[] {
  const told = textOf(toAgent);
  const refuse = specOf(event).decides === 'permission' ? 'deny' : 'block';
  switch (decision) {
    case 'halt':
      return [{ is: 'halt', text: stopReason ?? '' }];
    case 'block':
      return [{ is: refuse, text: told }];
    case 'ask':
    case 'allow':
      return [{ is: decision, text: why }];
    case 'none':
      return spoken('block', told);
  }
}

const replaced = (verdict: Verdict): Part[] =>
  (['output', 'prompt', 'content'] as const).flatMap((what) =>
    verdict[what] === undefined ? [] : [{ is: 'replace', value: verdict[what] } as const],
  );

const spoken = (is: 'block' | 'context' | 'warn', text: string): Part[] =>
  text === '' ? [] : [{ is, text }];

const textOf = (told: readonly { text: string }[]): string =>
  told.map(({ text }) => text).join('\n');
