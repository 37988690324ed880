import type { Signal } from '../vocabulary/signal.ts';
import type { Answer } from './read-answer.ts';
import { tidy } from './stdout.ts';
import { named, noReason, remark, type Teller, type Words } from './teller.ts';

/** A deciding answer beats the exit code. */
export const decides = (answer: Answer) =>
  answer.continue !== undefined || answer.decision !== undefined || answer.blocked === true;

/** What an answer's fields say, apart from what was wrong with them. */
export function said(teller: Teller, answer: Answer): Signal[] {
  const { warning, context, nextContext, permissions } = answer;
  return [
    ...(answer.continue === false ? [halt(teller, answer)] : []),
    ...interrupt(teller, answer),
    ...decision(teller, answer),
    ...(warning ? [{ is: 'warning', text: tidy(warning) } as const] : []),
    ...(context ? [{ is: 'context', text: tidy(context) } as const] : []),
    ...(nextContext ? [{ is: 'context', text: tidy(nextContext), next: true } as const] : []),
    ...rewrites(answer),
    ...(answer.respond === undefined ? [] : [{ is: 'respond', value: answer.respond } as const]),
    ...(answer.sandbox ? [{ is: 'sandbox', profile: answer.sandbox } as const] : []),
    ...(permissions?.length ? [{ is: 'grant', permissions } as const] : []),
  ];
}

/** At most one of them is there: an event lets hooks rewrite one thing. */
function rewrites({ rewrite, whole, output, prompt, content }: Answer): Signal[] {
  if (whole) return [{ is: 'rewrite', fields: { ...whole, ...rewrite }, whole: true }];
  if (rewrite && Object.keys(rewrite).length > 0) return [{ is: 'rewrite', fields: rewrite }];
  const value = output ?? prompt ?? content;
  return value === undefined ? [] : [{ is: 'rewrite', value }];
}

/** Ends the turn, and so needs a deny to stand beside. */
function interrupt(teller: Teller, { interrupt, decision, reason }: Answer): Signal[] {
  if (!interrupt) return [];
  if (decision !== 'deny' && decision !== 'block')
    return [remark(teller, '"interrupt" was ignored: it counts beside "deny"')];
  const text = tidy(reason ?? '');
  return [{ is: 'halt', reason: text, ...(text ? { text } : endedWithoutReason(teller)) }];
}

function halt(teller: Teller, answer: Answer): Signal {
  const reason = tidy(answer.stopReason ?? '');
  return {
    is: 'halt',
    reason,
    ...(reason ? { text: reason } : endedWithoutReason(teller)),
  };
}

const endedWithoutReason = (teller: Teller): Words => ({
  text: `${named(teller)} ended the turn and gave no reason`,
  named: true,
});

function decision(teller: Teller, answer: Answer): Signal[] {
  const is = answer.decision ?? (answer.blocked ? 'block' : undefined);
  if (is === undefined) return [];
  const text = tidy(answer.reason ?? '');
  if (is === 'allow' || is === 'ask' || text !== '') return [{ is, text }];
  const missing = `${named(teller)} gave no reason; a hook should say why it objects`;
  return [
    { is, ...noReason(teller) },
    ...(answer.continue === false || answer.interrupt
      ? []
      : [{ is: 'warning', text: missing, named: true } as const]),
  ];
}
