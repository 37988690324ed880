import type { Dialog } from '../state/state.ts';
import { Confirm } from './confirm.tsx';
import { ElicitationDialog } from './elicitation.tsx';
import type { Ends } from './parts/dialog.tsx';
import { Questions } from './questions.tsx';

interface AskProps extends Ends {
  readonly dialog: Dialog;
  readonly waiting: number;
}

/** Whatever the user is asked. */
export function Ask({ dialog, waiting, ...ends }: AskProps) {
  if (dialog.is === 'elicitation')
    return <ElicitationDialog asked={dialog.asked} onAnswer={dialog.answer} {...ends} />;
  return dialog.is === 'confirm' ? (
    <Confirm request={dialog.request} behind={waiting} onAnswer={dialog.answer} {...ends} />
  ) : (
    <Questions questions={dialog.questions} onAnswer={dialog.answer} {...ends} />
  );
}
