import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { questionFor } from '../../draw/asked.ts';
import { PLAN_ANSWERS, planLines } from '../../draw/plan.ts';
import { CANVAS } from './desk.ts';
import { DONE, isNo, isYes, notAnAnswer, type Query } from './query.ts';

/** The agent's plan, to be read and answered in a line. */
export const planQuery = (
  request: ConfirmRequest,
  answer: (given: ConfirmAnswer) => void,
): Query => ({
  text: [questionFor(request), ...planLines(request, CANVAS)].join('\n'),
  how: HOW,
  take: (line) => {
    const given = planAnswer(line);
    if (!given) return notAnAnswer(line);
    answer(given);
    return DONE;
  },
});

const HOW = `Type ${PLAN_ANSWERS.map(({ key, label }) => `${key} for "${label}"`).join(', ')}, or n and what the agent should change.`;

function planAnswer(line: string): ConfirmAnswer | undefined {
  const short = isYes(line) ? 'y' : isNo(line) ? 'n' : line.toLowerCase();
  const known = PLAN_ANSWERS.find(({ key }) => key === short);
  if (known) return known.gives;
  const [, message] = /^no?\s+(.+)$/is.exec(line) ?? [];
  return message === undefined ? undefined : { answer: 'no', message };
}
