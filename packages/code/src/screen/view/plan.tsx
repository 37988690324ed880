import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { useMemo, useState } from 'react';
import { questionFor } from '../draw/asked.ts';
import { PLAN_ANSWERS, planLines } from '../draw/plan.ts';
import { counted } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';
import { Dialog, type Ends } from './parts/dialog.tsx';
import { isTight, ROOMS } from './parts/rooms.ts';
import type { Option } from './parts/selection.ts';

interface PlanProps extends Ends {
  readonly request: ConfirmRequest;
  readonly onAnswer: (answer: ConfirmAnswer) => void;
}

/** The agent's plan: accepted in a mode of the user's choice, or sent back. */
export function Plan({ request, onAnswer, ...ends }: PlanProps) {
  const { width, paint, rows } = useCanvas(4);
  const [telling, setTelling] = useState(false);
  const tight = isTight(rows);
  const body = useMemo(() => planLines(request, { width, paint }), [request, width, paint]);
  const what = {
    prompt: 'Tell the agent what to change:',
    onDone: (message: string) => onAnswer({ answer: 'no', message }),
    onEscape: () => setTelling(false),
  };
  return (
    <Dialog
      title={questionFor(request)}
      lines={body}
      room={ROOMS.confirm(rows).own + 1}
      gap={tight ? 0 : 1}
      options={optionsFor}
      {...(tight ? { most: PLAN_ANSWERS.length + 1 } : {})}
      typing={telling ? what : undefined}
      onChoose={(chosen) => (chosen === 'word' ? setTelling(true) : onAnswer(chosen))}
      {...ends}
      careful
    />
  );
}

const optionsFor = (unseen: number): Option<ConfirmAnswer | 'word'>[] => [
  ...PLAN_ANSWERS.map(({ key, label, gives }, at) => ({
    key,
    label: at === 0 && unseen > 0 ? `${label} (${counted(unseen, 'line')} not seen yet)` : label,
    value: gives,
    // A standing permission is never given by one letter.
    ...(gives.answer === 'yes' && gives.mode !== 'default' ? ({ letter: 'marked' } as const) : {}),
  })),
  { key: 't', label: 'No, and tell the agent what to change', value: 'word' },
];
