import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { Box } from 'ink';
import { useMemo, useState } from 'react';
import { questionFor } from '../draw/asked.ts';
import { PLAN_ANSWERS, planLines } from '../draw/plan.ts';
import { counted } from '../text/lines.ts';
import { Choice, type Option } from './parts/choice.tsx';
import { useCanvas } from './parts/context.ts';
import { Frame } from './parts/frame.tsx';
import { LineInput } from './parts/line-input.tsx';
import { Page } from './parts/page.tsx';
import { usePaged } from './parts/paged.ts';
import { isTight, ROOMS } from './parts/rooms.ts';

interface PlanProps {
  readonly request: ConfirmRequest;
  readonly onAnswer: (answer: ConfirmAnswer) => void;
  /** Ends the turn. */
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

/** The agent's plan: accepted in a mode of the user's choice, or sent back. */
export function Plan({ request, onAnswer, onEscape, onInterrupt }: PlanProps) {
  const { width, paint, rows } = useCanvas(4);
  const [telling, setTelling] = useState(false);
  const tight = isTight(rows);
  const body = useMemo(() => planLines(request, { width, paint }), [request, width, paint]);
  const paged = usePaged(body, ROOMS.confirm(rows).own + 1);
  const options = optionsFor(paged.unseen);
  return (
    <Frame title={questionFor(request)}>
      <Page paged={paged} />
      <Box marginTop={tight ? 0 : 1}>
        {telling ? (
          <LineInput
            prompt="Tell the agent what to change:"
            onDone={(message) => onAnswer({ answer: 'no', message })}
            onEscape={() => setTelling(false)}
          />
        ) : (
          <Choice
            options={options}
            {...(tight ? { most: options.length } : {})}
            onChoose={(chosen) => (chosen === 'word' ? setTelling(true) : onAnswer(chosen))}
            onEscape={onEscape}
            onInterrupt={onInterrupt}
            careful
          />
        )}
      </Box>
    </Frame>
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
