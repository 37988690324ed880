import type { Said, Verb } from '@wavehooks/hook-kit';
import type { UserText, Verdict } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';

type Part = Said<Verb>['parts'][number];

/** A verdict as an answer of the kit, which knows how each agent wants it. */
export function saidBy(verdict: Verdict): Said<Verb> | undefined {
  const { toUser, context, input } = verdict;
  const isWhy = (one: UserText) => explains(verdict, one);
  const parts: Part[] = [
    ...decided(verdict, textOf(toUser.filter(isWhy))),
    ...(input ? [{ is: 'rewrite', fields: input } as const] : []),
    ...replaced(verdict),
    ...spoken('context', textOf(context)),
    ...spoken('warn', textOf(toUser.filter((one) => !isWhy(one)))),
  ];
  return parts.length > 0 ? { verbs: parts.map(({ is }) => is), parts } : undefined;
}

/** Whether a text says why it was decided so: it goes with the decision, all others to the user. */
function explains({ decision, decidedBy, toAgent, stopReason }: Verdict, one: UserText): boolean {
  if (!decidedBy.includes(one.hook)) return false;
  if (decision === 'halt') return stopReason?.includes(one.text) ?? false;
  // Of a blocked prompt, only the user hears why.
  return decision === 'block' ? toAgent.length === 0 : decision !== 'none';
}

function decided({ event, decision, toAgent, stopReason }: Verdict, why: string): Part[] {
  const told = textOf(toAgent);
  const refuse = specOf(event).decides === 'permission' ? 'deny' : 'block';
  switch (decision) {
    case 'halt':
      return [{ is: 'halt', text: stopReason ?? '' }];
    case 'block':
      return [{ is: refuse, text: told || why }];
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
