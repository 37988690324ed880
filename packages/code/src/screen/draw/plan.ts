import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../cli/style.ts';
import { diffLines } from '../text/change-lines.ts';
import { behind, type Canvas, wrapped } from '../text/lines.ts';
import { markdown } from '../text/markdown.ts';

/** What can be said to a plan, the same on the screen and in the plain mode. */
export interface PlanAnswer {
  readonly key: string;
  readonly label: string;
  readonly gives: ConfirmAnswer;
}

/** THE TABLE of answers to a plan; a word to the agent comes beside them. */
export const PLAN_ANSWERS: readonly PlanAnswer[] = [
  { key: 'y', label: 'Yes, and ask for each edit', gives: { answer: 'yes', mode: 'default' } },
  { key: 'e', label: 'Yes, and accept edits', gives: { answer: 'yes', mode: 'acceptEdits' } },
  { key: 'n', label: 'No, keep planning', gives: { answer: 'no' } },
];

export const isPlan = ({ tool, input }: Pick<ConfirmRequest, 'tool' | 'input'>): boolean =>
  tool === 'ExitPlanMode' && typeof input['plan'] === 'string';

/** The plan as a text to read, and what hooks said or made of it. */
export function planLines(
  { input, original, reasons }: Pick<ConfirmRequest, 'input' | 'original' | 'reasons'>,
  canvas: Canvas,
): string[] {
  const { paint, width } = canvas;
  const note = paint('warn', "A hook changed this plan (- the agent's version, + the plan below):");
  return [
    ...reasons.flatMap((reason) =>
      behind(`${paint('quiet', 'reason:')} `, exactly(printable(reason)), width),
    ),
    ...(original
      ? [
          ...wrapped(note, width),
          ...diffLines(String(original['plan']), String(input['plan']), canvas),
          '',
        ]
      : []),
    ...markdown(String(input['plan']), canvas),
  ];
}
